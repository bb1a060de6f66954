# same.awk -- split-invariance: awk -v stages=N -v files='links …' -f table.awk -f same.awk
#
# Each line of the input names a folder and, behind a tab, which of the cases of ours it was played on, in its order.  Its tables 1.csv …
# N.csv, and files that it has, must have the header and the rows of these cases, byte for byte; of the folder `cat`, N.csv alone.

BEGIN { count_cases("0.csv") }

{
	tab = index($0, "\t")
	compare(substr($0, 1, tab - 1), split(substr($0, tab + 1), which, " "))
}

END { exit breaches > 0 }

function compare(folder, wanted,   part, n, k)
{
	for (k = folder == "cat" ? stages : 1; k <= stages; k++)
		if (!compare_file(folder, k ".csv", wanted))
			return		# what comes behind it differs, too
	n = folder == "cat" ? 0 : split(files, part, " ")
	for (k = 1; k <= n; k++)
		if (!compare_file(folder, part[k] ".csv", wanted))
			return
}

function read_ours(file)
{
	opened[file] = 1
	if (open_table(file))
		while (next_row(file))
			body[file, value(file, "case")] = body[file, value(file, "case")] record "\n"
}

function compare_file(folder, file, wanted,   i, ours, path, theirs)
{
	if (!(file in opened))
		read_ours(file)
	for (i = 1; i <= wanted; i++)
		ours = ours body[file, at_place[which[i]]]
	path = folder "/" file
	if (open_table(path))
		while (next_text(path))
			theirs = theirs record "\n"
	close(path)
	if (header_text[path] != header_text[file])
		broken(path " has the header '" header_text[path] "', " file " has '" header_text[file] "'")
	else if (ours != theirs)
		broken(path " is not cases " join(wanted) "of " file)
	else
		return 1
	return 0
}

function join(wanted,   i, text)
{
	for (i = 1; i <= wanted; i++)
		text = text which[i] " "
	return text
}
