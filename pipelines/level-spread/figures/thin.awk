# thin -- of the points of Fig. 10 to 13 those that can be told apart, in the order to draw them.
#	awk -v most=4 -f thin.awk POINTS	(columns variant, alloc, case, small, large)
#
# Of a policy's points within a fiftieth on both axes one is drawn.  The policies take
# turns, so that none of them covers another.
BEGIN { FS = ","; OFS = ","; turns = 8; cell = 50 }
FNR == 1 { print; next }
$4 == "" || $5 == "" || $4 > most || $5 > most || drawn[$1, $2, int(cell * $4), int(cell * $5)]++ { next }
{
	turn = count[$1, $2]++ % turns
	if (!(($1, $2) in known)) { known[$1, $2]; whose[++n] = $1 SUBSEP $2 }
	rows[turn, $1, $2] = rows[turn, $1, $2] $0 "\n"
}
END {
	for (turn = 0; turn < turns; turn++)
		for (i = 1; i <= n; i++)
			printf "%s", rows[turn, whose[i]]
}
