# csv -- rows of CSV files, quoted cells and all.
#
#	csv_header(file, at)	at[NAME]: where a column is; how many there are, 0 when the file is not there
#	csv_row(file, cell)	the next row into cell[1..n]; n, 0 at the end
#	csv_runs[file]		the #run lines of its preamble, a line each

# The next line as it is; 1, or 0 at the end.
function csv_line(file) {
	if ((getline csv_text <file) <= 0) return 0
	sub(/\r$/, "", csv_text)
	return 1
}

# Cut the first cell off csv_text.
function csv_cell(file,    text) {
	if (csv_text !~ /^"/) {
		match(csv_text, /^[^,]*/)
		text = substr(csv_text, 1, RLENGTH)
	} else {
		match(csv_text, /^"([^"]|"")*"/)
		text = substr(csv_text, 2, RLENGTH - 2)
		gsub(/""/, "\"", text)
	}
	csv_text = substr(csv_text, RLENGTH + 1)
	if (csv_text != "" && csv_text !~ /^,/) csv_bad(file, "text after a closing quote")
	return text
}

function csv_row(file, cell,    begun, n) {
	split("", cell)
	if (!csv_line(file)) return 0
	# A cell may hold line ends: as long as a quote is open, the next line belongs to it.
	while (gsub(/"/, "\"", csv_text) % 2) {
		begun = csv_text
		if (!csv_line(file)) csv_bad(file, "a quoted cell does not end")
		csv_text = begun "\n" csv_text
	}
	do cell[++n] = csv_cell(file); while (sub(/^,/, "", csv_text))
	return n
}

function csv_header(file, at,    n, i) {
	split("", at)
	do {
		if (!csv_line(file)) return 0
		if (csv_text ~ /^#run /) csv_runs[file] = csv_runs[file] substr(csv_text, 6) "\n"
	} while (csv_text ~ /^#/)
	do at[csv_cell(file)] = ++n; while (sub(/^,/, "", csv_text))
	return n
}

function csv_bad(file, why) {
	print "report: " file ": " why >"/dev/stderr"
	exit 1
}
