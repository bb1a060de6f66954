# counts -- on how many maps of service nodes the longest distance was so many hops, by start; empty hops: there was no prism.
#	awk -f counts.awk distances.csv

BEGIN { FS = OFS = "," }
NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print "start", "prism_hops", "maps"; next }
{
	key = $at["start"] OFS $at["prism_hops"]
	if (!maps[key]++) order[++n] = key
}
END { for (i = 1; i <= n; i++) print order[i], maps[order[i]] | "sort" }
