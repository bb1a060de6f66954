#!/usr/bin/env bash
# metrics grid: the cells of a study, checked and named.
source "$(dirname "$0")/../lib.sh"

printf '%s\n' 'column,values,meaning' 'study,net,"the study, by name"' 'g,[2-9]|[1-9][0-9]+,groups' 'load,0\.[0-9]+|1,what a node sends' \
	'order,small|large|,which jobs come first' >"$shared_dir/columns.csv"
some_cells() { printf '%s\n' study,g,load,order net,17,0.9,small net,2,1, net,300,0.25,large; }
grid() { metrics grid --columns "$shared_dir/columns.csv" "$@"; }
# refuses WANT < GRID: exit 1, that message, and no output
not_a_grid() { exits 1 grid >refused 2>err && grep -qxF "metrics: <stdin>:$1" err && ! test -s refused || { cat err; return 1; }; }
# declared WANT < COLUMNS: the same of a file of columns
declared() { cat >c.csv && some_cells | exits 1 metrics grid --columns c.csv >refused 2>err && grep -qxF "metrics: c.csv:$1" err && ! test -s refused || { cat err; return 1; }; }

t 'rows come through in their order, the id in front; no preamble' '
	some_cells | grid >out && cut -d, -f2- out | diff <(some_cells) - && cut -d, -f1 out | sed 1q | grep -qx id && test "$(sed 1d out | grep -cE "^[0-9a-f]{16},")" = 3'
t 'ids are what they have always been: results are found by them' '
	some_cells | grid | sed 1d | cut -d, -f1 | tr "\n" " " >out && test "$(cat out)" = "3e9236c1e3491993 9b9649bd91961f46 f723bcd7fe01f384 "'
t 'the same bytes twice, and from what it wrote itself' '
	some_cells | grid >1 && some_cells | grid >2 && cmp 1 2 && grid 1 | cmp - 1 && grid - <1 | cmp - 1'
t 'neither the order of the columns nor that of the rows changes an id' '
	some_cells | grid | cut -d, -f1 | sed 1d | sort >want &&
	some_cells | awk -F, -v OFS=, "{ print \$4, \$2, \$1, \$3 }" | grid >out && sed 1q out | grep -qx id,order,g,study,load && cut -d, -f1 out | sed 1d | sort | cmp - want &&
	{ some_cells | sed 1q; some_cells | sed 1d | tac; } | grid | cut -d, -f1 | sed 1d | sort | cmp - want'
t 'nor does a column that came later and is empty; a value in it does' '
	{ cat "$shared_dir/columns.csv"; echo "bytes,[0-9]*,size"; } >later.csv && some_cells | grid | cut -d, -f1 >want &&
	some_cells | awk "{ print NR == 1 ? \"bytes,\" \$0 : \",\" \$0 }" | metrics grid --columns later.csv | cut -d, -f1 | cmp - want &&
	some_cells | awk "{ print NR == 1 ? \"bytes,\" \$0 : \"8,\" \$0 }" | metrics grid --columns later.csv | cut -d, -f1 | sort - want | uniq -d >same && test "$(cat same)" = id'
t 'a value makes another cell under another name; names and values do not run together' '
	printf "%s\n" column,values,meaning a,.*, ab,.*, >c.csv && printf "%s\n" a,ab x, ,x bx, "" | sed "s/^\$/,bx/" | metrics grid --columns c.csv | cut -d, -f1 | sort -u | wc -l >out && test "$(cat out)" = 5'
t 'a hundred thousand cells have as many ids' '
	awk "BEGIN { print \"study,g,load,order\"; for (i = 2; i <= 100001; i++) print \"net,\" i \",1,\" }" | grid >out && sed 1d out | cut -c1-16 | sort -u | wc -l >ids && test "$(cat ids)" = 100000'
t 'a grid without cells is one' 'some_cells | sed 1q | grid >out && echo id,study,g,load,order | cmp - out'
t 'CRLF, a byte order mark, a missing last newline, quotes that need not be: written plainly' '
	some_cells | grid >want && { printf "\357\273\277"; some_cells | sed "s/\$/\r/; s/small/\"small\"/" | head -c -2; } | grid | cmp - want'

t 'a value must match whole, whatever stands in the expression' '
	for bad in 1 0 1x x17 "" 17g; do
		{ some_cells; echo "net,$bad,1,"; } | not_a_grid "5: g: '"'\$bad'"': must match '"'[2-9]|[1-9][0-9]+'"'" || exit 1
	done'
