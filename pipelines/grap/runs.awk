# runs -- rows of a pattern on one network, with noise or without, under these circuits or any; where the pattern was run in two ways,
# one=1 is the way of its first row and one=0 the other.
#	awk -v pattern=NAME -v one=0|1 -v network=tdn|rdn -v noise=yes|no [-v circuits=NAME] -f runs.awk performance.csv

BEGIN { FS = "," }
NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; print; next }
$at["pattern"] == pattern {
	way = $at["mode"] "," $at["group_nodes"]
	if (first == "") first = way
	if ((way == first) == one && $at["system"] == network && $at["noise"] == noise && (circuits == "" || $at["circuits"] == circuits)) print
}
