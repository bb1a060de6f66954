# targets -- where open-loop traffic goes, as jobs: a case for each node, whose task 0 broadcasts to every
# node that it may send to.
#
#	awk -v machine=SPEC -v nodes=N -v pattern=NAME -v bytes=BYTES -f spec.awk -f targets.awk
#
# The patterns are those of hopline-patterns.7, for a job that has the whole machine: adversarial on dragonflies,
# tornado on meshes, tori and express meshes, bitcomplement and transpose anywhere.

function refuse(why) {
	printf "targets: %s: '%s': %s\n", machine, pattern, why >"/dev/stderr"
	exit 1
}

# The largest divisor of n up to its square root.
function rows_of(n,    r) {
	for (r = int(sqrt(n)); n % r; r--);
	return r
}

# The node in the same place of the router that is (k + 1) / 2 - 1 on in each ring of k.
function half_round(v,    k, dims, p, router, size, to, stride, i, c) {
	dims = split(key("k"), k, "x")
	p = key("p", 1)
	router = int(v / p)
	stride = 1
	for (i = 1; i <= dims; i++) {
		c = router % k[i]
		router = int(router / k[i])
		to += stride * ((c + int((k[i] + 1) / 2) - 1) % k[i])
		stride *= k[i]
	}
	return to * p + v % p
}

# The nodes that v sends to, as a node list; empty where it sends nothing.
function targets(v,    to, size, next_group, columns) {
	if (pattern == "adversarial") {
		size = key("a") * key("p")
		next_group = (int(v / size) + 1) % key("g")
		return next_group * size "-" (next_group + 1) * size - 1
	}
	if (pattern == "bitcomplement") to = nodes - 1 - v
	else if (pattern == "tornado") to = half_round(v)
	else {
		columns = nodes / rows
		to = v % columns * rows + int(v / columns)
	}
	return to == v ? "" : to
}

BEGIN {
	kind = machine
	sub(/:.*/, "", kind)
	if (pattern == "adversarial" ? kind != "dragonfly" : pattern == "tornado" ? kind !~ /^(mesh|torus|expressmesh)$/ : pattern != "bitcomplement" && pattern != "transpose")
		refuse("no targets known here")
	rows = rows_of(nodes)
	count = pattern == "adversarial" ? key("a") * key("p") : 1

	print "#hopline 1\n#machine " machine
	print "case,job,nodes,tasks,pattern,bytes,node_list"
	for (v = 0; v < nodes; v++)
		if ((list = targets(v)) != "")
			printf "%d,1,%d,%d,broadcast,%d,%d %s\n", v, count + 1, count + 1, bytes, v, list
}
