# matrices-table -- which method has the fewest hop-bytes for each matrix, for people.
#
#	awk -f matrices-table.awk matrices.csv
#
# A line for each machine, allocation and matrix: hop-bytes over those of linear, and a star at the least and all within 0.1%
# of it.  Then how often each method was the least, how often it had less than the three searches from linear that only gain
# (by more than 0.1%), and where netsim was run bytes and time over those of linear, geometric means over the matrices.
BEGIN {
	FS = ","
	head["gsearch --from linear"] = "gsearch"; head["gsearch-rank --from linear"] = "rank"; head["gsearch-best --from linear"] = "best"
	head["gsearch --from scotch"] = "s+gs"; head["local --from linear"] = "local"; head["anneal --from linear"] = "anneal"; head["gsearch"] = "geom+gs"
}
NR == 1 { next }
{
	key = $2 "," $3 "," $1
	if (!(key in known)) { known[key] = 1; keys[++rows] = key }
	if (!($4 in method_known)) { method_known[$4] = 1; method[++methods] = $4 }
	bytes[key, $4] = $5; time[key, $4] = $8; spent[$4] += $7; runs[$4]++
}

function least(key, only,    k, x) {
	for (k = 1; k <= methods; k++)
		if ((key, method[k]) in bytes && method[k] ~ only && (x == "" || bytes[key, method[k]] < x)) x = bytes[key, method[k]]
	return x
}
function compare(key, name,    x, y, part, at) {
	if (name == "linear" || time[key, name] == "") return
	x = log(bytes[key, name] / bytes[key, "linear"]); y = log(time[key, name] / time[key, "linear"])
	if (x < -0.001) { fewer++; faster += y < 0 }
	split(key, part, ",")
	at = part[1] "," part[2]
	if (!(at in place_known)) { place_known[at] = 1; place[++places] = at }
	timed[name] = 1; number[at, name]++; less[at, name] += x; sooner[at, name] += y
}
function line(key,    k, m, low, gain, part, star) {
	split(key, part, ",")
	printf "%-10s%-8s %-13s", part[1], part[2], part[3]
	low = least(key, "."); gain = least(key, "^(gsearch|gsearch-rank|gsearch-best|local) --from linear$")
	for (k = 1; k <= methods; k++) {
		m = method[k]
		if (!((key, m) in bytes)) { printf "%8s", ""; continue }
		star = bytes[key, m] <= 1.001 * low
		wins[m] += star
		ahead[m] += bytes[key, m] < 0.999 * gain
		if (m != "linear") printf "%7.3f%s", bytes[key, m] / bytes[key, "linear"], (star ? "*" : " ")
		compare(key, m)
	}
	print ""
}

function simulated(    k, i, at, part) {
	printf "\nHop-bytes and simulated time over those of linear\n\n%-18s", ""
	for (k = 1; k <= methods; k++) if (method[k] in timed) printf " %15s", (method[k] in head ? head[method[k]] : method[k])
	print ""
	for (i = 1; i <= places; i++) {
		at = place[i]
		split(at, part, ",")
		printf "%-10s%-8s", part[1], part[2]
		for (k = 1; k <= methods; k++) {
			if (!(method[k] in timed)) continue
			if (!((at, method[k]) in number)) printf "%16s", ""
			else printf "    %.3f  %.3f", exp(less[at, method[k]] / number[at, method[k]]), exp(sooner[at, method[k]] / number[at, method[k]])
		}
		print ""
	}
	printf "\nOf %d mappings with fewer hop-bytes than linear %d take less time\n", fewer, faster
}

END {
	print "Hop-bytes over those of linear; * the least; gsearch, rank, best, local, anneal: from linear; s+gs: gsearch from scotch\n"
	printf "%-10s%-8s %-13s", "machine", "nodes", "matrix"
	for (k = 2; k <= methods; k++) printf "%7s ", (method[k] in head ? head[method[k]] : method[k])
	print ""
	for (i = 1; i <= rows; i++) line(keys[i])
	print ""
	for (k = 1; k <= methods; k++)
		printf "%-26s least in %2d of %2d, less than all of gsearch, -rank, -best and local from linear in %2d; %.2g s a job\n",
			method[k], wins[method[k]], runs[method[k]], ahead[method[k]], spent[method[k]] / runs[method[k]]
	if (places) simulated()
}
