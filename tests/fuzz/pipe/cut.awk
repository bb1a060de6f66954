# cut.awk -- a table cut into its cases, byte for byte: awk -v file=FILE -f random.awk -f table.awk -f cases.awk -f cut.awk
#
# Writes FOLDER/0.csv into folders that are there, and prints for each the folder and its cases, counted from 1, behind a tab: alone/1 to
# alone/3 have a case each, alone/4 all further ones, and `shuffled` has all of them in another order, as two tables one behind the
# other.  Of a table of one case it writes nothing.

BEGIN {
	if (!open_table(file))
		exit 1
	while (next_row(file)) {
		rows_met++
		now = value(file, "case")
		count_case(now)
		body[now] = body[now] record "\n"
	}
	if (count < 2)
		exit
	for (i = 1; i <= 3 && i <= count; i++)
		write("alone/" i, i, "")
	if (count > 3)
		write("alone/4", span(4), "")
	random_seed(rows_met)
	for (i = 1; i <= count; i++)
		which[i] = i
	do
		random_shuffle(which, count)
	while (listed(1, count) == span(1))
	first = random_from(1, count - 1)
	write("shuffled", listed(1, first), listed(first + 1, count))
}

# The cases from the i-th on, in their order.
function span(i,   text)
{
	for (; i <= count; i++)
		text = text i " "
	return text
}

function listed(from, to,   text)
{
	for (; from <= to; from++)
		text = text which[from] " "
	return text
}

# Some cases as a table, and others as a second one behind it.
function write(folder, cases, others)
{
	write_table(folder "/0.csv", cases)
	if (others != "")
		write_table(folder "/0.csv", others)
	close(folder "/0.csv")
	print folder "\t" cases others
}

function write_table(path, cases,   part, n, i)
{
	print preamble[file] header_text[file] >path
	n = split(cases, part, " ")
	for (i = 1; i <= n; i++)
		printf "%s", body[at_place[part[i]]] >path
}
