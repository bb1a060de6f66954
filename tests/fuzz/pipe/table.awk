# table.awk -- reads the tables that flow through a pipe (hopline-stream.5) without the tools' own reader: preamble, records with
# quotes over several lines, columns by name, lists of nodes.  For drawing, cutting and checking; a program says -f table.awk first.

# The next record of a file in record; 0 at the end.
function read_text(file,   line)
{
	if ((getline line <file) <= 0)
		return 0
	record = line
	while (index(line, "\"") && gsub(/"/, "\"", line) % 2 == 1) {	# a quote is open: the line's end is in a cell
		if ((getline line <file) <= 0)
			return 0
		record = record "\n" line
		line = "\"" line
	}
	return 1
}

# The same with its cells in cell[1 … cells].
function read_record(file)
{
	if (!read_text(file))
		return 0
	split_record(record)
	return 1
}

function split_record(text,   end, i)
{
	sub(/\r$/, "", text)
	if (text != "" && !index(text, "\"")) {
		cells = split(text, cell, ",")
		for (i = 1; i <= cells; i++)
			cell[i] = cell[i] ""	# a text, whatever it looks like
		return
	}
	cells = 0
	for (;;) {
		if (substr(text, 1, 1) == "\"") {
			end = 2
			while (substr(text, end, 1) != "\"" || substr(text, end + 1, 1) == "\"")
				end += substr(text, end, 1) == "\"" ? 2 : 1
			cell[++cells] = substr(text, 2, end - 2)
			gsub(/""/, "\"", cell[cells])
			text = substr(text, end + 1)
		} else {
			end = index(text, ",")
			cell[++cells] = end ? substr(text, 1, end - 1) : text
			text = end ? substr(text, end) : ""
		}
		if (text == "")
			return
		text = substr(text, 2)
	}
}

# Read preamble and header of a file: preamble, header_text, column[file, name] and name[file, 1 … columns[file]].
function open_table(file,   i)
{
	preamble[file] = ""
	for (i = 0; read_record(file); i++) {
		if (i == 0 && sub(/^\357\273\277/, "", record))
			split_record(record)
		if (record !~ /^#/)
			break
		preamble[file] = preamble[file] record "\n"
	}
	header_text[file] = record
	columns[file] = cells
	for (i = 1; i <= cells; i++) {
		name[file, i] = cell[i]
		column[file, cell[i]] = i
	}
	return cells > 0
}

# The next row, its cells not looked at; the preamble and header of a further block are skipped.
function next_text(file)
{
	do {
		if (!read_text(file))
			return 0
		while (record ~ /^#hopline( |$|\r)/ && record != header_text[file])
			while (record ~ /^#/ && read_text(file))
				;
	} while (record == header_text[file])
	return 1
}

function next_row(file)
{
	if (!next_text(file))
		return 0
	split_record(record)
	return 1
}

# Of the record just read: the cell of a column, "" where there is no such column.
function value(file, title) { return (file, title) in column ? cell[column[file, title]] : "" }

# A whole table: row[file, i, name] for i = 1 … rows[file].
function load_table(file,   i)
{
	rows[file] = 0
	if (!open_table(file))
		return 0
	while (next_row(file)) {
		rows[file]++
		if (cells != columns[file])
			broken(file ": row " rows[file] " has " cells " cells")
		for (i = 1; i <= cells; i++)
			row[file, rows[file], name[file, i]] = cell[i]
	}
	close(file)
	return 1
}

# A cell of a loaded table, `otherwise` where it is absent or empty.
function of_row(file, i, title, otherwise)
{
	if (!((file, title) in column))
		return otherwise
	return row[file, i, title] == "" ? otherwise : row[file, i, title]
}

# The same as a number.
function number(file, i, title, otherwise) { return of_row(file, i, title, otherwise) + 0 }

# The items of a list cell in item[0 …]; how many.
function read_list(text, item,   part, n, i, times, ends, v, k, count)
{
	n = split(text, part, " ")
	for (i = 1; i <= n; i++) {
		times = 1
		if (match(part[i], /x[0-9]+$/)) {
			times = substr(part[i], RSTART + 1)
			part[i] = substr(part[i], 1, RSTART - 1)
		}
		if (split(part[i], ends, "-") == 1)
			ends[2] = ends[1]
		for (v = ends[1] + 0; v <= ends[2] + 0; v++)
			for (k = 0; k < times; k++)
				item[count++] = v
	}
	return count + 0
}

# What is broken, one line, after which the program ends with 1.
function broken(text) { print text; breaches++; if (breaches == 5) exit 1 }
