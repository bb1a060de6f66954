# recorded.awk -- a table of what a slurmctld chose (data/reference/slurm/26.05), as jobs for alloc and against what alloc says.
#
# awk -v way=ask recorded.awk CONF TABLE: the jobs: by case one that holds the busy nodes, and one that wants some.
# awk -v way=compare recorded.awk CONF TABLE MESSAGES ANSWERS: the cases that differ, and how many there are in all.  A job waits where it
# has no nodes, and is refused where a message says so.  CONF is a topology.conf, or /dev/null for nodes in a row.

# hosts("n[08,10-11],n20", out): the numbers behind the n of each, in their order; how many
function hosts(text, out,    n, part, i, ends, k) {
	gsub(/[^0-9,-]/, "", text)
	n = 0
	split(text, part, ",")
	for (i = 1; i in part && text != ""; i++) {
		split(part[i] "-" part[i], ends, "-")
		for (k = ends[1] + 0; k <= ends[2] + 0; k++)
			out[++n] = k
	}
	return n
}

# A list of hosts as alloc's numbers, ascending; these go by the lines of the file.  `known`: they are such numbers already.
function numbers(text, known,    host, n, i, is, list) {
	n = hosts(text, host)
	for (i = 1; i <= n; i++)
		is[nodes && !known ? number[host[i]] : host[i]] = 1
	for (i = 0; i < 400; i++)
		if (i in is)
			list = list " " i
	return substr(list, 2)
}

# The cells of a row of CSV into cell[].
function cells(line,    n, at) {
	for (n = 1; line != ""; n++) {
		if (line ~ /^"/) {
			at = index(substr(line, 2), "\"")
			cell[n] = substr(line, 2, at - 1)
			line = substr(line, at + 3)
		} else {
			at = index(line ",", ",")
			cell[n] = substr(line, 1, at - 1)
			line = substr(line, at + 1)
		}
	}
	while (n <= 10)
		cell[n++] = ""
}

# What a job asked for by a word, as "segment=4": "4"; 1 for a word alone.
function option(word,    part, i) {
	split(cell[8], part, " ")
	for (i in part)
		if (part[i] == word || index(part[i], word "=") == 1)
			return part[i] == word ? 1 : substr(part[i], length(word) + 2)
	return ""
}

FNR == 1 { file++ }
FILENAME == ARGV[1] && /[Nn]odes[=:]/ {
	sub(/.*[Nn]odes[=:]/, "")
	n = hosts($0, host)
	for (i = 1; i <= n; i++)
		number[host[i]] = nodes++
	delete host
}
FILENAME == ARGV[2] && FNR == 1 && way == "ask" {
	print "case,job,nodes,node_list,segment,exclusive,switches,contiguous,spread_segments,consolidate_segments"
	line = 1
}
FILENAME == ARGV[2] && FNR > 1 {
	cells($0)
	busy = numbers(cell[6], 0)
	if (way == "ask") {
		if (busy != "")
			print cell[1] ",busy," split(busy, none, " ") "," busy ",,,,,,"
		printf "%s,asks,%s,,%s,%s,%s,%s,%s,%s\n", cell[1], cell[7], option("segment"), option("excl"), option("switches"),
			option("contiguous"), option("spread"), option("consolidate")
	} else {
		line += 1 + (busy != "")
		case_at[line + 1] = cell[1]
		want[cell[1]] = cell[9] ~ /^!/ ? "refused" : cell[9] == "" ? "waits" : numbers(cell[9], 0)
		order[++all] = cell[1]
	}
}
FILENAME == ARGV[3] {
	split($0, part, ":")
	got[case_at[part[3]]] = / is refused: / ? "refused" : "waits"
}
FILENAME == ARGV[4] && /,asks,/ {
	cells($0)
	gsub(/ /, ",", cell[4])
	if (cell[4] != "")
		got[cell[1]] = numbers(cell[4], 1)
}
END {
	for (i = 1; i <= all; i++)
		if (got[order[i]] != want[order[i]])
			printf "%s ", order[i]
	if (way == "compare")
		print "of " all
}
