#!/usr/bin/env bash
# gen-workload uniform and mix: the numbers of jobs that the Level-Spread paper prints.
. "$(dirname "$0")/../lib.sh"

# gen SUBCOMMAND OPTIONS...: rows for the 272-node machine, unless a later --machine says otherwise
gen() { gen-workload "$1" --machine "${machine:-dragonfly:g=17,a=4,p=4}" "${@:2}"; }
# jobs COLUMNS...: how many rows have each combination
jobs() { rows | cut -d, -f"$1" | sort | uniq -c | awk '{ print $2 "x" $1 }' | paste -sd' '; }
export -f gen jobs rows

t 'uniform: 59 jobs of 16 nodes on 1056 at 90%' '
	machine=dragonfly:g=33,a=8,p=4 gen uniform --job-nodes 16 >w &&
	[ "$(column nodes w | sort | uniq -c | xargs)" = "59 16" ]'

t 'uniform: the share is exact' '
	[ $(gen uniform --job-nodes 16 --utilization 1 | rows | wc -l) = 17 ] &&
	[ $(gen uniform --job-nodes 68 --utilization 1.0 | rows | wc -l) = 4 ] &&
	[ $(machine=dragonfly:g=10,a=2,p=5 gen uniform --job-nodes 1 --utilization 0.29 | rows | wc -l) = 29 ] &&
	[ $(machine=dragonfly:g=10,a=2,p=5 gen uniform --job-nodes 1 --utilization 0.289999999 | rows | wc -l) = 28 ]'

t 'uniform: four quarter-machine jobs' '
	gen uniform --quarters >w && [ "$(column nodes w | xargs)" = "68 68 68 68" ] &&
	machine=dragonfly:g=9,a=4,p=3 gen uniform --quarters >w && [ "$(column nodes w | xargs)" = "27 27 27 27" ]'

t 'uniform: four jobs that fill 90% and 70% of the machine together' '
	for m in 17,a=4:0.9:61 17,a=4:0.7:47 33,a=8:0.9:237 33,a=8:0.7:184 33,a=8:1:264; do
		IFS=: read -r shape share nodes <<<"$m"
		[ "$(gen uniform --machine dragonfly:g=$shape,p=4 --quarters --utilization $share | column nodes | xargs)" = "$nodes $nodes $nodes $nodes" ] || exit 1
	done &&
	[ "$(gen uniform --machine dragonfly:g=10,a=2,p=5 --quarters --utilization 0.28 | column nodes | sort -u)" = 7 ] &&
	[ "$(gen uniform --machine dragonfly:g=10,a=2,p=5 --quarters --utilization 0.279999999 | column nodes | sort -u)" = 6 ] &&
	gen uniform --quarters --utilization 1 | rows | cmp - <(gen uniform --quarters | rows)'

t 'uniform: a job is small when it fits a group' '
	[ "$(gen uniform --job-nodes 16 | column class | sort -u)" = small ] &&
	[ "$(gen uniform --job-nodes 17 | column class | sort -u)" = large ]'

t 'unavailable nodes are no capacity' '
	m=dragonfly:g=17,a=4,p=4,unavailable=0-15 &&
	[ $(gen-workload uniform --machine $m --job-nodes 16 --utilization 1 | rows | wc -l) = 16 ]'

