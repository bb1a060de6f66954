# loads -- links between routers, a row a dimension: how many there are, how many carry something, what they carry, and how long those
# that do are busy, on average and at most.
#	awk -v placement=NAME -f loads.awk LINKS	(netsim --links)

BEGIN { FS = OFS = "," }
NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
$at["class"] ~ /^[xyz]$/ {
	c = $at["class"]
	links[c]++
	bytes[c] += $at["bytes"]
	if ($at["busy_s"] == 0) next
	used[c]++
	busy[c] += $at["busy_s"]
	if ($at["busy_s"] > most[c]) most[c] = $at["busy_s"]
}
END {
	n = split("x y z", class, " ")
	for (i = 1; i <= n; i++) {
		c = class[i]
		printf "%s,%s,%d,%d,%.9g,%.9g,%.9g\n", placement, c, links[c], used[c], bytes[c], used[c] ? busy[c] / used[c] : 0, most[c]
	}
}
