# thin -- of the points of Fig. 10 to 13 those that can be told apart, in the order to draw them.
#	awk -v most=4 -f thin.awk POINTS	(columns alloc, case, small, large)
#
# Of a policy's points within a fiftieth on both axes one is drawn.  The policies take
# turns, so that none of them covers another.
BEGIN { FS = ","; OFS = ","; turns = 8; cell = 50 }
FNR == 1 { print; next }
$3 == "" || $4 == "" || $3 > most || $4 > most || drawn[$1, int(cell * $3), int(cell * $4)]++ { next }
{
	turn = count[$1]++ % turns
	if (!($1 in known)) { known[$1]; whose[++n] = $1 }
	rows[turn, $1] = rows[turn, $1] $0 "\n"
}
END {
	for (turn = 0; turn < turns; turn++)
		for (i = 1; i <= n; i++)
			printf "%s", rows[turn, whose[i]]
}
