#!/usr/bin/env bash
# gen-workload: what it refuses, in what words; its lists, its page and who reads it.
. "$(dirname "$0")/../lib.sh"

m='--machine dragonfly:g=17,a=4,p=4'
# fails MESSAGE COMMAND...: exits 1, says that and prints nothing
fails() { refuses 1 "gen-workload: $1" "${@:2}" && [ ! -s out.csv ]; }

t 'no workload, an unknown one' '
	refuses 2 "gen-workload: name a workload: uniform mix random synthetic swf log fill application training trace background" gen-workload &&
	refuses 2 "gen-workload: unknown workload '\''unifrom'\''; did you mean '\''uniform'\''? known: uniform mix random synthetic swf log fill application training trace background" gen-workload unifrom'

t 'a hint at --help' 'exits 2 gen-workload mix --small x 2>err && grep -q "^Try .gen-workload mix --help.\.$" err'

t 'options of another workload, operands, junk' '
	exits 2 gen-workload uniform $m --cases 3 2>/dev/null && exits 2 gen-workload random $m --cases 3 --utilization 0.5 2>/dev/null &&
	exits 2 gen-workload synthetic $m --load 0.1 --iterations 3 2>/dev/null && exits 2 gen-workload swf $m --order small 2>/dev/null &&
	exits 2 gen-workload mix $m file.csv 2>/dev/null && exits 2 gen-workload mix $m --wrong 2>/dev/null'

t 'no machine, a wrong one' '
	for w in "uniform --job-nodes 4" mix "random --cases 2" "fill --cases 2" "synthetic --load 0.1" "swf --procs-per-node 8 --at 0 x.swf"; do
		exits 2 gen-workload $w 2>err && exits 2 gen-workload $w --machine dragonfly:g=17,a=4,p=0 2>err || exit 1
	done'

t 'unknown patterns; the known ones are named' '
	all="alltoall broadcast fft3d halo2d halo3d halo3d26 unstructured stencil pairs spread sub-alltoall" &&
	refuses 2 "gen-workload: --pattern: unknown pattern '\''all2all'\''; did you mean '\''alltoall'\''? known: $all" gen-workload mix $m --pattern all2all &&
	refuses 2 "gen-workload: --pattern: unknown pattern '\'\''; known: $all" gen-workload mix $m --pattern halo2d, &&
	refuses 2 "gen-workload: --pattern: '\''tornado'\'' is an open-loop pattern; here one of: $all" gen-workload random --cases 2 $m --pattern tornado &&
	refuses 2 "gen-workload: --pattern: '\''halo2d'\'' is not an open-loop pattern; here one of: uniform group-uniform adversarial" gen-workload synthetic --load 0.2 $m --pattern halo2d &&
	refuses 2 "gen-workload: --pattern: '\''halo2d'\'' is named twice" gen-workload mix $m --pattern halo2d,halo2d &&
	refuses 2 "gen-workload: --bytes: unknown pattern '\''x'\''" gen-workload mix $m --bytes x=3'

t 'utilization' '
	for x in 0 0.0 1.1 1.000000001 2 -0.5 0.9x .9 0. 9e-1 90% "" nan 0.1234567891; do
		refuses 2 "gen-workload: --utilization: '\''$x'\'': must be a decimal number above 0 and at most 1" gen-workload mix $m --utilization "$x" || exit 1
	done'

t 'jobs that do not fit' '
	refuses 2 "gen-workload: --job-nodes: '\''273'\'': the machine has 272 nodes" gen-workload uniform $m --job-nodes 273 &&
	refuses 2 "gen-workload: --utilization: no job of 200 nodes fits in that share of 272 nodes" gen-workload uniform $m --job-nodes 200 --utilization 0.7 &&
	refuses 2 "gen-workload: --utilization: no pair of jobs of 16 and 230 nodes" gen-workload mix $m --large 230 &&
	refuses 2 "gen-workload: --small: '\''64'\'': must be less than --large, 64" gen-workload mix $m --small 64 &&
	refuses 2 "gen-workload: --quarters: a quarter of 2 nodes is less than a node" gen-workload uniform --machine dragonfly:g=2,a=1,p=1 --quarters &&
	refuses 2 "gen-workload: --quarters: a quarter of that share of 5 nodes is less than a node" gen-workload uniform --machine dragonfly:g=5,a=1,p=1 --quarters --utilization 0.7 &&
	refuses 2 "gen-workload: --job-nodes: '\''300'\'': the machine has 272 nodes" gen-workload synthetic --load 0.1 --job-nodes 300 $m'

