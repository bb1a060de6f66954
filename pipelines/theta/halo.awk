# halo -- what a task of LULESH sends its neighbours in an iteration, from the bytes that pairs of 64 tasks
# exchanged in a whole run.
#
#	awk -F, -f halo.awk -v iterations=5008 lulesh-64.csv
#
# Tasks stand in a grid of 4 x 4 x 4.  Writes "face edge corner": half of what the pairs of that sort
# exchanged (the first task adds a word to each of its own), an iteration, in whole bytes.  Pairs that are no neighbours must
# have exchanged next to nothing, and those of a sort nearly the same.

function apart(a, b) { return a > b ? a - b : b - a }

# In how many dimensions are they next to each other; 0: they are no neighbours.
function sort_of(a, b,	d, i, away) {
	for (i = 0; i < 3; i++) {
		d = apart(a % 4, b % 4)
		if (d > 1) return 0
		away += d
		a = int(a / 4)
		b = int(b / 4)
	}
	return away
}

function fail(why) {
	print "halo: " FILENAME ":" FNR ": " why >"/dev/stderr"
	failed = 1
	exit 1
}

FNR == 1 { next }
{
	sort = sort_of($1, $2)
	if (sort == 0 && $3 > 64) fail("tasks " $1 " and " $2 " are no neighbours and exchanged " $3 " bytes")
	if (sort == 0) next
	if (!(sort in bytes)) bytes[sort] = $3
	if (apart(bytes[sort], $3) > 64) fail("tasks " $1 " and " $2 " exchanged " $3 " bytes, others of the sort " bytes[sort])
	if (!(sort in least) || $3 < least[sort]) least[sort] = $3
}
END {
	if (failed) exit 1
	for (sort = 1; sort <= 3; sort++) line = line sprintf("%s%.0f", sort > 1 ? " " : "", least[sort] / 2 / iterations)
	print line
}
