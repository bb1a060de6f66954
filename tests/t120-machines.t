#!/usr/bin/env bash
# t120-machines -- machines as tools see them: files, --machine, --set, the line #machine.
. "$(dirname "$0")/lib.sh"

machine='dragonfly:g=3,a=2,p=2'
printf 'job,nodes\n1,2\n' >"$shared_dir/jobs.csv"
printf '#hopline 1\n#machine %s\njob,nodes\n1,2\n' "$machine" >"$shared_dir/stream.csv"
export machine jobs=$shared_dir/jobs.csv stream=$shared_dir/stream.csv
line() { sed -n 's/^#machine //p'; }	# of a stream

t 'each file in data/machines is a machine' '
	for f in "$HOPLINE_ROOT"/data/machines/*; do
		alloc --policy simple --machine "$f" "$jobs" >out && grep -q "^#machine dragonfly:" out || exit 1
	done'

t 'the files of the study have the sizes of its Table I' '
	for n in 272 528 544 1056; do
		f=$HOPLINE_ROOT/data/machines/level-spread-$n.conf
		printf "job,nodes\n1,$n\n" | alloc --policy simple --machine "$f" | rows | grep -q ",0-$((n - 1))\$" || exit 1
		printf "job,nodes\n1,$((n + 1))\n" | exits 1 alloc --policy simple --machine "$f" 2>/dev/null || exit 1
	done'

t 'a file and its inline spec are one machine: the defaults are left out' '
	[ "$(alloc --policy simple --machine "$HOPLINE_ROOT/data/machines/level-spread-272.conf" "$jobs" | line)" = \
		dragonfly:g=17,a=4,p=4 ]'

t 'the stream names the machine' '
	[ "$(alloc --policy simple "$stream" | line)" = "$machine" ]'

t '--machine may say the same again, in any order' '
	[ "$(alloc --policy simple --machine "dragonfly:p=2,h=1,a=2,g=3" "$stream" | line)" = "$machine" ]'

t '--machine that differs from the stream is a mistake of the command line' '
	exits 2 alloc --policy simple --machine dragonfly:g=3,a=2,p=3 "$stream" 2>err &&
	grep -q "^alloc: --machine: .dragonfly:g=3,a=2,p=3.: the stream.s machine is .dragonfly:g=3,a=2,p=2." err'

t '--set changes the machine for what follows' '
	alloc --policy simple --set global-bw=2Gb/s --set cores=4 "$stream" | map >out &&
	[ "$(line <out)" = "$machine,global-bw=2Gb/s,cores=4" ]'

t '--set back to the default leaves no trace' '
	[ "$(alloc --policy simple --set cores=4 "$stream" | map --set cores=2 | line)" = "$machine" ]'

t '--set without a machine, and no machine at all' '
	exits 2 alloc --policy simple --set cores=4 "$jobs" 2>err && grep -q "^alloc: --set: .cores=4.: " err &&
	exits 2 alloc --policy simple "$jobs" 2>err && grep -q "jobs.csv: no machine" err'

t 'a wrong --set, --machine, #machine' '
	exits 2 alloc --policy simple --set cores=0 "$stream" 2>err && grep -q "^alloc: --set: cores: .0.: must be at least 1" err &&
	exits 2 alloc --policy simple --machine dragonfly:g=3,a=2 "$jobs" 2>err && grep -q "^alloc: --machine: p: must be given" err &&
	sed s/g=3/g=0/ "$stream" >bad.csv &&
	exits 1 alloc --policy simple bad.csv 2>err && grep -q "^alloc: bad.csv: #machine: g: .0.: must be at least 1" err'

t 'an error in a machine file names the line and is not the command line'\''s' '
	printf "kind=dragonfly\n\n# no such key\ncolour=red\n" >m.conf &&
	exits 1 alloc --policy simple --machine m.conf "$jobs" 2>err && grep -q "^alloc: m.conf:4: colour: unknown key" err'

t 'a stream cannot have a file read' '
	printf "kind=dragonfly\ng=3\na=2\np=2\n" >m.conf && sed "s/#machine.*/#machine m.conf/" "$stream" >bad.csv &&
	exits 1 alloc --policy simple bad.csv 2>err && grep -q "#machine: .m.conf.: unknown kind of machine (known: dragonfly)" err'

t 'an unavailable node is never allocated' '
	printf "job,nodes\n1,8\n" | alloc --policy simple --machine "$machine,unavailable=1+4-6" | rows | grep -q ",0 2-3 7-11\$"'

done_testing