t 'uniform: one of --job-nodes and --quarters' '
	refuses 2 "gen-workload: give --job-nodes N" gen-workload uniform $m && refuses 2 "gen-workload: give --job-nodes N" gen-workload uniform $m --quarters --job-nodes 3'

t 'numbers' '
	for x in 0 -1 1.5 4x "" 99999999999999999999 +3; do
		refuses 2 "gen-workload: --job-nodes: '\''$x'\'': must be an integer from 1 to" gen-workload uniform $m --job-nodes "$x" &&
		refuses 2 "gen-workload: --repeat: '\''$x'\'': must be an integer from 1 to" gen-workload mix $m --repeat "$x" &&
		refuses 2 "gen-workload: --repeat: '\''$x'\'': must be an integer from 1 to" gen-workload synthetic --load 0.1 $m --repeat "$x" &&
		refuses 2 "gen-workload: --iterations: '\''$x'\'': must be an integer from 1 to" gen-workload mix $m --iterations "$x" &&
		refuses 2 "gen-workload: --cases: '\''$x'\'': must be N or A-B" gen-workload random $m --cases "$x" || exit 1
	done'

t 'sizes' '
	for x in 0 -1 1.5 KB 1kg 1000000000000GB 0B; do
		refuses 2 "gen-workload: --bytes: '\''$x'\'': must be a size of at least 1 byte" gen-workload mix $m --bytes "$x" &&
		refuses 2 "gen-workload: --bytes: '\''$x'\'': must be a size of at least 1 byte" gen-workload synthetic --load 0.1 $m --bytes "$x" &&
		refuses 2 "gen-workload: --corner-bytes: '\''$x'\'': must be a size of at least 1 byte" gen-workload mix $m --corner-bytes "$x" || exit 1
	done &&
	refuses 2 "gen-workload: --bytes: '\''1KB,2KB'\'': one size only" gen-workload mix $m --bytes 1KB,2KB &&
	refuses 2 "gen-workload: --bytes: '\''fft3d=1,fft3d=2'\'': one size for fft3d" gen-workload mix $m --bytes fft3d=1,fft3d=2 &&
	refuses 2 "gen-workload: --edge-bytes: '\''1KB,2KB'\'': one size only" gen-workload swf $m --procs-per-node 1 --at 0 --edge-bytes 1KB,2KB x.swf'

t 'cases' '
	for x in 5-3 0-3 1-2-3 3- -3 a-b 1--2 "1 - 2" 1-9999999999; do
		refuses 2 "gen-workload: --cases: '\''$x'\'': must be N or A-B" gen-workload random $m --cases="$x" || exit 1
	done && refuses 2 "gen-workload: --cases is required" gen-workload random $m'

t 'random: order, distinct, and a machine without room for two sizes' '
	refuses 2 "gen-workload: --order: '\''big'\'': must be small or large" gen-workload random $m --cases 3 --order big &&
	refuses 2 "gen-workload: --distinct: needs at least two patterns" gen-workload random $m --cases 3 --distinct --pattern fft3d &&
	refuses 2 "gen-workload: --machine: random workloads need groups" gen-workload random --cases 3 --machine dragonfly:g=2,a=4,p=4 &&
	refuses 2 "gen-workload: --machine: random workloads need groups" gen-workload random --cases 3 --machine dragonfly:g=9,a=1,p=1'

t 'synthetic: load and times' '
	refuses 2 "gen-workload: --load is required" gen-workload synthetic $m &&
	for x in 0 1.01 -0.1 x "" 0.1,,0.2 nan inf; do
		refuses 2 "gen-workload: --load: " gen-workload synthetic $m --load "$x" || exit 1
	done &&
	for x in 0 5 -1us 1h ""; do refuses 2 "gen-workload: --duration: '\''$x'\'': must be a time above 0" gen-workload synthetic $m --load 0.1 --duration "$x" || exit 1; done &&
	refuses 2 "gen-workload: --warmup: '\''1'\'': must be a time" gen-workload synthetic $m --load 0.1 --warmup 1'

