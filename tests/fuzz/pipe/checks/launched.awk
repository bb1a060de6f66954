# launched.awk -- picks a job of a mapped table for a launcher's file: awk -v file=TABLE -v hosts=own|machine|job
#
# Four lines: its row, its case (empty where the table has none), its name, and what --hosts says.  Nothing where no job has tasks.

BEGIN {
	load_table(file)
	load_table("nodes.csv")
	for (i = 1; i <= rows[file]; i++)
		if (of_row(file, i, "task_nodes", "") != "")
			placed[++n] = i
	if (!n)
		exit
	i = placed[1 + length(preamble[file]) % n]
	count = number(file, i, "nodes", 0)
	print i
	print of_row(file, i, "case", "")
	print of_row(file, i, "job", "")
	if (hosts == "machine" || hosts == "job" && count == rows["nodes.csv"])
		print "n[0-" rows["nodes.csv"] - 1 "]"
	else
		print hosts == "job" ? "j[1-" count "]" : ""
}
