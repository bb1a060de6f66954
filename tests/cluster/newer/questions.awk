# questions.awk -- random questions to a slurmctld about a machine, and a row of each as in the recorded tables (data/reference/slurm/26.05).
#
# awk -v kind=KIND -v version=V -v count=N -v seed=S -v asked=FILE -v rows=FILE questions.awk CONF
#
# KIND: tree, forest, dragonfly, flat, block, ring, torus.  The lines of `asked` are for ask-slurm; rows lack the answer and what comes behind it.
# Others hold single nodes, or whole leaves, blocks and rings, in each question at another density.

function one_of(n) { return int(rand() * n) + 1 }
function name(i) { return sprintf("n%0" width "d", i) }

# A list of the nodes held of group g, or of all where g is 0.
function held_list(g,    list, i) {
	for (i = 0; i < nodes; i++)
		if (held[i] && (!g || group[i] == g))
			list = list "," name(i)
	return substr(list, 2)
}

# Who is busy in a question; the number of idle nodes.
function hold(    density, whole, i, g, all, idle) {
	density = rand() * 0.95
	whole = rand() < 0.4
	for (g = 1; g <= groups; g++)
		all[g] = rand() < density
	for (i = 0; i < nodes; i++) {
		held[i] = whole ? all[group[i]] && rand() < 0.9 : rand() < density
		idle += !held[i]
	}
	return idle
}

# What a job asks for beside its nodes; sets n.
function wish(idle,    segment, most, text) {
	most = idle + 2 < nodes ? idle + 2 : nodes
	n = rand() < 0.5 ? one_of(most) : one_of(most < 20 ? most : 20)
	if (kind == "torus" && rand() < 0.9)
		n = size[one_of(sizes)]
	if (kind == "tree" && rand() < 0.2)
		return "switches=" one_of(3)
	if ((kind == "tree" || kind == "flat") && rand() < 0.15)
		return "contiguous"
	if (kind == "block" && rand() < 0.15)
		return "excl=topo"
	if (kind != "block" && kind != "ring" || rand() < 0.5)
		return ""
	segment = one_of(kind == "ring" ? 5 : rand() < 0.7 ? 12 : 40)
	if (segment <= nodes)
		n = segment * one_of(int(most / segment) ? int(most / segment) : 1)
	if (segment > nodes)
		return ""
	text = "segment=" segment
	if (kind == "block" && rand() < 0.3)
		return text " excl=topo"
	if (kind == "block" && version > "26" && rand() < 0.4)
		return text (rand() < 0.6 ? " spread" : "") (rand() < 0.6 ? " consolidate" : "")
	return text
}

function members(text,    part, ends, i, k, parts) {
	gsub(/[^0-9,-]/, "", text)
	groups++
	parts = split(text, part, ",")
	for (i = 1; i <= parts; i++) {
		split(part[i] "-" part[i], ends, "-")
		width = length(ends[1])
		for (k = ends[1] + 0; k <= ends[2] + 0; k++) {
			group[k] = groups
			nodes = k >= nodes ? k + 1 : nodes
		}
	}
}

/[Nn]odes[=:]/ { sub(/.*[Nn]odes[=:]/, ""); members($0) }
/- dims:/ { split($0, side, /[^0-9]+/); size[++sizes] = side[2] * side[3] * side[4] }
END {
	srand(seed)
	# jobs that fill the machine: a list for all nodes, or for each group that no job spans
	apart = kind == "block" || kind == "forest"
	for (c = 1; c <= count; c++) {
		idle = hold()
		text = wish(idle)
		busy = ""
		for (g = apart; g <= (apart ? groups : 0); g++) {
			list = held_list(g)
			busy = busy (busy != "" && list != "" ? "/" : "") list
		}
		print (busy == "" ? "-" : busy) " " n (text == "" ? "" : " " text) >asked
		printf "%d,%s,,,,\"%s\",%d,%s,\n", c, version, held_list(0), n, text >rows
	}
	for (i = 0; i < nodes; i++)
		held[i] = 1
	for (g = apart; g <= (apart ? groups : 0); g++)
		all = all (all == "" ? "" : "/") held_list(g)
	print nodes, sprintf("n[%0" width "d-%d]", 0, nodes - 1), all
}
