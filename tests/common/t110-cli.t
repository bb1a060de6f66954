#!/usr/bin/env bash
# t110-cli -- what every tool does alike on the command line.
. "$(dirname "$0")/../lib.sh"

version=$(cat "$HOPLINE_ROOT/VERSION")
export version

for tool in gen-workload alloc map netsim metrics; do
	export tool
	t "$tool --version" '$tool --version >out 2>err && [ "$(cat out)" = "$tool $version" ] && [ ! -s err ]'
	t "$tool --help goes to standard output" '$tool --help >out 2>err && grep "^Usage: $tool " out && [ ! -s err ]'
	t "$tool --list: names with a sentence each" '$tool --list >out && [ -s out ] && ! { grep -v "^[a-z0-9:.-]*  *[^ ]" out | grep -vE "^([a-z]+:)?\$"; }'
	t "$tool: an unknown option is exit 2, one line and where help is" '
		exits 2 $tool --no-such-option >out 2>err && [ ! -s out ] &&
		[ "$(wc -l <err)" = 2 ] && grep "^$tool: .*--no-such-option" err && grep "^Try .$tool --help.\.$" err'
	t "$tool: nothing fails unseen on a full disk" '
		exits 1 $tool --help >/dev/full 2>err && grep "^$tool: write error: No space left on device$" err'
done

# One stream: what the words of a command line mean is decided before anything is read.
t 'names of options: cut short, of two letters, nearly right, of two options, with a value too many or none' '
	simple() { alloc --policy simple --machine mesh:k=4 "$@"; } && printf "job,nodes\na,1\n" >in.csv && simple in.csv | rows >want && simple -q in.csv --see=1 | rows | cmp - want && simple -- in.csv | rows | cmp - want &&
	while IFS="|" read -r words said; do
		refuses 2 "alloc: $said" simple $words || { echo "$words"; exit 1; }
	done <<-END
		--polcy x|unrecognized option '\''--polcy'\'': did you mean '\''--policy'\''?
		--xyzzy|unrecognized option '\''--xyzzy'\''
		--s 1|option '\''--s'\'' is ambiguous: --schedule --speedup --set --seed
		--quiet=3|option '\''--quiet'\'' doesn'\''t allow an argument
		in.csv --seed|option '\''--seed'\'' requires an argument
		-qz|invalid option -- '\''z'\''
		in.csv - --|'\''-'\'': one file at most
	END'

for tool in "alloc --policy simple" map netsim; do
	export tool name=${tool%% *}
	t "$name: a malformed --seed, --set and machine are exit 2" '
		printf "job,nodes\na,1\n" >in.csv &&
		for option in --seed=-1 --seed=x --set=k --set= --machine=nothing:g=2 --machine=dragonfly:g=2,a=2,p=1,g=3; do
			exits 2 $tool $option in.csv >out 2>err && [ ! -s out ] && grep "^$name: --[a-z]*: " err || return 1
		done'
	t "$name: --set without a machine, no machine at all: exit 2" '
		printf "job,nodes\na,1\n" >in.csv &&
		exits 2 $tool --set g=3 in.csv 2>err && grep "^$name: " err &&
		exits 2 $tool in.csv 2>err && grep "^$name: .*machine" err'
	t "$name: --machine that agrees with the stream, and one that does not" '
		printf "#hopline 1\n#machine dragonfly:g=2,a=2,p=1\njob,nodes,pattern,node_list\n" >in.csv &&
		$tool --machine dragonfly:p=1,g=2,a=2 in.csv >out && grep "^#machine dragonfly:g=2,a=2,p=1$" out &&
		exits 2 $tool --machine dragonfly:g=3,a=2,p=1 in.csv 2>err && grep "^$name: --machine: " err'
	t "$name: --set changes the machine, and the new spec is written" '
		printf "#hopline 1\n#machine dragonfly:g=2,a=2,p=1\njob,nodes,pattern,node_list\n" >in.csv &&
		$tool --set global-bw=2Gb/s in.csv | grep "^#machine dragonfly:g=2,a=2,p=1,global-bw=2Gb/s$" &&
		$tool --set g=3 --set p=2 in.csv | grep "^#machine dragonfly:g=3,a=2,p=2$"'
done