t 'mix: 3, 5, 6 and 11 of each on 272, 528, 544 and 1056 nodes' '
	for m in 17,a=4:3 33,a=4:5 17,a=8:6 33,a=8:11; do
		machine=dragonfly:g=${m%:*},p=4 gen mix >w &&
		n=${m#*:} && [ "$(column class w | sort | uniq -c | xargs)" = "$n large $n small" ] || exit 1
	done &&
	[ "$(column nodes w | sort | uniq -c | xargs)" = "11 16 11 64" ]'

t 'mix: small jobs first, or large ones' '
	[ "$(gen mix | column class | uniq | xargs)" = "small large" ] &&
	[ "$(gen mix --order small | column class | uniq | xargs)" = "small large" ] &&
	[ "$(gen mix --order large | column class | uniq | xargs)" = "large small" ]'

t 'mix: other sizes, another share' '
	[ "$(gen mix --small 8 --large 60 --utilization 0.5 | rows | cut -d, -f3,4 | sort | uniq -c | xargs)" = "2 large,60 2 small,8" ]'

t 'tasks are nodes times cores' '
	[ "$(gen mix | column tasks | sort -u | xargs)" = "128 32" ] &&
	[ "$(gen mix --set cores=1 | column tasks | sort -u | xargs)" = "16 64" ] &&
	gen mix --set cores=1 | grep -qx "#machine dragonfly:g=17,a=4,p=4,cores=1"'

t 'one case a pattern, patterns in the order given' '
	gen mix --pattern halo3d,alltoall >w &&
	[ "$(rows w | cut -d, -f1,6 | uniq | xargs)" = "1,halo3d 2,alltoall" ] &&
	[ "$(gen mix --pattern mixed | column pattern | uniq | xargs)" = "alltoall broadcast fft3d halo2d halo3d halo3d26" ]'

t 'repeats are cases of their own, side by side' '
	gen uniform --job-nodes 100 --pattern alltoall,fft3d --repeat 2 >w &&
	[ "$(rows w | cut -d, -f1,2,7 | uniq | xargs)" = "1,1,alltoall 2,2,alltoall 3,1,fft3d 4,2,fft3d" ] &&
	[ "$(rows w | wc -l)" = 8 ] && ! gen uniform --job-nodes 100 | grep -q rep,'

t 'message sizes, alike or by pattern' '
	[ "$(gen mix | column bytes | sort -u)" = 1000 ] &&
	[ "$(gen mix --bytes 1KiB | column bytes | sort -u)" = 1024 ] &&
	gen mix --pattern mixed --bytes 2KB,broadcast=8000,halo3d=2048 --allreduce-bytes halo3d=8 --edge-bytes 128 --corner-bytes 8 >w &&
	[ "$(rows w | cut -d, -f6- | uniq | xargs)" = "alltoall,2000,128,8,,1 broadcast,8000,128,8,,1 fft3d,2000,128,8,,1 halo2d,2000,128,8,,1 halo3d,2048,128,8,8,1 halo3d26,2000,128,8,,1" ] &&
	[ "$(gen mix --bytes broadcast=8000 | column bytes | sort -u)" = 1000 ]'

t 'mix: messages of one class are so many times as large; an allreduce is not' '
	s="--pattern halo3d26 --bytes 2KB --edge-bytes 128 --corner-bytes 8 --allreduce-bytes 16" &&
	[ "$(gen mix $s --large-times 8 | rows | cut -d, -f3,7-10 | uniq | xargs)" = "small,2000,128,8,16 large,16000,1024,64,16" ] &&
	[ "$(gen mix $s --small-times 3 --order large | rows | cut -d, -f3,7-10 | uniq | xargs)" = "large,2000,128,8,16 small,6000,384,24,16" ] &&
	[ "$(gen mix --pattern alltoall,broadcast --bytes broadcast=8000 --small-times 2 --large-times 10 | rows | cut -d, -f3,6,7 | uniq | xargs)" = \
		"small,alltoall,2000 large,alltoall,10000 small,broadcast,16000 large,broadcast,80000" ] &&
	! gen mix --small-times 2 | grep -q edge_bytes && gen mix --small-times 1 --large-times 1 | rows | cmp - <(gen mix | rows)'

t 'mix: no message becomes larger than a stream can say' '
	[ "$(gen mix --bytes 1GB --large-times 1000000 | column bytes | uniq | xargs)" = "1000000000 1000000000000000" ] &&
	for o in "--bytes 1000000001" "--edge-bytes 1GB,halo3d=1GiB --pattern alltoall,halo3d" "--corner-bytes 9000000GB"; do
		exits 2 gen mix $o --large-times 1000000 >out 2>err && ! test -s out &&
		grep -q "^gen-workload: --large-times: .1000000.: messages of [0-9]* bytes would be larger than 1000000000000000\$" err || exit 1
	done &&
	for x in 0 -1 1.5 1000001 ""; do
		exits 2 gen mix --small-times "$x" 2>err && grep -q "^gen-workload: --small-times: .$x.: must be an integer from 1 to 1000000\$" err || exit 1
	done'

t 'iterations' '[ "$(gen mix --iterations 3 | column iterations | sort -u)" = 3 ]'

t 'the preamble says how the table was made; it can be left out' '
	gen mix >w && sed -n 1p w | grep -qx "#hopline 1" && sed -n 2p w | grep -qx "#machine dragonfly:g=17,a=4,p=4" &&
	sed -n 3p w | grep -Eqx "#run gen-workload [0-9.]+ mix --machine dragonfly:g=17,a=4,p=4" &&
	gen mix --no-preamble | cmp - <(grep -v "^#" w)'

done_testing
