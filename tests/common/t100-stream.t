#!/usr/bin/env bash
# t100-stream -- the rules of hopline-stream(5), asked of a tool that reads case by
# case (alloc).  What can be seen without a machine is in unit/lib/stream/table.c and
# unit/lib/stream/sink.c.

. "$(dirname "$0")/../lib.sh"

M='dragonfly:g=9,a=4,p=2'
export M

# A table without a preamble: alloc FILE, rows only
simple() { alloc --policy simple --machine "$M" --no-preamble "$@"; }

t 'columns in any order, unknown ones kept in place, new ones at the right' '
	printf "site,nodes,case,job,note\nx,2,1,a,\"p, q\"\ny,1,1,b,\n" >in.csv &&
	simple in.csv >out &&
	cat >want <<-EOF &&
	site,nodes,case,job,note,alloc,start_s,node_list
	x,2,1,a,"p, q",simple,0,0-1
	y,1,1,b,,simple,0,2
	EOF
	diff want out'

t 'an owned column that is there is overwritten in place' '
	printf "job,alloc,nodes\na,old,2\n" >in.csv &&
	simple in.csv >out &&
	printf "job,alloc,nodes,start_s,node_list\na,simple,2,0,0-1\n" >want &&
	diff want out'

t 'a quoted newline, a quote and a comma survive' '
	printf "job,nodes,note\na,2,\"one\ntwo\"\nb,1,\"say \"\"hi\"\", you\"\n" >in.csv &&
	simple in.csv >out &&
	printf "job,nodes,note,alloc,start_s,node_list\na,2,\"one\ntwo\",simple,0,0-1\nb,1,\"say \"\"hi\"\", you\",simple,0,2\n" >want &&
	diff want out'

t 'CRLF, a UTF-8 mark and a missing last newline change nothing' '
	printf "job,nodes\na,2\nb,1\n" >lf.csv &&
	printf "job,nodes\r\na,2\r\nb,1\r\n" >crlf.csv &&
	printf "\357\273\277job,nodes\na,2\nb,1" >mark.csv &&
	simple lf.csv >lf && simple crlf.csv >crlf && simple mark.csv >mark &&
	diff lf crlf && diff lf mark && [ "$(wc -l <mark)" = 3 ]'

t 'standard input, - and a file are the same' '
	printf "job,nodes\na,2\n" >in.csv &&
	simple in.csv >file && simple <in.csv >input && simple - <in.csv >dash &&
	diff file input && diff file dash'

t 'a header alone: exit 0 and a header' '
	printf "job,nodes\n" | simple >out &&
	[ "$(cat out)" = job,nodes,alloc,start_s,node_list ]'

t 'empty input: exit 1, nothing out' '
	exits 1 simple </dev/null >out 2>err && [ ! -s out ] && grep "^alloc: <stdin>: empty input" err'

t 'an error at the head of a pipe is said once; a command that writes nothing is named by the first that reads' '
	! { gen-workload random --cases 0 --machine torus:k=4 | simple | map | netsim | metrics summary --of comm_time_s; } >out 2>err && ! test -s out &&
	is "$(grep -c ^gen-workload: err)" 1 && ! grep "^alloc\|^map\|^netsim\|^metrics" err &&
	! { true | simple | map | netsim; } >out 2>err && ! test -s out && is "$(cat err)" "alloc: <stdin>: no input: the command before it wrote nothing" &&
	! { gen-workload nosuch | simple; } 2>err && ! grep ^alloc err'

t 'a preamble without a header: exit 1' '
	printf "#hopline 1\n#machine $M\n" | exits 1 alloc --policy simple 2>err && grep "^alloc: <stdin>:2: a preamble without a header$" err'

t 'a missing file, a directory' '
	exits 1 simple nothing.csv 2>err && grep "^alloc: cannot open .nothing.csv.: No such file" err &&
	exits 1 simple . 2>err && grep "^alloc: cannot read .\..: Is a directory" err'

t 'two files, an unknown option: exit 2 and where help is' '
	exits 2 simple a b 2>err && grep "^alloc: .b.: one file at most$" err && grep "^Try .alloc --help.\.$" err &&
	exits 2 simple --nothing 2>err && grep "^alloc: unrecognized option .--nothing.$" err && grep -c "^Try " err'

