#!/usr/bin/env bash
# metrics: what its subcommands have in common -- the command line, several files, bad input.
source "$(dirname "$0")/../lib.sh"

three_rows() { printf '%s\n' 'alloc,nodes,comm_time_s' 'rdn,16,2' 'rdn,16,4' 'rdg,16,1'; }
figures='summary --by alloc --of comm_time_s'
q="'"
export q

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
# ran MACHINE COLUMN=VALUE...: two jobs of a case, with what was chosen
ran() {
	table $1 "case,job,class,start_s,end_s,nodes,comm_bytes,comm_time_s$(printf ',%s' "${@:2}" | sed 's/=[^,]*//g')"
	printf '%s\n' 1,a,s,0,9,2,500,1e-6 1,b,s,0,9,2,500,3e-6 | sed "s/\$/$(printf ',%s' "${@:2}" | sed 's/[a-z_]*=//g; s/\//\\\//g')/"
}
# apart COLUMN FILE FILE: every subcommand that makes one of several rows refuses files that differ in the column, and names both ways out
apart() {
	local column=$1 by words
	while IFS='|' read -r by words; do
		refuses 1 "metrics: $3:4: $column: " metrics $words "$2" "$3" && grep -q "would be pooled with" err && grep -q "metrics select --where $column=" err || { echo "$words"; return 1; }
		[ "$by" = none ] || grep -qF "(--by $by$column)" err || { echo "$words"; cat err; return 1; }
	done <<-END
		|summary --of comm_time_s
		class,|summary --of comm_time_s,nodes --by class
		case,|rate
		case,|schedule
		|plot bars --format text --x class --y comm_time_s
		none|plot lines --format text --x nodes --y comm_time_s --by class
	END
	metrics summary --of comm_time_s --by $column --no-preamble "$2" "$3" | cut -d, -f2,4 | diff - <(printf '%s\n' count,mean 2,2e-06 2,2e-06) &&
	metrics rate --by case,$column "$2" "$3" | rows | wc -l | grep -qx 2
}
export -f ran apart
t 'rows of different choices are pooled by no subcommand, unless they are parted' '
	for column in alloc map routing schedule router speedup crossbar_bits_per_s output_buffer_bytes; do
		ran mesh:k=9 $column=x >a.csv && ran mesh:k=9 $column=y >b.csv && apart $column a.csv b.csv && cat a.csv b.csv | grep -v "^[#c]" | sed "1i $(grep ^case, a.csv)" >ab.csv &&
		refuses 1 "metrics: ab.csv:4: $column: ${q}y${q}: would be pooled with ${q}x${q}" metrics summary --of comm_time_s ab.csv || { echo $column; exit 1; }
		[ $column = alloc ] || { { ran mesh:k=9 alloc=simple $column=x; ran mesh:k=9 alloc=rdn $column=x; ran mesh:k=9 alloc=simple $column=y; ran mesh:k=9 alloc=rdn $column=y; } >c.csv &&
			refuses 1 "metrics: c.csv:14: $column: ${q}y${q}: would be pooled with ${q}x${q}: part them (--by $column)" metrics compare --baseline simple c.csv &&
			metrics compare --baseline simple --by $column --no-preamble c.csv | cut -d, -f1-3 | diff - <(printf "%s\n" $column,alloc,points x,rdn,1 x,all,1 y,rdn,1 y,all,1); } || { echo compare $column; exit 1; }
	done'
t 'so are rows of several machines, which the preamble names: a column of every table' '
	ran mesh:k=4 alloc=simple routing=minimal >a.csv && ran mesh:k=5 alloc=simple routing=minimal >b.csv && grep -v "^#" b.csv >rows && apart machine a.csv b.csv &&
	metrics summary --by machine --of comm_time_s --no-preamble a.csv b.csv | cut -d, -f1,4 | diff - <(printf "%s\n" machine,mean mesh:k=4,2e-06 mesh:k=5,2e-06) &&
	metrics select --where machine=mesh:k=5 --columns machine,job --no-preamble a.csv b.csv | diff - <(printf "%s\n" machine,job mesh:k=5,a mesh:k=5,b) &&
	metrics schedule --by machine --no-preamble a.csv b.csv | metrics select --columns utilization --no-preamble | diff - <(printf "%s\n" utilization 1 0.8) &&
	metrics summary --of comm_time_s a.csv rows | grep -q "^4,"'
t 'what says nothing is pooled: jobs that came with nodes have no policy; without a mapping it is linear' '
	{ ran mesh:k=9 alloc=simple && ran mesh:k=9 alloc= && ran mesh:k=9 alloc=simple; } >a.csv && metrics summary --of comm_time_s a.csv | grep -q "^6," &&
	ran mesh:k=9 alloc=rdn map=linear >l.csv && ran mesh:k=9 alloc=rdn >n.csv && ran mesh:k=9 alloc=rdn map=random >r.csv && metrics summary --of comm_time_s l.csv n.csv | grep -q "^4," &&
	refuses 1 "metrics: r.csv:4: map: ${q}random${q}: would be pooled with ${q}linear${q}" metrics summary --of comm_time_s n.csv r.csv &&
	metrics summary --of comm_time_s --by map n.csv r.csv | grep -q "^linear,2,"'