t 'a value with bytes that are no UTF-8 does not match in part' '
	printf "study,g,load,order\nnet,17\377,1,\n" | exits 1 grid 2>err && grep -aq "^metrics: <stdin>:2: g: .17" err &&
	printf "study,g,load,order\nnet,\37717,1,\n" | exits 1 grid 2>err && grep -aq "^metrics: <stdin>:2: g: " err'
t 'a value that is not plain is refused, whatever the expression allows' '
	printf "%s\n" column,values,meaning "a,(?s).*,anything" >c.csv &&
	for bad in "\"x,y\"" "\"x\"\"y\"" "\"x
y\"" "\"x
\""; do
		printf "a\n%s\n" "$bad" | exits 1 metrics grid --columns c.csv >out 2>err && ! test -s out &&
		grep -q "^metrics: <stdin>:2: a: .*: must be plain, without comma, quote and line break\$" err || exit 1
	done'
t 'an unknown column, a missing one, one twice' '
	some_cells | sed "1s/load/loads/" | not_a_grid "1: loads: $shared_dir/columns.csv declares no such column" &&
	some_cells | cut -d, -f1-3 | not_a_grid "1: order: this column is missing" &&
	some_cells | sed "1s/order/load/" | not_a_grid "1: load: two columns have this name"'
t 'two rows that are the same cell' '
	{ some_cells; echo net,2,1,; } | not_a_grid "5: id: '"'$(some_cells | grid | sed -n '3s/,.*//p')'"': the cell of line 3 again" &&
	{ some_cells | grid; some_cells | grid | sed -n 2p; } | exits 1 grid 2>err && grep -q "^metrics: <stdin>:5: id: .*: the cell of line 2 again\$" err'
t 'an id that is not its row'\''s: the row has been changed' '
	some_cells | grid >ids.csv && sed "3s/,2,/,3,/" ids.csv | exits 1 grid 2>err >out && ! test -s out &&
	grep -q "^metrics: <stdin>:3: id: .$(sed -n "3s/,.*//p" ids.csv).: is not the id of this row, which is .[0-9a-f]\{16\}.\$" err &&
	sed "3s/^[0-9a-f]*//" ids.csv | exits 1 grid 2>err && grep -q "^metrics: <stdin>:3: id: .*: is not the id of this row" err'
t 'a preamble, a ragged row, empty input' '
	{ echo "#hopline 1"; some_cells; } | not_a_grid "1: a preamble, where a grid begins with its header" &&
	{ some_cells; echo net,2; } | not_a_grid "5: 2 cells, the header has 4" &&
	refuses 1 "metrics: <stdin>: empty input" grid'

t 'a bad regular expression: its place in the file of columns, and what PCRE2 says' '
	printf "%s\n" column,values,meaning g,[0-9]+, "load,0(.5,x" | declared "3: values: '"'0(.5'"': missing closing parenthesis, at offset 4"'
t 'a column that is declared twice, id declared, what is no name' '
	printf "%s\n" column,values,meaning g,[0-9]+, load,1, g,2, | declared "4: column: '"'g'"': is declared twice" &&
	printf "%s\n" column,values,meaning id,.*, | declared "2: column: '"'id'"': must not be declared, it is made from the other columns" &&
	for bad in "" a-b a=b "a b" "\"a,b\""; do printf "%s\n" column,values,meaning "$bad,x," | declared "2: column: '"'\$(tr -d \\\" <<<\"\$bad\")'"': must be a name of letters, digits and '"'_'"'" || exit 1; done'
t 'a file of columns lacks one of its own, or is not there' '
	printf "%s\n" column,values g,1 | declared "1: meaning: this column is missing" &&
	some_cells | exits 1 metrics grid --columns none.csv 2>err && grep -q "^metrics: cannot open .none.csv." err'
t 'an expression that takes too long: exit 1 with the cell named' '
	printf "%s\n" column,values,meaning "n,(0+|0+0)+," >c.csv && { echo n; printf "%040d1\n" 0; } | exits 1 metrics grid --columns c.csv 2>err >out && grep -q "^metrics: <stdin>:2: n: .0*.*limit" err && ! test -s out'
t 'no --columns, two grids, a machine: exit 2' '
	refuses 2 "metrics: --columns is required" metrics grid &&
	exits 2 grid a.csv b.csv 2>err && grep -q "^metrics: .b.csv.: one file at most" err &&
	some_cells | refuses 2 "metrics: --machine: " grid --machine dragonfly:g=17,a=4,p=4'
if [ -w /dev/full ]; then
	t 'a full disk is an error' 'some_cells | exits 1 grid >/dev/full 2>err && grep -q "^metrics: write error" err'
else
	skip 'a full disk is an error' 'no /dev/full here'
fi

done_testing
