# columns -- tables by the names of their columns; before the awk that reads them.

# What a curve is, for all tables of points: the set of theirs, and what of ours stands for it.
BEGIN { curve_columns = "set,network,pattern,packet,their_routing,our_routing,our_router,our_speedup,our_options,stands" }

# The columns of this file, of which this is the first line.
function header(    i) {
	delete at
	for (i = 1; i <= NF; i++) at[$i] = i
}

# The cells of this row in the columns `names`.
function cells(names,    name, n, i, text) {
	n = split(names, name, ",")
	for (i = 1; i <= n; i++) text = text (i > 1 ? "," : "") $at[name[i]]
	return text
}

# What is wrong in the column of this row; the variable `simulator` says whose table it is.
function bad(column, why) {
	printf "%s: %s:%d: %s: \047%s\047 %s\n", simulator, FILENAME, FNR, column, $at[column], why >"/dev/stderr"
	exit failed = 1
}

# The columns of this file, which must be all there: those of `names`.
function header_with(names,    i, n, name) {
	header()
	n = split(names, name, " ")
	for (i = 1; i <= n; i++)
		if (!(name[i] in at)) {
			at[name[i]] = NF + 1
			bad(name[i], "is missing")
		}
}
