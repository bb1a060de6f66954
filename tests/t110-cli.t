#!/usr/bin/env bash
# t110-cli -- what every tool does alike on the command line.
. "$(dirname "$0")/lib.sh"

version=$(cat "$HOPLINE_ROOT/VERSION")
export version

for tool in gen-workload alloc map netsim metrics; do
	export tool
	t "$tool --version" '$tool --version >out 2>err && [ "$(cat out)" = "$tool $version" ] && [ ! -s err ]'
	t "$tool --help goes to standard output" '$tool --help >out 2>err && grep "^Usage: $tool " out && [ ! -s err ]'
	t "$tool --list: names with a sentence each" '$tool --list >out && [ -s out ] && ! grep -v "^[a-z0-9-]*  *[^ ]" out'
	t "$tool: an unknown option is exit 2, one line and where help is" '
		exits 2 $tool --no-such-option >out 2>err && [ ! -s out ] &&
		[ "$(wc -l <err)" = 2 ] && grep "^$tool: .*--no-such-option" err && grep "^Try .$tool --help.\.$" err'
	t "$tool: nothing fails unseen on a full disk" '
		exits 1 $tool --help >/dev/full 2>err && grep "^$tool: write error: No space left on device$" err'
done

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
