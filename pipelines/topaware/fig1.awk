# fig1 -- the routers of a machine: x, y, z, what is at them (chosen, service, other or idle), and whether a neighbour is something else.
#	awk -f lists.awk -f fig1.awk CHOSEN NODES	(alloc; metrics nodes)

BEGIN { FS = OFS = "," }
FNR == 1 { split("", at); for (i = 1; i <= NF; i++) at[$i] = i; next }
FILENAME == ARGV[1] { n = expand($at["node_list"], node); for (i = 1; i <= n; i++) chosen[node[i]] = 1; next }
{
	what = $at["node"] in chosen ? "chosen" : $at["kind"] == "compute" ? "idle" : $at["kind"]
	if (FNR > 2 && $at["router"] == router) next
	router = $at["router"]
	x[++routers] = $at["x"]; y[routers] = $at["y"]; z[routers] = $at["z"]
	is[$at["x"], $at["y"], $at["z"]] = what
}
function differs(x, y, z, what) { return !((x, y, z) in is) || is[x, y, z] != what }
END {
	print "x", "y", "z", "what", "outer"
	for (i = 1; i <= routers; i++) {
		what = is[x[i], y[i], z[i]]
		outer = differs(x[i] - 1, y[i], z[i], what) || differs(x[i] + 1, y[i], z[i], what) || differs(x[i], y[i] - 1, z[i], what) ||
			differs(x[i], y[i] + 1, z[i], what) || differs(x[i], y[i], z[i] - 1, what) || differs(x[i], y[i], z[i] + 1, what)
		print x[i], y[i], z[i], what, outer ? "yes" : "no"
	}
}
