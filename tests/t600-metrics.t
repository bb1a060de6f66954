#!/usr/bin/env bash
# metrics: what its subcommands have in common -- the command line, several files, bad input.
source "$(dirname "$0")/lib.sh"

three_rows() { printf '%s\n' 'alloc,nodes,comm_time_s' 'rdn,16,2' 'rdn,16,4' 'rdg,16,1'; }
figures='summary --by alloc --of comm_time_s'

t '--list names every file that defines a subcommand' '
	metrics --list | awk "{ print \$1 }" | sort >listed &&
	grep -rhox "const subcommand subcommand_[a-z]* = { \"[a-z]*\".*" "$HOPLINE_ROOT/tools/metrics" | cut -d "\"" -f 2 | sort >defined &&
	test -s defined && diff listed defined'
t '--help and --version' '
	metrics --help | grep -q "^  links " && metrics summary --help | grep -q -e --of &&
	test "$(metrics --version)" = "metrics $(cat "$HOPLINE_ROOT/VERSION")" &&
	test "$(metrics select --version)" = "metrics $(cat "$HOPLINE_ROOT/VERSION")"'
t 'no subcommand, an unknown one: exit 2, the known ones named' '
	exits 2 metrics 2>err && grep -q "^metrics: name a subcommand: .*summary" err &&
	exits 2 metrics sumary 2>err && grep -q "^metrics: unknown subcommand .sumary.; did you mean .summary.? known: .*summary" err'
t 'an unknown option, a missing one: exit 2' '
	exits 2 metrics summary --off x </dev/null 2>err && grep -q "^metrics: .*--off" err && grep -q "^Try .metrics summary --help" err &&
	refuses 2 "metrics: --of is required" metrics summary --by alloc &&
	refuses 2 "metrics: --baseline is required" metrics compare &&
	refuses 2 "metrics: --claims is required" metrics claims'
t 'a machine is none of its business: exit 2' '
	three_rows | refuses 2 "metrics: --machine: " metrics '"$figures"' --machine dragonfly:g=17,a=4,p=4 &&
	three_rows | refuses 2 "metrics: --set: " metrics select --set cores=4'

t 'a file, standard input and - are one' '
	three_rows >x.csv && metrics '"$figures"' --no-preamble x.csv >1 && three_rows | metrics '"$figures"' --no-preamble >2 &&
	three_rows | metrics '"$figures"' --no-preamble - >3 && cmp 1 2 && cmp 2 3 && grep -q "^rdn,2,0,3," 1'
t 'several files are one table, columns by name in any order' '
	three_rows >a.csv && printf "comm_time_s,alloc,extra\n6,rdn,x\n" >b.csv &&
	metrics '"$figures"' --no-preamble a.csv b.csv | cut -d, -f1-4 >out &&
	printf "%s\n" alloc,count,empty,mean rdn,3,0,4 rdg,1,0,1 | diff - out'
t 'a column that one of them lacks: exit 1, the file and the column named, no output' '
	three_rows >a.csv && printf "alloc,time\nrdn,6\n" >b.csv && refuses 1 "metrics: b.csv:1: comm_time_s: " metrics '"$figures"' a.csv b.csv && ! test -s out.csv'
t 'a missing file: exit 1' '
	three_rows >a.csv && exits 1 metrics '"$figures"' a.csv none.csv >out 2>err && grep -q "^metrics: cannot open .none.csv.: " err && ! test -s out'

t 'the preamble of a single input is repeated, with the run' '
	{ printf "#hopline 1\n#machine dragonfly:g=17,a=4,p=4\n#run netsim 0.1.0\n"; three_rows; } >s.csv &&
	metrics '"$figures"' s.csv | sed -n 1,4p >out &&
	printf "%s\n" "#hopline 1" "#machine dragonfly:g=17,a=4,p=4" "#run netsim 0.1.0" \
		"#run metrics $(cat "$HOPLINE_ROOT/VERSION") summary --by alloc --of comm_time_s s.csv" | diff - out'
t 'several inputs have no common origin: only the run' '
	{ printf "#hopline 1\n#run netsim 0.1.0\n"; three_rows; } >s.csv && metrics '"$figures"' s.csv s.csv | grep -c "^#" >out && test "$(cat out)" = 2 &&
	metrics '"$figures"' s.csv s.csv | grep -q "^rdn,4,"'