t 'rows without a value and policies that are not compared may differ' '
	{ ran mesh:k=9 alloc=simple routing=minimal && ran mesh:k=9 alloc=rdn routing=minimal && ran mesh:k=9 alloc=rdg routing=valiant; } >a.csv && metrics compare --baseline simple --against rdn a.csv | grep -q "^rdn,1,0," &&
	refuses 1 "a.csv:14: routing: ${q}valiant${q}: would be pooled with ${q}minimal${q}: part them (--by routing) or choose one (metrics select --where routing=minimal)" metrics compare --baseline simple a.csv &&
	sed "/rdg/s/[13]e-6//" a.csv >b.csv && metrics compare -q --baseline simple --against rdn b.csv | grep -q "^rdn,1," && metrics summary --by alloc --of comm_time_s b.csv | grep -q "^rdg,0,2,"'
t 'interference: a moving average over cases of two policies' '
	printf "%s\n" case,job,alloc,messages,packets 1,a,rdn,1,0 2,a,rdg,1,0 >in.csv && echo case,job,link,packets >links.csv &&
	refuses 1 "metrics: in.csv:3: alloc: ${q}rdg${q}: would be pooled with ${q}rdn${q}: choose one (metrics select --where alloc=rdn)" metrics interference --machine mesh:k=4 --job-links links.csv in.csv'

t 'a gzipped table is read, also from a pipe, in parts, row by row; what is damaged is said' '
	three_rows >a.csv && metrics select --no-preamble a.csv | cmp - a.csv && gzip -c a.csv >a.gz && metrics select --no-preamble a.gz | cmp - a.csv && metrics select --no-preamble <a.gz | cmp - a.csv &&
	{ gzip -c a.csv; gzip -c a.csv; } | metrics '"$figures"' | grep -q "^rdn,4," && { printf "\\037"; sleep 0.2; tail -c +2 a.gz; } | metrics select --no-preamble | cmp - a.csv &&
	for n in 2 30 $(($(stat -c %s a.gz) - 3)); do head -c $n a.gz >cut.gz && says 1 "metrics: cannot read ${q}cut.gz${q}: the gzip file is cut short" metrics '"$figures"' cut.gz || exit 1; done &&
	{ head -c 20 a.gz; printf xxxxxxxxxxxx; tail -c +33 a.gz; } >bad.gz && says 1 "metrics: cannot read ${q}bad.gz${q}: the gzip file is damaged" metrics '"$figures"' bad.gz &&
	printf "job,nodes\nb,2\n" | gzip >jobs.gz && alloc --policy simple --machine mesh:k=4 --no-preamble jobs.gz | grep -q "^b,2,"'
t 'what is no table is said: a folder, an empty file, a program, bytes' '
	mkdir d && : >empty && printf "\\003\\001\\n" >bytes && head -c 2000 "$(command -v metrics)" >program &&
	while IFS="|" read -r file says; do for run in select "'"$figures"'" "compare --baseline a"; do refuses 1 "metrics: $says" metrics $run $file || exit 1; done; done <<-END
		d|cannot read ${q}d${q}: Is a directory
		empty|empty: empty input; a table has at least a header
		bytes|bytes:1: column 1 has a control character in its name: is this a table?
		program|program:1: this looks like a program: must be a table in CSV
	END'
t 'what is repeated of an input is cut, in whole characters' '
	long=$(printf "é%.0s" $(seq 30000)) && printf "alloc,comm_time_s\na,%s\n" "$long" >in.csv && exits 1 metrics '"$figures"' in.csv 2>err && [ "$(wc -c <err)" -lt 300 ] &&
	grep -qE "^metrics: in.csv:2: comm_time_s: ${q}(é)+\.\.\.${q}: must be a number$" err && printf "%s,b\n1,2\n" "$long" >in.csv && exits 1 metrics '"$figures"' in.csv 2>err && [ "$(wc -c <err)" -lt 300 ] &&
	printf "%s,b\n1\"2,2\n" "$long" >in.csv && exits 1 metrics summary --of b in.csv 2>err && [ "$(wc -c <err)" -lt 2100 ] && grep -q "a quote in the wrong place$" err && iconv -f UTF-8 -t UTF-8 err >got &&
	exits 2 metrics select --where "$long" 2>err && [ "$(head -n 1 err | wc -c)" -lt 350 ] && grep -q "must be COL=VALUE" err'
t 'the same bytes twice' '
	three_rows >a.csv && metrics '"$figures"' a.csv >1 && metrics '"$figures"' a.csv >2 && cmp 1 2'

done_testing
