# folds -- what became of a sheet that was folded: sheet.awk's lines u v x y z, in super-tiles of wide x deep places.
#	awk -v show=tiles|hops|planes|edges -v wide=W -v deep=D [-v label=TEXT] -f folds.awk

function abs(v) { return v < 0 ? -v : v }
function away(a, b) { return abs(x[a] - x[b]) + abs(y[a] - y[b]) + abs(z[a] - z[b]) }
# A pair of neighbours: within a super-tile, or over an edge along u (x) or v (z).
function pair(a, b, over) {
	h = away(a, b)
	count[over, h]++
	if (h > far) far = h
	if (x[a] == x[b] && z[a] == z[b]) same[over, h]++
}
{
	at = $1 SUBSEP $2
	x[at] = $3; y[at] = $4; z[at] = $5
	if ($1 > u_most) u_most = $1
	if ($2 > v_most) v_most = $2
	if (!($4 in begins) || $3 < begins[$4]) begins[$4] = $3
	tile[$4] = int($1 / wide) SUBSEP int($2 / deep)
	if ($4 > planes) planes = $4
}

# A row a super-tile: does x grow with u, z with v?
function tiles(    t, s) {
	print "tile_x,tile_z,plane,x_turned,z_turned"
	for (s = 0; s * deep <= v_most; s++)
		for (t = 0; t * wide <= u_most; t++)
			print t "," s "," y[t * wide, s * deep] "," (x[t * wide, s * deep] > x[t * wide + 1, s * deep] ? "yes" : "no") "," \
				(z[t * wide, s * deep] > z[t * wide, s * deep + 1] ? "yes" : "no")
}
function hops(    u, v, k, n, name) {
	for (v = 0; v <= v_most; v++)
		for (u = 0; u <= u_most; u++) {
			if (u < u_most) pair(u SUBSEP v, u + 1 SUBSEP v, (u + 1) % wide ? "within" : "fold along x")
			if (v < v_most) pair(u SUBSEP v, u SUBSEP v + 1, (v + 1) % deep ? "within" : "fold along z")
		}
	print "over,hops,neighbours,of_one_x_and_z"
	n = split("within|fold along z|fold along x", name, "|")
	for (k = 1; k <= n; k++)
		for (h = 1; h <= far; h++)
			if ((name[k], h) in count) print name[k] "," h "," count[name[k], h] "," same[name[k], h] + 0
}
function show_planes(    p, part) {
	for (p = 0; p <= planes; p++) {
		split(tile[p], part, SUBSEP)
		print label "," p "," begins[p] "," part[1] " " part[2]
	}
}
# The edges of folds along x, at z = 0, and the most of them on one link along y.
function edges(    u, v, a, b, s, t, k, n, most) {
	for (v = 0; v <= v_most; v++)
		for (u = wide - 1; u < u_most; u += wide) {
			a = y[u, v]; b = y[u + 1, v]
			if (a > b) { t = a; a = b; b = t }
			for (k = a; k < b; k++) if (++on[x[u, v], k, z[u, v]] > most) most = on[x[u, v], k, z[u, v]]
			if (z[u, v] == 0) edge[n++] = x[u, v] "," a "," b
		}
	for (k = 0; k < n; k++) print label "," edge[k] "," most
}
END {
	if (show == "tiles") tiles()
	else if (show == "hops") hops()
	else if (show == "planes") show_planes()
	else edges()
}