t 'swf: what must be given' '
	printf "1 0 0 10 5\n" >x.swf && refuses 2 "gen-workload: --procs-per-node is required: x.swf:1 says processors only" gen-workload swf $m --at 0 x.swf &&
	for x in soon -1 "" 1s inf; do refuses 2 "gen-workload: --at: '\''$x'\'': must be a number of seconds, fullest or now" gen-workload swf $m --procs-per-node 2 --at "$x" x.swf || exit 1; done &&
	refuses 2 "gen-workload: --min-jobs goes with --at fullest" gen-workload swf $m --procs-per-node 2 --at 3 --min-jobs 2 x.swf &&
	exits 2 gen-workload swf $m --procs-per-node 2 --at 0 a.swf b.swf 2>/dev/null'

t 'swf: files that are no logs' '
	s="gen-workload swf $m --procs-per-node 2 --at 0" &&
	fails "cannot open '\''none.swf'\'': No such file or directory" $s none.swf &&
	fails "cannot read '\''.'\'': Is a directory" $s . &&
	: >empty.swf && fails "empty.swf: no job with a submit time, processors and a runtime" $s empty.swf &&
	printf "; Version: 2\n" >header.swf && fails "header.swf: no job" $s header.swf &&
	tail -c +2000 $HOPLINE_ROOT/data/swf/LLNL-Atlas-2006-2.1-cln.swf.gz | head -c 5000 >noise.swf && fails "noise.swf: no job" $s noise.swf &&
	fails "noise.swf:1: first of" $s noise.swf'

t 'swf: a gzip file that is cut short or damaged' '
	a=$HOPLINE_ROOT/data/swf/LLNL-Atlas-2006-2.1-cln.swf.gz && s="gen-workload swf --machine dragonfly:g=36,a=8,p=4 --procs-per-node 8 --at 8000000" &&
	head -c 100000 $a >cut.gz && fails "cannot read '\''cut.gz'\'': the gzip file is cut short" $s cut.gz &&
	{ head -c 100000 $a; printf "xxxxxxxxxxxxxxxx"; tail -c +100017 $a; } >bad.gz && fails "cannot read '\''bad.gz'\'': the gzip file is damaged" $s bad.gz'

t 'swf: moments without a job, or with too many' '
	s="gen-workload swf --machine dragonfly:g=2,a=2,p=2 --procs-per-node 1" &&
	printf "1 0 0 10 5\n2 5 0 10 5\n3 20 0 5 9\n" >l.swf &&
	fails "l.swf: no job runs at 16 s" $s --at 16 l.swf && fails "l.swf: no job runs now" $s --at now l.swf && fails "l.swf: at 6 s 10 nodes are busy; the machine has 8" $s --at 6 l.swf &&
	fails "l.swf: at no time do 3 jobs or more run on at most 8 nodes" $s --at fullest --min-jobs 3 l.swf &&
	printf "3 20 0 5 9\n" >l.swf && fails "l.swf: at no time do 2 jobs or more run on at most 8 nodes; --min-jobs 1 takes one alone" $s --at fullest l.swf &&
	fails "l.swf: at no time do 1 jobs or more run on at most 8 nodes" $s --at fullest --min-jobs 1 l.swf'

t 'a full disk, a closed pipe' '
	for w in "random --cases 2000" "uniform --job-nodes 1" "synthetic --load 0.1"; do
		exits 1 gen-workload $w $m >/dev/full 2>err && grep -q "gen-workload: .*No space left" err || exit 1
	done &&
	(trap "" PIPE; gen-workload random --cases 100000 $m 2>err; echo $? >status) | sed -n 1q && [ $(cat status) = 1 ] && grep -q "Broken pipe" err &&
	(gen-workload random --cases 100000 $m 2>err; echo $? >status) | sed -n 1q; [ $(cat status) = 141 ]'

export shared_dir

t '--help, --version, --list' '
	gen-workload --help | grep -q "^  random " && gen-workload --version | grep -Eqx "gen-workload [0-9.]+" && gen-workload random --version | grep -Eqx "gen-workload [0-9.]+" &&
	for w in uniform mix random synthetic swf log fill application training background; do gen-workload $w --help | grep -q -- --machine || exit 1; done &&
	gen-workload --list >l && grep -q "^halo3d26 " l && grep -q "^tornado " l'

