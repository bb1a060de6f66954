# sheet -- where each place u, v of a sheet of tasks is on the lattice, a node a router: u, v, x, y, z.
#	awk -v lattice=XxYxZ -f lists.awk -f sheet.awk TABLE

BEGIN { FS = ","; split(lattice, extent, /[x,]/) }
NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
{
	split($at["dims"], dim, "x")
	n = expand($at["task_nodes"], node)
	for (i = 1; i <= n; i++)
		print (i - 1) % dim[1], int((i - 1) / dim[1]), node[i] % extent[1], int(node[i] / extent[1]) % extent[2], int(node[i] / extent[1] / extent[2])
}
