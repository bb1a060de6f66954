# atlas-extremes -- which jobs of a trace are extremes: read twice, writes it with a column `extreme`.
#	awk -f atlas-extremes.awk trace.csv trace.csv
# The trace: job,swaps,links_mean, the lines of a job in order.  A gain is a share of the start; of equals the first job counts.

BEGIN { FS = OFS = "," }
FNR == 1 { pass++; if (pass == 2) { find(); print $0, "extreme" } next }
pass == 1 {
	if (!($1 in start)) { name[++jobs] = $1; start[$1] = $3 }
	swaps[$1] = $2
	end[$1] = $3
	gain[$1] = 1 - $3 / start[$1]
}
pass == 2 { print $0, extreme[$1] }

function find() {
	mark(start, 1, "worst start"); mark(end, 1, "worst end"); mark(gain, -1, "least gain")
	mark(gain, 1, "most gain"); mark(swaps, 1, "most swaps"); mark(start, -1, "best start"); mark(end, -1, "best end")
}

# The job with the most (sign 1) or the least (-1).
function mark(value, sign, text,    i, best) {
	for (i = 1; i <= jobs; i++) if (best == "" || sign * value[name[i]] > sign * value[best]) best = name[i]
	extreme[best] = extreme[best] (extreme[best] == "" ? "" : " and ") text
}
