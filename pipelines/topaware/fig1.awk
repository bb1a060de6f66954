# fig1 -- the routers of a machine: x, y, z and what is at them: chosen, service, other or idle.
#	awk -f lists.awk -f fig1.awk CHOSEN NODES	(alloc; metrics nodes)

BEGIN { FS = OFS = "," }
FNR == 1 { split("", at); for (i = 1; i <= NF; i++) at[$i] = i; next }
FILENAME == ARGV[1] { n = expand($at["node_list"], node); for (i = 1; i <= n; i++) chosen[node[i]] = 1; next }
FNR == 2 { print "x", "y", "z", "what" }
{
	what = $at["node"] in chosen ? "chosen" : $at["kind"] == "compute" ? "idle" : $at["kind"]
	if (FNR > 2 && $at["router"] == router) next
	router = $at["router"]
	print $at["x"], $at["y"], $at["z"], what
}