t 'blocks that were concatenated into one stream are one table' '
	{ printf "#hopline 1\n#run alloc 0.1.0 --policy rdn\n"; three_rows; } >s.csv && cat s.csv s.csv | metrics '"$figures"' | grep -q "^rdn,4,0,3,"'

t 'a header alone: exit 0, a header' '
	three_rows | sed 1q >h.csv &&
	metrics '"$figures"' --no-preamble h.csv >out && test "$(wc -l <out)" = 1 && grep -q "^alloc,count" out &&
	metrics select --no-preamble h.csv | cmp - h.csv &&
	metrics compare --baseline rdn --no-preamble h.csv >out && test "$(wc -l <out)" = 1'
t 'empty input, a preamble alone: exit 1' '
	refuses 1 "metrics: <stdin>: " metrics '"$figures"' &&
	printf "#hopline 1\n" | exits 1 metrics '"$figures"' 2>err && test -s err'
t 'CRLF, a byte order mark, a missing last newline' '
	three_rows >a.csv && metrics '"$figures"' --no-preamble a.csv >want &&
	{ printf "\357\273\277"; three_rows | sed "s/\$/\r/" | head -c -2; } | metrics '"$figures"' --no-preamble | diff want -'
t 'quoted commas, quotes and newlines are part of a value, and quoted again' '
	printf "site,t\n\"a,\"\"b\"\"\",1\n\"c\nd\",2\n\"a,\"\"b\"\"\",3\n" | metrics summary --by site --of t --no-preamble >out &&
	printf "site,count,empty,mean\n\"a,\"\"b\"\"\",2,0,2\n\"c\nd\",1,0,2\n" >want && sed "s/^\([^,]*,\"\"b\"\"\",[^,]*,[^,]*,[^,]*\),.*/\1/; s/^\(d\",[^,]*,[^,]*,[^,]*\),.*/\1/; s/,sd.*//" out | diff want -'
t 'ragged rows, an unfinished quote, a NUL, a blank line, a column twice: exit 1' '
	{ three_rows; echo rdn,16; } | refuses 1 "metrics: <stdin>:5: " metrics '"$figures"' &&
	{ three_rows; printf "\"rdn,16,2\n"; } | refuses 1 "metrics: <stdin>:5: " metrics '"$figures"' &&
	{ three_rows; printf "r\\0n,16,2\n"; } | refuses 1 "metrics: <stdin>:5: " metrics '"$figures"' &&
	{ three_rows; echo; } | refuses 1 "metrics: <stdin>:5: " metrics '"$figures"' &&
	printf "alloc,comm_time_s,alloc\n" | refuses 1 "metrics: <stdin>:1: alloc: " metrics '"$figures"''
t 'text where a number is wanted: exit 1, file, line, column and text' '
	for bad in two 1e999 1,5 0x10 1s nan inf " 1"; do
		{ three_rows; echo "rdn,16,\"$bad\""; } >a.csv && exits 1 metrics '"$figures"' a.csv >out 2>err &&
		grep -qxF "metrics: a.csv:5: comm_time_s: '"'\$bad'"': must be a number" err && ! test -s out || exit 1
	done'
t 'the line is where the record begins' '
	printf "a,t\n\"x\ny\",1\nz,two\n" | exits 1 metrics summary --of t 2>err && grep -q "^metrics: <stdin>:4: t: .two.: " err'
t 'two columns of one name in the result: exit 2' '
	printf "count,t\n1,2\n" | exits 2 metrics summary --by count --of t 2>err && grep -q "would be called .count." err'

if [ -w /dev/full ]; then
	t 'a full disk is an error' '
		three_rows >a.csv && for run in "'"$figures"'" select "compare --baseline rdn"; do
			exits 1 metrics $run a.csv >/dev/full 2>err && grep -q "^metrics: write error" err || exit 1
		done
		exits 1 metrics compare --baseline rdn --points /dev/full a.csv 2>err >out && grep -q "^metrics: cannot write ./dev/full." err'
else
	skip 'a full disk is an error' 'no /dev/full here'
fi
t 'a reader that goes away ends it quietly' '
	yes rdn,16,1 | sed 100000q | { sed 1q < <(three_rows); cat; } >a.csv &&
	{ env --default-signal=PIPE metrics select a.csv 2>err || echo $? >status; } | sed 2q >out && grep -qx 141 status && ! test -s err && test "$(wc -l <out)" = 2'
t 'the same bytes twice' '
	three_rows >a.csv && metrics '"$figures"' a.csv >1 && metrics '"$figures"' a.csv >2 && cmp 1 2'

done_testing
