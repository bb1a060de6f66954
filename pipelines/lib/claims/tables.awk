# tables -- reading the tables of the parts.
#
# `kind` is the table's name.  A file of rules says which it reads in BEGIN { needed[KIND] = "COLUMN ..." }; other
# tables are passed over.  at[COLUMN] is the place of a column.

BEGIN { FS = "," }

function bad(what) {
	print "measure: " FILENAME ": " what | "cat >&2"
	failed = 1
	exit 1
}
function number(name) {
	if ($at[name] !~ /^-?[0-9.]+(e[-+]?[0-9]+)?$/) bad("row " FNR ": " name ": '" $at[name] "': wanted a number")
	return $at[name] + 0
}

!(kind in needed) { next }
# A quoted cell loses its commas; no rule reads one.
/"/ && kind != "reasons" {
	n = split($0, part, "\"")
	for (i = 2; i <= n; i += 2) gsub(/,/, " ", part[i])
	for (i = 1; i <= n; i++) $0 = i == 1 ? part[1] : $0 part[i]
}
FNR == 1 {
	split("", at)
	for (i = 1; i <= NF; i++) at[$i] = i
	n = split(needed[kind], need, " ")
	for (i = 1; i <= n; i++) if (!(need[i] in at)) bad("no column " need[i])
	next
}

END { if (failed) exit 1 }
