# fig2 -- the plane of Fig. 2: what is printed at x, z, and which pair alloc has there.  "#" is a service node, "." a pair left idle.
#	awk -f lists.awk -f fig2.awk PRINTED CHOSEN

FILENAME == ARGV[1] { for (z = 0; z < NF; z++) printed[NR - 1, z] = $(z + 1); next }
{ FS = "," }
FNR == 1 { $0 = $0; for (i = 1; i <= NF; i++) at[$i] = i; next }
{
	n = expand($at["node_list"], node)
	for (i = 1; i <= n; i += 2) {
		router = int(node[i] / 2)
		number[router % 8, int(router / 8)] = (i - 1) / 2
	}
}
END {
	print "x,z,printed,chosen"
	for (x = 0; x < 8; x++)
		for (z = 0; z < 8; z++)
			print x "," z "," printed[x, z] "," ((x, z) in number ? number[x, z] : printed[x, z] == "#" ? "#" : ".")
}
