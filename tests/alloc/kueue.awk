# kueue -- the cases of data/reference/kueue for alloc, and alloc's answers as domains with counts of nodes.
#
#	way=conf	tree=NAME: trees.csv to a topology.conf, a leaf switch a host, a node a pod
#	way=jobs	tree=NAME levels=LIST: cases.csv to rows of jobs, each a case of its own
#	way=answers	tree=NAME levels=LIST: trees.csv, cases.csv and alloc's table: "GIVEN = WANTED" where these differ, and at the end how
#			many were compared
BEGIN { FS = ","; number["host"] = 1; number["rack"] = 2; number["block"] = 3 }
FNR == 1 { file++ }
way == "conf" && $1 == tree {
	rack = $2 "-" $3
	printf "SwitchName=h%s Nodes=%s-[1-%d]\n", $4, $4, $5
	sign = rack == last ? "," : ""
	n += rack != last
	racks[n] = racks[n] sign "h" $4
	if (rack != last) {
		name[n] = rack
		sign = $2 == block ? "," : ""
		b += $2 != block
		blocks[b] = blocks[b] sign rack
		block_name[b] = block = $2
	}
	last = rack
}
way == "jobs" && $1 == tree && $2 == levels {
	k++
	printf "%d,j,%d,%s,%s,%s,%s\n", k, $3, $4, number[$5], $6, number[$7]
}
way == "answers" && file == 1 && $1 == tree {
	for (i = 0; i < $5; i++)
		owner[nodes++] = levels ~ /host/ ? $4 : levels ~ /rack/ ? $2 "/" $3 : $2
}
way == "answers" && file == 2 && $1 == tree && $2 == levels { wanted[++k] = $8 }
way == "answers" && file == 3 && FNR > 1 {
	got = ""
	split("", count)
	m = split($NF, part, " ")
	for (i = 1; i <= m; i++) {
		ends = split(part[i], end, "-")
		for (v = end[1]; v <= end[ends]; v++)
			count[owner[v]]++
	}
	for (v = 0; v < nodes; v++)
		if (count[owner[v]]) {
			got = got (got == "" ? "" : " ") owner[v] ":" count[owner[v]]
			count[owner[v]] = 0
		}
	compared++
	if (got != wanted[$1])
		print got " = " wanted[$1]
}
END {
	for (i = 1; i <= n; i++)
		printf "SwitchName=%s Switches=%s\n", name[i], racks[i]
	for (i = 1; i <= b; i++)
		printf "SwitchName=%s Switches=%s\n", block_name[i], blocks[i]
	for (i = 1; i <= b; i++)
		printf "%s%s%s", i == 1 ? "SwitchName=top Switches=" : ",", block_name[i], i == b ? "\n" : ""
	if (way == "answers")
		print compared " of " k
}
