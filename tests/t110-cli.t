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

done_testing
