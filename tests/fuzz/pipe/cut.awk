# cut.awk -- some cases of a table as a table, in the order that is asked for, byte for byte:
# awk -v file=FILE -v cases='3 1' -f table.awk -f cases.awk -f cut.awk; cases are counted from 1.  Without `cases`, how many there are.

BEGIN {
	if (!open_table(file))
		exit 1
	while (next_row(file)) {
		now = value(file, "case")
		count_case(now)
		body[now] = body[now] record "\n"
	}
	if (cases == "") {
		print count + 0
		exit
	}
	print preamble[file] header_text[file]
	wanted = split(cases, which, " ")
	for (i = 1; i <= wanted; i++)
		printf "%s", body[at_place[which[i]]]
}
