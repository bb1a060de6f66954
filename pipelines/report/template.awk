# template -- HTML from the blocks of a file: lines under a line `== BLOCK`; one that begins with a tab goes on where the last one ended.
#
#	template(file)	reads the blocks
#	filled(block)	its text, the slots filled; fill(block) prints that
#
# {{NAME}} is slot["NAME"], or where there is none the variable of the environment, escaped; {{&NAME}} is it as it stands.  A line that
# begins with {{?NAME}} is left out where that is empty, one with {{!NAME}} where it is not.

function template(file,    line, block) {
	while ((getline line <file) > 0)
		if (line ~ /^== /) block = substr(line, 4)
		else if (line ~ /^\t/) html[block] = html[block] substr(line, 2)
		else html[block] = html[block] (html[block] == "" ? "" : "\n") line
	close(file)
}

function in_slot(name) { return name in slot ? slot[name] : ENVIRON[name] }

function filled(block,    n, i, line, name, text, out, lines) {
	n = split(html[block], line, "\n")
	for (i = 1; i <= n; i++) {
		text = line[i]
		if (text ~ /^[{][{][?!]/) {
			name = substr(text, 4, index(text, "}}") - 4)
			if ((in_slot(name) == "") == (substr(text, 3, 1) == "?")) continue
			text = substr(text, index(text, "}}") + 2)
		}
		out = lines++ ? out "\n" : ""
		while (match(text, /[{][{]&?[a-z_0-9]+[}][}]/)) {
			name = substr(text, RSTART + 2, RLENGTH - 4)
			out = out substr(text, 1, RSTART - 1) (name ~ /^&/ ? in_slot(substr(name, 2)) : escape(in_slot(name)))
			text = substr(text, RSTART + RLENGTH)
		}
		out = out text
	}
	return out
}

function fill(block) { print filled(block) }

# add(LIST, BLOCK): the block as another line of slot[LIST].  put(ROWS, KEY, NAMES): ROWS[KEY, NAME] into the slots of these names.
function add(list, block) { slot[list] = slot[list] filled(block) "\n" }
function put(rows, key, names,    n, name) {
	for (n = split(names, name, " "); n > 0; n--) slot[name[n]] = rows[key, name[n]]
}
