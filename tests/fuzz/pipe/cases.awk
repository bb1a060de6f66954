# cases.awk -- the cases of a table by number: at_place[1 … count] are their names in the order in which they stand there.

function count_case(id)
{
	if (!(id in met))
		at_place[++count] = id
	met[id] = 1
}

function count_cases(table)
{
	open_table(table)
	while (next_row(table))
		count_case(value(table, "case"))
	close(table)
}
