# title -- what a study's figures.csv calls a picture: its title, behind the number of a figure of the paper.
#	awk -f csv.awk -f title.awk figures.csv PICTURE

BEGIN {
	file = ARGV[1]
	csv_header(file, at)
	while (csv_row(file, cell) > 0)
		if (cell[at["file"]] == ARGV[2]) print (cell[at["figure"]] ~ /^Fig/ ? cell[at["figure"]] ": " : "") cell[at["title"]]
}