t 'the preamble is repeated and the tool signs it, arguments as typed' '
	printf "#hopline 1\n#machine $M\n#run head 1 --x \047a b\047\n#site here\njob,nodes\na,2\n" >in.csv &&
	alloc --seed 7 --policy simple in.csv >out &&
	cat >want <<-EOF &&
	#hopline 1
	#machine $M
	#run head 1 --x '"'a b'"'
	#site here
	#run alloc $(alloc --version | cut -d" " -f2) --seed 7 --policy simple in.csv
	job,nodes,alloc,start_s,node_list
	a,2,simple,0,0-1
	EOF
	diff want out'

t 'arguments that a shell would change are quoted, a newline cannot break the preamble' '
	printf "job,nodes\na,2\n" >"it is.csv" && cp "it is.csv" "n
n.csv" &&
	alloc --policy simple --machine $M "it is.csv" | grep "^#run alloc .* .it is.csv.$" &&
	alloc --policy simple --machine $M "n
n.csv" >out && grep -F "\$'"'n\\nn.csv'"'" out && [ "$(grep -c "^#" out)" = 3 ]'

t '--no-preamble leaves it out' '
	printf "#hopline 1\n#machine $M\njob,nodes\na,2\n" | alloc --policy simple --no-preamble | sed -n 1p >out &&
	[ "$(cat out)" = job,nodes,alloc,start_s,node_list ]'

t 'another version, a second machine, another machine by option' '
	printf "#hopline 2\njob,nodes\n" | exits 1 simple 2>err && grep "^alloc: <stdin>:1: #hopline: .2.:" err &&
	printf "#hopline 1\n#machine $M\n#machine dragonfly:g=3,a=2,p=1\njob,nodes\n" | exits 1 alloc --policy simple 2>err && grep "^alloc: <stdin>:3: #machine:" err &&
	printf "#hopline 1\n#machine dragonfly:g=3,a=2,p=1\njob,nodes\n" | exits 2 alloc --policy simple --machine $M 2>err && grep "^alloc: " err'

t 'a # later is data' '
	printf "job,nodes\n#a,2\n" | simple >out && [ "$(sed -n 2p out)" = "\"#a\",2,simple,0,0-1" ] &&
	cut -d, -f1,2 out | simple | cmp - out'

parts() {
	printf '#hopline 1\n#machine %s\n#run me 1 --part 1\ncase,job,nodes\n1,a,2\n1,b,3\n' "$M" >one.csv
	printf '#hopline 1\n#machine %s\n#run me 1 --part 2\ncase,job,nodes\n2,a,4\n' "$M" >two.csv
	{ cat one.csv; rows two.csv; } >whole.csv
}

t 'cat of parts is a stream, with and without preambles' '
	parts && cat one.csv two.csv >both.csv &&
	alloc --policy simple both.csv | rows >both && alloc --policy simple whole.csv | rows >whole && diff whole both &&
	{ grep -v "^#" one.csv; grep -v "^#" two.csv; } | simple | rows >bare && diff whole bare &&
	[ "$(wc -l <both)" = 3 ]'

t 'the rows of split results equal those of the whole' '
	parts && alloc --policy rdn whole.csv | rows >whole &&
	for part in one two; do alloc --policy rdn $part.csv | rows; done >split && diff whole split &&
	[ "$(wc -l <split)" = 3 ]'