t '--quiet: no warnings' '
	printf "job,nodes\na,3\nb,1\n" >in.csv &&
	alloc --policy simple --machine dragonfly:g=2,a=1,p=1 --on-full skip in.csv >loud 2>err && [ -s err ] &&
	alloc --policy simple --machine dragonfly:g=2,a=1,p=1 --on-full skip -q in.csv >quiet 2>err && [ ! -s err ] &&
	[ "$(rows loud)" = "$(rows quiet)" ]'

t 'another seed draws otherwise, the same the same' '
	printf "job,nodes\na,20\n" >in.csv &&
	for seed in 1 2 18446744073709551615; do
		alloc --policy rdn --machine dragonfly:g=9,a=4,p=2 --seed $seed --no-preamble in.csv >$seed || return 1
	done &&
	alloc --policy rdn --machine dragonfly:g=9,a=4,p=2 --no-preamble in.csv | diff - 1 &&
	! cmp -s 1 2 && ! cmp -s 1 18446744073709551615'

# --- no table over another, or over the input

# placed: two jobs with nodes, for map, netsim and metrics; played: such as alloc and a schedule take
placed() { printf '%s\n' '#hopline 1' '#machine mesh:k=4' job,nodes,tasks,pattern,alloc,comm_time_s,node_list 'a,2,2,alltoall,x,1,0-1' 'b,2,2,alltoall,y,2,2-3'; }
played() { printf '%s\n' '#hopline 1' '#machine mesh:k=4' job,nodes,submit_s,runtime_s a,2,0,5 b,4,1,5; }
# untouched COMMAND...: exits 2 for the files' sake, and in.csv is as it was
untouched() {
	exits 2 "$@" 2>err >out && [ ! -s out ] && grep -q "^[a-z-]*: cannot \(read\|write\) '.*': " err && cmp in.csv kept
}

t 'an output is not written over the input, by whatever name' '
	placed >in.csv && cp in.csv kept && ln in.csv hard && ln -s in.csv soft && mkdir d && for x in in.csv ./in.csv d/../in.csv hard soft "$PWD/in.csv"; do
		untouched netsim --links "$x" in.csv && untouched netsim --stats "$x" <in.csv && untouched netsim --latencies "$x" - <in.csv &&
		untouched metrics compare --baseline x --points "$x" in.csv && untouched map --algorithm gsearch --swaps-trace "$x" in.csv || exit 1
	done && played >in.csv && cp in.csv kept && untouched alloc --policy simple --schedule easy --fragments in.csv in.csv &&
	played >in.csv && untouched alloc --policy simple --schedule easy --fragments in.csv <in.csv &&
	printf "c0-0c0s0a0l07(0:0:0) black -> c1-0c2s0a0l16(0:5:0)\nc1-0c2s0a0l16(0:5:0) black -> c0-0c0s0a0l07(0:0:0)\n" >in.csv && cp in.csv kept &&
	untouched metrics topology --from aries --nodes in.csv in.csv'
t 'an output is not written over the files that the machine is made of' '
	printf "from,to\n0,1\n" >in.csv && cp in.csv kept && printf "job,nodes,tasks,pattern,node_list\na,2,2,alltoall,0-1\n" >jobs.csv &&
	untouched netsim --machine graph:links=in.csv --links in.csv jobs.csv && untouched netsim --machine graph:links=in.csv --links ./in.csv <jobs.csv &&
	printf "kind=mesh\nk=2\n" >in.csv && cp in.csv kept && untouched netsim --machine ./in.csv --links in.csv jobs.csv'
t 'an output is not written over another, nor over the table on standard output' '
	placed >in.csv && cp in.csv kept && untouched netsim --links x --job-links ./x in.csv && grep -qx "netsim: cannot write .\./x.: an output of this run goes there" err &&
	: >x && ln -s x y && untouched netsim --latencies x --stats y in.csv && untouched netsim --links out in.csv &&
	grep -qx "netsim: cannot write .out.: standard output goes there" err && untouched metrics compare --baseline x --points out in.csv &&
	untouched netsim --links /dev/stdout in.csv && untouched map --algorithm gsearch --swaps-trace out in.csv'
t 'an output is not -, for standard output has the table' '
	placed >in.csv && cp in.csv kept && for o in links job-links latencies stats; do untouched netsim --$o - in.csv || exit 1; done &&
	grep -qx "netsim: cannot write .-.: standard output has the table" err && untouched metrics topology --from aries --nodes - \
		<<<"c0-0c0s0a0l07(0:0:0) black -> c1-0c2s0a0l16(0:5:0)
