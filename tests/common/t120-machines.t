#!/usr/bin/env bash
# t120-machines -- machines as tools see them: files, --machine, --set, the line #machine.
. "$(dirname "$0")/../lib.sh"

machine='dragonfly:g=3,a=2,p=2'
printf 'job,nodes\n1,2\n' >"$shared_dir/jobs.csv"
printf '#hopline 1\n#machine %s\njob,nodes\n1,2\n' "$machine" >"$shared_dir/stream.csv"
q="'"
export q machine jobs=$shared_dir/jobs.csv stream=$shared_dir/stream.csv
line() { sed -n 's/^#machine //p'; }	# of a stream

t 'each file in data/machines is a machine' '
	for f in "$HOPLINE_ROOT"/data/machines/*; do
		alloc --policy simple --machine "$f" "$jobs" >out && grep -qE "^#machine (r?dragonfly|dragonflyplus|torus|cubetorus|fattree):" out || exit 1
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
	exits 1 alloc --policy simple bad.csv 2>err && grep -q "#machine: .m.conf.: unknown kind of machine (known: dragonfly" err'

t 'an unavailable node is never allocated' '
	printf "job,nodes\n1,8\n" | alloc --policy simple --machine "$machine,unavailable=1+4-6" | rows | grep -q ",0 2-3 7-11\$"'

# A small machine of each kind without groups, of 24 nodes or more.
export groupless='fattree:radix=8,taper=3 fattree:k=3 slimfly:q=3,p=2 mesh:k=5x4,p=2 torus:k=4x3x2 expressmesh:k=8x6,p=3,gap=2 hypercube:n=5'

t 'machines without groups: policies and mappings that need none' '
	for m in $groupless; do
		for policy in simple slurm slurm-fit slurm-tree slurm-tree-fit slurm-tree-linear slurm-dragonfly slurm-dragonfly-fit slurm-none rdn rdr level-spread; do
			algorithms="linear random random-nodes"
			! checked || [ $policy = simple ] || algorithms=linear	# the others go once over each machine
			for algorithm in $algorithms; do
				printf "job,nodes\n1,9\n2,11\n" | alloc --policy $policy --machine "$m" | map --algorithm $algorithm >out || exit 1
				[ "$(line <out)" = "$m" ] && [ "$(rows out | wc -l)" = 2 ] || exit 1
			done
		done
		printf "job,nodes\n1,4\n" | alloc --policy simple --machine "$m,unavailable=1+3" | rows | grep -q ",0 2 4-5\$" || exit 1
	done'

t 'machines without groups: policies that need them say so' '
	for m in $groupless; do
		for policy in rdg rrn rrr jokanovic jokanovic-as-published jokanovic-boundary; do
			exits 1 alloc --policy $policy --machine "$m" "$jobs" 2>err || exit 1
			[ "$(cat err)" = "alloc: policy ${q}$policy$q needs a machine with groups, and $q$m$q has none" ] || exit 1
		done
	done'

t 'a file of a mesh: each dimension its own speed' '
	printf "kind=torus\nk=4x4x4 # a cube\nbw=9.4GB/s/4.7GB/s/9.4GB/s\nlatency=30ns\n" >m.conf &&
	[ "$(alloc --policy simple --machine m.conf "$jobs" | line)" = "torus:k=4x4x4,bw=9.4GB/s/4.7GB/s/9.4GB/s,latency=30ns" ] &&
	[ "$(alloc --policy simple --machine m.conf --set k=2x2x2 "$jobs" | map --set bw=8Gb/s | line)" = "torus:k=2x2x2,latency=30ns" ] &&
	exits 1 alloc --policy simple --machine m.conf --set k=4x4 "$jobs" 2>err &&
	grep -q "^alloc: m.conf:3: bw: .9.4GB/s/4.7GB/s/9.4GB/s.: has 3 values where one is wanted, or one for each of 2 dimensions" err'

done_testing
