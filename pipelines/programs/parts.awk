# parts.awk -- where the time of a job goes, by what is told apart in pictures: netsim's --breakdown, summed up over operations.
#
#	awk -F, -v job=NAME -f parts.awk BREAKDOWN        rows CASE,what,time_s
$2 != job { next }
{ key = $1 "," $3 ($5 == "" || $3 != "exposed" ? "" : ": " $5) }
!(key in sum) { order[++keys] = key }
{ sum[key] += $6 }
END { for (i = 1; i <= keys; i++) printf "%s,%.6g\n", order[i], sum[order[i]] }
