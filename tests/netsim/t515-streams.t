#!/usr/bin/env bash
# t515-streams -- with the buffers that a machine has by default, one stream of packets flows at the rate of its links.
#
# One message of 8 MB goes from the first node to a few others, until links of every class of the machine have carried one.  A whole packet's
# transfer over the slowest link of its way (netsim --route: from the head's arrival to the tail's) says how long it takes at most.
# shellcheck disable=SC2016 # the tests' commands are quoted
source "$(dirname "$0")/../lib.sh"
export bytes=8000000	# of the longest of these buffers many
checked && bytes=2000000

# streams SPEC OPTION...: are all classes covered, each at 97% of the slowest link of the way?
streams() {
	local spec=$1 nodes near=0 far left new least circuits=
	[[ $spec == *rdragonfly* ]] && circuits=0.0:1.0
	case $spec in titan | bluewaters) near=$(metrics nodes --machine $spec | awk -F, '/,yes/ { print $1; exit }') ;; esac
	metrics machine --machine "$spec" | metrics select --columns nodes,link_classes,nominal_bits_per_s,reached_bits_per_s >machine.csv || return 1
	nodes=$(column nodes machine.csv) left=" $(column link_classes machine.csv) "
	is "$(column nominal_bits_per_s machine.csv)" "$(column reached_bits_per_s machine.csv)" || return 1
	for far in $((nodes / 2 + nodes / 7)) $((nodes / 2 - 1)) $((nodes / 5)) 300 $((nodes - 1)) 13 $((near + 1)) $((near + 2)); do
		netsim --machine "$spec" "${@:2}" --route $near "$far" ${circuits:+--circuits $circuits} >way.csv 2>/dev/null || continue
		new=$(column class way.csv | awk -v left="$left" 'index(left, " " $0 " ")' | sort -u | xargs)
		[ "$new" ] || continue
		for class in $new; do left=${left/ $class / }; done
		least=$(awk -F, -v bytes=$bytes '/^[0-9]/ && $8 - $7 > x { x = $8 - $7 } { last = $8 } END { print (last + bytes / 2048 * x) * 1e-12 }' way.csv)
		printf "%s\n" job,nodes,tasks,pattern,bytes,node_list,circuits "a,2,2,broadcast,$bytes,$near $far,$circuits" |
			netsim --machine "$spec" "${@:2}" --no-preamble --quiet >streams.csv || return 1
		holds "$(column comm_time_s streams.csv) * 0.97 <= $least" || { echo "$spec: $near to $far: $(cat way.csv)"; return 1; }
	done
	[ ! "${left// /}" ] || { echo "$spec: no message crosses:$left"; return 1; }
}

checked || for file in "$HOPLINE_ROOT"/data/machines/*.conf; do
	name=$(basename "$file" .conf)
	free=$(grep -q '^copy-bw' "$file" && echo --set copy-bw=1000000GB/s)	# copies of ranks are not what buffers hold up
	export name free
	t "$name" 'streams "$name" $free'
done

fast=node-bw=100GB/s,node-latency=1us,router-latency=500ns,cores=1
export fast
t 'every kind, with links of 100 GB/s and of 1 us, and the routings with an escape channel' '
	for m in dragonfly:g=5,a=4,p=2,local-bw=100GB/s,global-bw=50GB/s,global-latency=2us fattree:k=3,n=3,leaf-spine-bw=100GB/s,spine-core-bw=100GB/s,spine-core-latency=1us \
		dragonflyplus:g=3,leaves=2,p=2,spines=2,local-bw=100GB/s,global-bw=100GB/s,global-latency=1us slimfly:q=5,p=2,local-bw=100GB/s,global-bw=90GB/s,global-latency=1us \
		expressmesh:k=5x5,gap=2,bw=100GB/s,latency=1us mesh:k=4x4x4,bw=100GB/s/50GB/s/25GB/s,latency=1us torus:k=5x5,bw=100GB/s,latency=1us \
		twistedtorus:k=8x4,bw=100GB/s,latency=1us cubetorus:cube=2x2x2,cubes=2x2x2,bw=100GB/s,circuit-bw=100GB/s,circuit-latency=1us hypercube:n=4,bw=100GB/s,latency=1us; do
		streams $m,$fast || exit 1
		case $m in mesh* | torus* | hyper* | express*) streams $m,$fast --routing adaptive || exit 1 ;; esac
	done'

t 'larger packets, and routers that queue at their inputs' '
	{ checked || { streams frontier --packet 64KiB && streams frontier --router input; }; } && streams tpu-v4 --packet 1MiB && netsim --machine gpu-pod --packet 1MiB --route 0 99 >out'

t 'written buffers count, and one warning says what they reach and what would do: six packets of 2048 B a round trip of 1.732 us' '
	alloc --policy simple --machine frontier >in.csv < <(printf "%s\n" job,nodes,tasks,pattern,bytes a,2,2,broadcast,8000000)
	netsim --set vc-buffer=14000B in.csv >out 2>err && near "$(column comm_time_s out)" "8e6 / (6 * 2048 / 1.7319e-6)" 0.002 && is "$(wc -l <err)" 1 &&
	grep "^netsim: vc-buffer: .14000B.: one stream of packets of 2048 bytes reaches 7.095 of 25 GB/s on node links, .* of 25 GB/s on global links; 45056B would do$" err &&
	metrics machine --machine frontier --set vc-buffer=14000B | metrics select --columns reached_bits_per_s | grep "^5.67[0-9]*e+10 2e+11 " &&
	netsim --set vc-buffer=45056B in.csv 2>&1 >out | is "$(cat)" "" && near "$(column comm_time_s out)" 0.00032165 1e-6 &&
	netsim --quiet --set vc-buffer=14000B in.csv 2>&1 >out | is "$(cat)" ""'

t 'the machines of the first paper keep their 14,000 bytes' '
	for m in 272/2Gb 272/8Gb 272/32Gb 528/2Gb 544/8Gb 1056/32Gb; do
		gen-workload random --machine level-spread-${m%/*} --set global-bw=${m#*/}/s --cases 1 | alloc --policy simple >in.csv &&
			netsim --routing ugal-l in.csv | rows >default && netsim --routing ugal-l --set vc-buffer=14000B in.csv | rows >written && [ -s default ] && cmp default written || exit 1
	done'

done_testing
