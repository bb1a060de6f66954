# tails.awk -- what metrics answered, beside the rows: awk -v table=RESULT, where `tails` and tail1.csv … are
#
# select writes the rows that meet its condition, and the columns that were asked for.  The others need only have answered.

BEGIN {
	while ((getline command <"tails") > 0) {
		answer = "tail" ++n ".csv"
		if (command !~ /^metrics select/)
			continue
		file = command
		sub(/.* /, "", file)
		load_table(file)
		load_table(answer)
		met = 0
		for (i = 1; i <= rows[file]; i++)
			met += meets()
		if (rows[answer] != met)
			broken(command ": " rows[answer] " rows, and " met " meet it")
		if (command ~ /--columns/ && header_text[answer] != "nodes,job,pattern")
			broken(command ": the columns are '" header_text[answer] "'")
	}
	exit breaches > 0
}

function meets()
{
	if (match(command, /nodes<=[0-9]+/))
		return of_row(file, i, "nodes", "") != "" && number(file, i, "nodes", 0) <= substr(command, RSTART + 7, RLENGTH - 7) + 0
	if (command ~ /packets>0/)
		return of_row(file, i, "class", "") == "node" && number(file, i, "packets", 0) > 0
	if (command ~ /packets!=0/)
		return of_row(file, i, "case", "") != "" && number(file, i, "packets", 0) != 0
	return 1
}