t 'results of parts, concatenated, are a stream for the next tool' '
	parts && for part in one two; do alloc --policy simple $part.csv; done >both.csv &&
	alloc --policy simple both.csv >out && [ "$(rows out | wc -l)" = 3 ] && [ "$(grep -c "^#hopline" out)" = 1 ]'

t 'a part with another header, another machine' '
	parts && sed s/job,nodes/nodes,job/ two.csv | cat one.csv - | exits 1 alloc --policy simple >out 2>err &&
	grep "^alloc: <stdin>:10: another header than in line 4$" err &&
	sed s/g=9/g=8/ two.csv | cat one.csv - | exits 1 alloc --policy simple >out 2>err &&
	grep "^alloc: <stdin>:8: #machine: " err'

t 'a case that comes back, a job twice' '
	printf "case,job,nodes\n1,a,1\n2,a,1\n1,b,1\n" | exits 1 simple >out 2>err &&
	grep "^alloc: <stdin>:4: case: .1.: came before and ended$" err && [ "$(rows out | wc -l)" = 2 ] &&
	printf "case,job,nodes\n1,a,1\n2,a,1\n2,a,1\n" | exits 1 simple >out 2>err &&
	grep "^alloc: <stdin>:4: job: .a.: this job is already in case .2.$" err && [ "$(rows out)" = 1,a,1,simple,0,0 ]'

t 'whole cases come out before a bad one, nothing of it' '
	printf "case,job,nodes\n1,a,1\n2,a,1\n2,b,two\n" | exits 1 simple >out 2>err &&
	grep "^alloc: <stdin>:4: nodes: .two.: must be an integer$" err && [ "$(rows out)" = 1,a,1,simple,0,0 ]'

# bad NAME INPUT MESSAGE
bad() {
	t "refused: $1" "printf '$2' | exits 1 simple >out 2>err && grep -x '$3' err && [ \"\$(rows out | wc -l)\" = 0 ]"
}

bad 'a column twice' 'job,nodes,job\n' 'alloc: <stdin>:1: job: two columns have this name'
bad 'a column without a name' 'job,nodes,\n' 'alloc: <stdin>:1: column 3 has no name'
bad 'a missing column' 'job,size\n' 'alloc: <stdin>:1: nodes: this column is missing'
bad 'too few cells' 'job,nodes\na\n' 'alloc: <stdin>:2: 1 cell, the header has 2'
bad 'too many cells' 'job,nodes\na,1,2\n' 'alloc: <stdin>:2: 3 cells, the header has 2'
bad 'a blank line' 'job,nodes\n\na,1\n' 'alloc: <stdin>:2: a blank line'
bad 'an unfinished quote' 'job,nodes\na,"1\nb,2\n' 'alloc: <stdin>:2: an unfinished quote'
bad 'a quote within a cell' 'job,nodes\na,1"\n' 'alloc: <stdin>:2: nodes: a quote in the wrong place'
bad 'a NUL byte' 'job,nodes\na,1\000\n' 'alloc: <stdin>:2: a NUL byte'
bad 'a carriage return alone' 'job,nodes\na,1\rb,2\n' 'alloc: <stdin>:2: a carriage return within the row'
bad 'trailing junk' 'job,nodes\na,1x\n' "alloc: <stdin>:2: nodes: .1x.: must be an integer"
bad 'a blank around a number' 'job,nodes\na, 1\n' "alloc: <stdin>:2: nodes: . 1.: must be an integer"
bad 'a negative number' 'job,nodes\na,-1\n' "alloc: <stdin>:2: nodes: .-1.: must be at least 1"
bad 'zero' 'job,nodes\na,0\n' "alloc: <stdin>:2: nodes: .0.: must be at least 1"
bad 'a job without a name' 'job,nodes\n,1\n' "alloc: <stdin>:2: job: ..: a job needs a name"
bad 'the line is the physical one' '#hopline 1\njob,nodes,x\na,1,"p\nq"\nb,0,r\n' "alloc: <stdin>:5: nodes: .0.: must be at least 1"

t 'an overflowing number is refused' '
	printf "job,nodes\na,99999999999999999999\n" | exits 1 simple 2>err && grep "^alloc: <stdin>:2: nodes: .99999999999999999999.: must be at most" err'

t 'a full disk is exit 1, also for --help, --version and --list' '
	printf "job,nodes\na,2\n" >in.csv &&
	exits 1 simple in.csv >/dev/full 2>err && grep "^alloc: write error: No space left on device$" err &&
	for option in --help --version --list; do
		exits 1 alloc $option >/dev/full 2>err && grep "^alloc: write error: No space left on device$" err || return 1
	done'

t 'standard output that is closed is exit 1' '
	printf "job,nodes\na,2\n" >in.csv && exits 1 simple in.csv >&- 2>err && grep "^alloc: write error" err'

many() { seq 30000 | awk 'BEGIN { print "case,job,nodes" } { print $1 ",a,2" }'; }

t 'a closed pipe ends the tool by SIGPIPE, without a word' '
	many >in.csv &&
	{ perl -e "\$SIG{PIPE} = q(DEFAULT); exec @ARGV" alloc --policy simple --machine $M in.csv 2>err; echo $? >status; } | sed 1q >out &&
	[ "$(cat status)" = 141 ] && [ ! -s err ]'

t 'a closed pipe is exit 1 where SIGPIPE is ignored' '
	many >in.csv &&
	{ perl -e "\$SIG{PIPE} = q(IGNORE); exec @ARGV" alloc --policy simple --machine $M in.csv 2>err; echo $? >status; } | sed 1q >out &&
	[ "$(cat status)" = 1 ] && grep "^alloc: write error: Broken pipe$" err'

# What is too long is made as it is read.
if checked; then
	skip 'a line or a row of more than 256 MiB' 'the checkers need memory of their own'
else
	t 'a line or a row of more than 256 MiB is refused, in a memory that has a bound' '
		letters() { head -c 300000000 /dev/zero | tr "\0" x; } && ulimit -v 1200000 &&
		{ printf "job,nodes,note\na,2,"; letters; } | exits 1 simple >out 2>err && grep -qx "alloc: <stdin>:2: a line of more than 256 MiB" err && ! rows out | grep . &&
		{ printf "job,nodes,note\na,2,b\nb,2,\""; yes xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx | head -c 300000000; } | exits 1 simple >out 2>err &&
		grep -qx "alloc: <stdin>:3: a row of more than 256 MiB" err &&
		letters | exits 1 simple >out 2>err && grep -qx "alloc: <stdin>:1: a line of more than 256 MiB" err &&
		exits 1 simple /dev/zero >out 2>err && grep -qx "alloc: /dev/zero:1: a NUL byte" err'
fi

# Bytes that are copied because a block grows, as if none could grow in its place.
cat >"$shared_dir/copied.c" <<'END'
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
void *__libc_realloc(void *, size_t);
static unsigned long copied;
void *realloc(void *p, size_t n)
{
	if (p && n > malloc_usable_size(p))
		copied += malloc_usable_size(p);
	return __libc_realloc(p, n);
}
static void __attribute__((destructor)) say(void)
{
	FILE *f = getenv("COPIED") ? fopen(getenv("COPIED"), "w") : NULL;
	if (f) {
		fprintf(f, "%lu\n", copied);
		fclose(f);
	}
}
END
export copied=$shared_dir/copied.so
if checked || ! ${CC:-cc} -O1 -shared -fPIC -o "$copied" "$shared_dir/copied.c" 2>/dev/null || ! LD_PRELOAD=$copied COPIED=$shared_dir/copied alloc --version >/dev/null 2>&1; then
	skip 'a long cell' 'no allocator can be put in front of the one of this system'
else
	t 'a long cell is read in linear time: it is not copied at each step that it grows, in one line or in many' '
		for fold in 1000000000 80; do
			{ printf "job,nodes,note\na,2,\""; head -c 16000000 /dev/zero | tr "\0" x | fold -w $fold; printf "\"\nb,2,c\n"; } >in.csv &&
			COPIED=$PWD/count LD_PRELOAD=$copied alloc --quiet --policy simple --machine $M in.csv >out && [ "$(wc -c <out)" -gt 16000000 ] &&
			[ "$(cat count)" -lt 200000000 ] || { cat count; exit 1; }
		done'
fi

t 'a stream of many cases comes out whole' '
	many >in.csv && simple in.csv >out && [ "$(wc -l <out)" = 30001 ] && [ "$(sed -n \$p out)" = 30000,a,2,simple,0,0-1 ]'

rows_of() { printf '%s\n' 'case,job,nodes,pattern,bytes' '1,a,2,alltoall,1000' '1,"b ""x"", y",3,alltoall,2000' '1,007,1,,' | alloc --policy simple --machine mesh:k=8; }
if command -v sqlite3 >/dev/null; then
	t 'a table opens in SQLite, as the page says' '
		rows_of | map --no-preamble >w.csv && sqlite3 :memory: ".mode csv" ".import w.csv w" ".mode list" "SELECT job, nodes * 2, node_list FROM w ORDER BY nodes" >got &&
		printf "%s\n" "007|2|5" "a|4|0-1" "b \"x\", y|6|2-4" | diff - got'
else
	skip 'a table opens in SQLite' 'there is no sqlite3'
fi
if command -v python3 >/dev/null; then
	t 'a table opens by csv of Python, as the page says, and --json by its json: the same cells' '
		rows_of | map >w.csv && python3 -c "import csv; print(*(r[\"job\"] for r in csv.DictReader(l for l in open(\"w.csv\") if l[0] != \"#\")), sep=\"|\")" >got &&
		is "$(cat got)" "a|b \"x\", y|007" && rows_of | map --json | python3 -c "import csv, json, sys
for r, j in zip(csv.DictReader(l for l in open(\"w.csv\") if l[0] != \"#\"), map(json.loads, sys.stdin)):
    assert list(r) == list(j), (r, j)
    assert all(v == (str(j[k]) if j[k] is not None else \"\") for k, v in r.items()), (r, j)
    assert j[\"nodes\"] == int(r[\"nodes\"]) and isinstance(j[\"job\"], str) and isinstance(j[\"node_list\"], str)
    print(j[\"job\"])" >got && is "$(wc -l <got)" 3'
else
	skip 'a table opens by csv of Python, and --json by its json' 'there is no python3'
fi
t '--json: a header alone is nothing; no tool reads it; what writes no table refuses it' '
	echo job,nodes >e.csv && is "$(alloc --policy simple --machine mesh:k=4 --json e.csv | wc -c)" 0 &&
	rows_of | map --json >w.json && refuses 1 "this looks like JSON" netsim w.json &&
	refuses 2 "map: --json: is for a table" map --nodes 0-3 --machine mesh:k=8 --dims 4 --format hostfile --json &&
	refuses 2 "metrics: --json: is for a table, and --to slurm-yaml writes none" metrics topology --to slurm-yaml --machine fattree:k=4,n=2 --json'

t 'a file of another kind: what it looks like, and what reads it' '
	printf "%s\n" "#hopline 1" job,nodes a,1 >table; printf "%s\n" "# switches" "SwitchName=a Nodes=n[1-4]" >conf; printf "%s\n" --- "- topology: x" >y.yaml; echo "{}" >j.json
	printf "%s\n" "JobID|State" "1|COMPLETED" >sacct; echo "04/20/2024 00:00:10;E;1;queue=b" >pbs; printf "%s\n" "# Topology file" "vendid=0x2c9" >ib; echo x >traces.otf2; echo "<a>x</a>" >x.xml
	m() { map --nodes n1 --topology conf --matrix "$1" 2>&1 | tail -1; }
	for row in "table|a table of Hopline, read by alloc, map, netsim and metrics" "conf|switches of Slurm, read by --machine graph:topology=FILE" "y.yaml|YAML, read by --machine graph:topology=FILE (of Slurm)" \
		"j.json|JSON, read by gen-workload log --format sacct, squeue or batsim, and gen-workload trace" "sacct|a table of sacct, read by gen-workload log --format sacct" \
		"pbs|a log of PBS, read by gen-workload log --format pbs" "ib|what ibnetdiscover prints, read by --machine graph:topology=FILE" "traces.otf2|OTF2, read by gen-workload trace"; do
		is "$(m ${row%%|*})" "map: ${row%%|*} looks like ${row#*|}" || exit 1
	done && is "$(map --nodes n1 --topology x.xml --dims 1 2>&1 | tail -1)" "map: x.xml looks like XML, read by --matrix (of IPM)" &&
	! netsim --machine mesh:k=2 table 2>&1 | grep "looks like" && printf "%s\n" src,dst,bytes 0,1,x >w && ! m w | grep "looks like" &&
	printf "%s\n" "SwitchName=a Nodes=n[1-4]" "SwitchName=b Nodes=n9" "Nodes=" >conf && ! map --nodes n1 --topology conf --dims 1 2>&1 | grep "looks like"'

done_testing