t '--list names the files in workloads/' '
	sed -n "s/^const subcommand subcommand_[a-z_]* = { \"\([a-z-]*\)\".*/\1/p" $HOPLINE_ROOT/tools/gen-workload/workloads/*.c | sort >files &&
	gen-workload --list | sed "s/ .*//" | head -n "$(wc -l <files)" | sort | diff files -'

t 'alloc takes every stream' '
	a=$HOPLINE_ROOT/data/swf/LLNL-Atlas-2006-2.1-cln.swf.gz &&
	for w in "uniform --quarters --repeat 2" "mix --pattern mixed --edge-bytes 3" "random --cases 20 --repeat 2" "fill --cases 20 --constant 30" "synthetic --load 0.1,0.2" "swf --procs-per-node 64 --at 8047543 -q $a"; do
		gen-workload $w $m >w && alloc --policy simple w >x && [ $(rows w | wc -l) = $(rows x | wc -l) ] || exit 1
	done'

# kinds of files that are none of ours: NAME KIND, and files of them
kinds='json:JSON list.json:JSON yaml:YAML doc:YAML xml:XML plain.xml:XML html:HTML gz.gz:a_gzip_file xz:an_xz_file zip:a_ZIP_archive pdf:PDF h5:HDF5'
write_kinds() {
	cp "$HOPLINE_ROOT/tests/vectors/logs/15-batsim.json" json && printf "\n [ {\"a\": 1}]\n" >list.json && printf "# switches\nswitches:\n- switch: s1\n  nodes: n[1-4]\n" >yaml && printf -- "---\na: 1\n" >doc &&
		printf "\357\273\277<?xml version=\"1.0\"?>\n<a/>\n" >xml && printf "<adag name=\"x\">\n</adag>\n" >plain.xml && printf "<!DOCTYPE html>\n" >html && gzip -c json | gzip -c >gz.gz && printf "\375""7zXZ\0\0" >xz && printf "PK\003\004\024" >zip && printf "%%PDF-1.4\n" >pdf && printf "\211HDF\r\n\032\n" >h5
}
export kinds
# named READER FILE KIND: what is said of it; some read a kind of JSON or XML, and say that it is not this one
named() {
	case $1:$3 in
	sacct:JSON | squeue:JSON | trace:JSON | matrix:XML) echo "this $3 " ;;
	topology.conf:JSON | topology.conf:YAML) echo "topolog" ;;
	*) echo "$2:1: this looks like ${3//_/ }: must be" ;;
	esac
}
export -f write_kinds named
while IFS=: read -r what command; do
	t "$what: files of other kinds are named" "write_kinds && for k in \$kinds; do f=\${k%%:*} kind=\${k##*:}; refuses 1 \"\$(named $what \$f \$kind)\" $command\$f || exit 1; done"
done <<'END'
swf:gen-workload swf --machine mesh:k=4 
sacct:gen-workload log --machine mesh:k=4 --format sacct 
squeue:gen-workload log --machine mesh:k=4 --format squeue 
regex:gen-workload log --machine mesh:k=4 --regex '(?<nodes>none)(?<start>)(?<runtime>)' 
trace:gen-workload trace --machine mesh:k=4 --out p.goal 
matrix:gen-workload uniform --machine mesh:k=4 --matrix 
table:gen-workload background --load 0.1 --machine mesh:k=4 
program:metrics program 
machine:metrics machine --machine 
links:metrics machine --machine graph:links=
topology.conf:metrics machine --machine graph:topology=
map:metrics machine --machine torus:k=3x3,map=
fabric:metrics topology --from ibnetdiscover 
END
t 'a machine in gzip is read; JSON that an expression matches is read' '
	gzip -c <<<"kind=mesh" >m.gz && refuses 1 "metrics: m.gz: k: must be given" metrics machine --machine m.gz && echo "{\"n\":2,\"s\":5,\"r\":7}" >l &&
	is "$(gen-workload log -q --machine mesh:k=4 --regex "\"n\":(?<nodes>\d+),\"s\":(?<start>\d+),\"r\":(?<runtime>\d+)" l | cells nodes,runtime_s)" 2,7'
t 'a trace that nobody knows: its line, and why it is no list of files' '
	printf "# x\nMPI_Init 1\n" >tr && refuses 1 "gen-workload: tr:2: '\''MPI_Init'\'': not a trace that is known: neither a rank and what it calls, nor a file of these: cannot open '\''MPI_Init'\'': No such file" gen-workload trace --machine mesh:k=4 --out p.goal tr'

done_testing