c1-0c2s0a0l16(0:5:0) black -> c0-0c0s0a0l07(0:0:0)"'
t 'the table is not appended to what it is read from' '
	placed >in.csv && cp in.csv kept && for tool in netsim map "metrics select"; do
		exits 2 $tool in.csv >>in.csv 2>err && cmp in.csv kept && exits 2 $tool <in.csv >>in.csv 2>err && cmp in.csv kept &&
		grep -qx "${tool%% *}: cannot read .<stdin>.: standard output goes there" err || { cat err; exit 1; }
	done'
t 'what is no regular file may be there twice, and outputs of their own may go anywhere' '
	placed >in.csv && netsim in.csv >want && netsim --links /dev/null --job-links /dev/null --stats /dev/null in.csv | cmp - <(sed "s/^#run netsim.*/#run netsim $version --links \/dev\/null --job-links \/dev\/null --stats \/dev\/null in.csv/" want) &&
	netsim --links >(cat >l) --job-links >(cat >j) <(cat in.csv) | rows | diff - <(rows want) && for i in $(seq 100); do [ -s l ] && [ -s j ] && break; sleep 0.1; done && grep -q "^case,link" l && grep -q "^case,job,link" j &&
	netsim --links l --job-links j in.csv >>want && netsim --links l --job-links j - <in.csv >/dev/null && netsim --links in.links in.csv <in.csv >out 2>&1'

# --- names, options before the subcommand

# meant NAME COMMAND...: refused, and the message asks whether NAME was meant
meant() {
	local name=$1
	shift
	! "$@" </dev/null >out 2>err && grep -qF "did you mean '$name'? " err || { echo "$name:"; cat err; return 1; }
}
t 'a name that two letters make right: did you mean it?' '
	printf "%s\n" "#machine mesh:k=4x4" job,nodes,pattern,node_list a,2,brodcast,0-1 >closed.csv &&
	printf "%s\n" "#machine mesh:k=4x4" job,nodes,pattern,load,node_list a,2,unifrom,0.1,0-1 >open.csv &&
	meant level-spread alloc --policy levelspread && meant linear alloc --policy LINEAR && meant easy alloc --policy simple --schedule esay &&
	meant geom map --algorithm gemo && meant scotch map --algorithm gsearch --from skotch && meant rankfile map --format rank-file &&
	meant dimension-order netsim --machine mesh:k=4x4 --routing dimensionorder --route 0 1 && meant ugal-l netsim --machine dragonfly:g=3,a=2,p=4 --routing ugal_l --route 0 1 &&
	meant broadcast netsim closed.csv && meant uniform netsim open.csv && meant broadcast map --algorithm geom closed.csv &&
	meant random gen-workload rnadom && meant halo2d gen-workload mix --machine dragonfly:g=3,a=2,p=4 --pattern hallo2d &&
	meant uniform gen-workload synthetic --load 0.1 --machine mesh:k=4x4 --pattern uniforn && meant vpic gen-workload application vpci &&
	meant torus metrics machine --machine torsu:k=4 &&
	meant summary metrics --by alloc sumary'
t 'of a name that is like none no other is said to be meant' '
	for name in x zzz rxx levelled; do exits 2 alloc --policy $name </dev/null 2>err && ! grep "did you mean" err || return 1; done'

t 'options before the subcommand' '
	m=dragonfly:g=3,a=2,p=4 && gen-workload random --machine $m --seed 3 --cases 2 >want && rows want | grep -q . &&
	for line in "--seed 3 random --machine $m --cases 2" "--machine=$m --seed=3 random --cases 2" "-q --machine $m --seed 3 --cases 2 random"; do
		gen-workload $line >got && rows want >1 && rows got | cmp - 1 || { echo "$line"; return 1; }
	done && grep -qx "#run gen-workload $version random -q --machine $m --seed 3 --cases 2" got &&
	metrics summary --no-preamble --by class --of nodes want >1 && metrics --no-preamble --by class --of nodes summary want | cmp - 1 &&
	map advise --machine mesh:k=4x4 --nodes 8 --dims 4x4 >1 2>err; map --machine mesh:k=4x4 advise --nodes 8 --dims 4x4 >2 2>err2; cmp 1 2 && cmp err err2 &&
	gen-workload --help mix | grep "^Usage: gen-workload mix "'

done_testing
