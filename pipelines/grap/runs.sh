# runs -- jobs of the three patterns on both networks, alone and among noise: what network, bytes and hops share; they source it.
#
# A pattern has a job of so many groups.  On the fixed dragonfly its nodes are drawn from the whole machine and packets take routing par
# (5.1.2, 5.1.3); on the reconfigurable one alloc grap gives it whole groups, and map its circuits.  Noise is what all other nodes send: to
# any of them, or on the reconfigurable dragonfly to those of their group.
# shellcheck shell=bash disable=SC2034 # those who source it use them
source "$(dirname "${BASH_SOURCE[0]}")/settings.sh"
machine_tdn=$(fixed)
machine_rdn=$(reconfigurable)
columns=pattern,mode,groups,group_nodes,nodes,system,circuits,noise,bytes,rounds,iterations
measured=comm_time_s,routers_mean,latency_mean_s,packets

# near_square N: the two factors of N, the larger first, that are nearest to each other
near_square() {
	local w
	for ((w = 1, z = 1; w * w <= $1; w++)); do (($1 % w)) || z=$w; done
	echo "$(($1 / z))x$z"
}
# counts GROUPS NODES AROUND: nodes of each group, in turn so many more and fewer than NODES
counts() {
	local i list=()
	for ((i = 1; i <= $1; i++)); do list+=($(($2 + (i == $1 && i % 2 ? 0 : i % 2 ? $3 : -$3)))); done
	echo "${list[*]}"
}
# job PATTERN MODE GROUPS EACH BYTES: the table of a job with EACH nodes in every group.
#
# A stencil is p x a nodes in the group, groups along z; so each group exchanges with two others.  All-to-all in adaptive mode is one whose groups
# have unequal counts, about EACH: grap's own adaptive mode would take fewer groups.
job() {
	local pattern=$1 mode=$2 groups=$3 each=$4 size=$5 dims='' asked='' nodes_each='' sampled='' repeated=$iterations
	case $pattern in
	stencil) dims=${p}x$((each / p))x$groups ;;
	neighboring) dims=${p}x$((each / p))x$(near_square "$groups") ;;
	alltoall) sampled=$rounds repeated=1 ;;
	esac
	case $pattern-$mode in
	*-custom) nodes_each=$(counts "$groups" "$each" 0) ;;
	*-adaptive) mode=custom nodes_each=$(counts "$groups" "$each" $(((group - each) / 2 > 0 ? (group - each) / 2 : 1))) ;;
	esac
	case $mode in
	custom*) asked=$groups ;;
	esac
	printf '%s\n' job,nodes,pattern,dims,bytes,rounds,iterations,mode,groups,group_nodes "job,$((groups * each)),$pattern,$dims,$size,$sampled,$repeated,$mode,$asked,$nodes_each"
}
# place SYSTEM CIRCUITS TABLE: the job's nodes, and circuits.  Rounds of an all-to-all with tasks in order would be whole groups that send to one
# other; drawn, they are the uniform traffic that the paper has.
place() {
	local order=linear shuffled=cat
	[ "$tasks" = ordered ] || shuffled="awk -v group=$group -f $here/../lib/lists.awk -f $here/shuffle.awk"
	if [ "$1" = tdn ]; then
		alloc --machine "$machine_tdn" --policy random "$3"
	else
		! grep -q ,alltoall, "$3" || order=random
		alloc --machine "$machine_rdn" --policy grap "$3" | $shuffled | map --algorithm $order --circuits "$2"
	fi
}
# among SYSTEM NOISE: the placed table with the noise of all other nodes, if NOISE is yes
among() {
	if [ "$2" = no ]; then cat; else
		gen-workload background --quiet --pattern "$([ "$1" = tdn ] && echo uniform || echo group-uniform)" --load $load --bytes $packet --lead $lead
	fi
}
# routing_of SYSTEM: what 5.1.2 has for it, as words for netsim
routing_of() { [ "$1" = tdn ] && echo "par --threshold $threshold" || echo "$tago"; }
# simulate PATTERN ROUTING [OPTION OF NETSIM...]: what comes of the table: the job's $measured, then what it cost.  All-to-all goes in rounds; tasks of
# the others post all their messages at once.
simulate() {
	local schedule=burst
	[ "$1" != alltoall ] || schedule=mpi
	netsim --quiet --routing "$2" --router "$router" --packet $packet --schedule $schedule --stats "$tmp/stats" "${@:3}" |
		metrics select --no-preamble --where job=job --columns "$measured" | sed 1d | tr '\n' ,
	metrics select --no-preamble --columns cpu_s,max_rss_bytes,packet_hops "$tmp/stats" | sed 1d
}
# circuits_for PATTERN: all-to-all wants all pairs of its groups alike
circuits_for() { [ "$1" = alltoall ] && echo balanced || echo matched; }
# repeats PATTERN: how many rounds of it are sampled, and how often it is repeated
repeats() { [ "$1" = alltoall ] && echo "$rounds,1" || echo ",$iterations"; }
# exchange PATTERN MODE GROUPS EACH BYTES SYSTEM NOISE [CIRCUITS]: a row of $columns, $measured and the cost
# shellcheck disable=SC2046 # routing_of writes words
exchange() {
	local circuits=''
	[ "$6" = tdn ] || circuits=${8:-$(circuits_for "$1")}
	job "$1" "$2" "$3" "$4" "$5" >"$tmp/job"
	place "$6" "$circuits" "$tmp/job" >"$tmp/placed"
	echo "$1,$2,$3,$4,$(($3 * $4)),$6,$circuits,$7,$5,$(repeats "$1"),$(among "$6" "$7" <"$tmp/placed" | simulate "$1" $(routing_of "$6"))"
}
# patterns: those of Fig. 4, each with its mode and the nodes it has in a group
patterns() {
	printf '%s\n' "alltoall adaptive $alltoall_nodes" "alltoall custom-balance $alltoall_nodes" "stencil minimal-balance $group" \
		"neighboring custom $group" "neighboring custom $((group * 3 / 4))"
}
