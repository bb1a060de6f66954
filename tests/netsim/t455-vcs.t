#!/usr/bin/env bash
# t455-vcs -- netsim --vcs: more virtual channels than the routing needs.
. "$(dirname "$0")/../lib.sh"

# Machines: a kind, so many nodes, a routing, and the channels that it needs on all links between routers.
even='mesh:k=4x3/12/dimension-order/1 mesh:k=4x3/12/adaptive/2 torus:k=4x5/20/dimension-order/2 torus:k=4x5/20/dimension-order-ties/2 torus:k=4x5/20/adaptive/3
	torus:k=4x5/20/valiant/4 torus:k=4x5/20/ugal-l/4 mesh:k=4x3/12/valiant/2
	expressmesh:k=5x4,gap=2/20/dimension-order/1 expressmesh:k=5x4,gap=2/20/dimension-order-either/1 expressmesh:k=5x4,gap=2/20/adaptive/2 expressmesh:k=5x4,gap=2/20/adaptive-farthest/2 hypercube:n=4/16/dimension-order/1 hypercube:n=4/16/ugal-l/2
	fattree:k=2/8/d-mod-k/1 fattree:k=2/8/random-up/1 fattree:k=2/8/adaptive/1 dragonflyplus:g=3,leaves=2,p=1/6/minimal/1 dragonflyplus:g=3,leaves=2,p=1/6/valiant/2 slimfly:q=3,p=1/18/minimal/2 slimfly:q=3,p=1/18/valiant/4 slimfly:q=3,p=1/18/ugal-l/4'
# The same where links of one class need more than those of another.
uneven='dragonflyplus:g=3,leaves=2,p=1/6/par/3 dragonfly:g=5,a=2,p=2/20/minimal/2 dragonfly:g=5,a=2,p=2/20/valiant/3 dragonfly:g=5,a=2,p=2/20/ugal-l/3
	dragonfly:g=5,a=2,p=2/20/ugal-g/3 dragonfly:g=5,a=2,p=2/20/par/4 dragonfly:g=5,a=2,p=2/20/valiant-router/4 dragonfly:g=5,a=2,p=2/20/ugal-router/4 torus:k=2x5/10/dimension-order/2 torus:k=2x5/10/adaptive/3 torus:k=2x5/10/valiant/4'
export even uneven

# all MACHINE NODES ROUTING OPTION...: all nodes send to all, twice; packets are as large as a buffer
all() {
	local machine=$1 n=$2 routing=$3
	shift 3
	printf 'job,nodes,tasks,pattern,bytes,iterations,node_list\na,%s,%s,alltoall,700,2,0-%s\n' "$n" "$n" $((n - 1)) >in.csv
	netsim --machine "$machine" --routing "$routing" --packet 250B --set vc-buffer=250B --no-preamble --quiet "$@" in.csv
}
# on MACHINES COMMAND: for each of them, with $machine, $n, $routing and $needs
on() {
	local one machine n routing needs
	for one in $1; do
		IFS=/ read -r machine n routing needs <<<"$one"
		export machine n routing needs
		eval "$2" || { echo "on $one"; return 1; }
	done
}
# uniform MACHINE NODES OPTION...: the accepted load of full uniform traffic
uniform() { load "$1" "$2" uniform 1 30e-6 30e-6 "${@:3}" | column accepted_load; }
q="'"
export q

# --- what is refused

t 'no number, none, too many' '
	for n in x 0 -1 9 1.5 "" 99999999999999999999; do
		says 2 "netsim: --vcs: $q$n$q: must be an integer from 1 to 8" netsim --machine mesh:k=3 --vcs "$n" --route 0 1 || return 1
	done'
t 'fewer than the routing needs' '
	on "$even $uneven" "[ \$needs = 1 ] ||
		{ exits 2 netsim --machine \$machine --routing \$routing --vcs \$((needs - 1)) --route 0 1 2>err &&
		grep -q \"^netsim: --vcs: .\$((needs - 1)).: \$routing on an* [a-z]* needs at least \$needs (.* links)\$\" err &&
		netsim --machine \$machine --routing \$routing --vcs \$needs --route 0 1 >out; }" &&
	says 2 "netsim: --vcs: ${q}1$q: ugal-l on a dragonfly needs at least 3 (local links)" netsim --machine dragonfly:g=5,a=2,p=2 --routing adaptive --vcs 1 --route 0 1 &&
	says 2 "netsim: --vcs: ${q}2$q: adaptive on a torus needs at least 3 (y links)" netsim --machine torus:k=2x5 --routing adaptive --vcs 2 --route 0 1 &&
	says 2 "netsim: --vcs: ${q}1$q: adaptive on an expressmesh needs at least 2 (x links)" netsim --machine expressmesh:k=5,gap=2 --routing adaptive --vcs 1 --route 0 1'
t 'a rest is named, unless --quiet' '
	says 0 "netsim: --vcs: ${q}3$q: dimension-order on a torus uses only 2 on x links" netsim --machine torus:k=5 --vcs 3 --route 0 1 &&
	says 0 "netsim: --vcs: ${q}5$q: ugal-l on a dragonfly uses only 3 on local links, 4 on global links" netsim --machine dragonfly:g=5,a=2,p=2 --routing ugal-l --vcs 5 --route 0 1 &&
	netsim --machine torus:k=5 --vcs 3 --quiet --route 0 1 2>err && [ ! -s err ] &&
	netsim --machine torus:k=5 --vcs 4 --route 0 1 2>err && [ ! -s err ] &&
	netsim --machine torus:k=5 --vcs 4 --routing adaptive --route 0 1 2>err && [ ! -s err ]'

# --- as many as are needed

t 'as many as are needed everywhere: nothing changes' '
	on "$even" "all \$machine \$n \$routing --links one.csv >one && all \$machine \$n \$routing --vcs \$needs --links two.csv >two && cmp one two && cmp one.csv two.csv"'
t 'a rest changes nothing either' '
	all torus:k=4x5 20 dimension-order >one && all torus:k=4x5 20 dimension-order --vcs 3 >two && cmp one two'

# --- more

t 'everything arrives, whatever the buffers, and twice the same' '
	on "$even $uneven" "for vcs in $(checked && echo 7 || echo 4 7 8); do
		all \$machine \$n \$routing --vcs \$vcs >out && [ \$(column packets out) = \$((2 * n * (n - 1) * 3)) ] &&
		all \$machine \$n \$routing --vcs \$vcs >again && cmp out again || return 1
	done"'
t 'packets of static routings take the links that they took' '
	on "$even $uneven" "case \$routing in (dimension-order | d-mod-k | minimal)
		for vcs in \$needs 8; do
			all \$machine \$n \$routing --vcs \$vcs --links links.csv >out && cut -d, -f1-7 links.csv >loads.\$vcs || return 1
		done
		cmp loads.\$needs loads.8
	esac"'
t 'the seed draws the copies' '
	for vcs in 2 4; do for seed in 1 2; do all torus:k=4x5 20 dimension-order --vcs $vcs --seed $seed >out.$vcs.$seed || return 1; done; done &&
	cmp out.2.1 out.2.2 && ! cmp -s out.4.1 out.4.2'

# copies MACHINE VCS COPIES: the packets of some nodes and seeds each stay in one copy, and there are so many copies
copies() {
	local machine=$1 vcs=$2 wanted=$3 v
	for v in {1..19}; do netsim --machine "$machine" --vcs "$vcs" --seed "$v" --no-preamble --route "$v" 0; done | awk -F, -v need=$((vcs / wanted)) -v wanted="$wanted" '
		/,to,/ { routes++; copy = ""; next }
		$2 != "node" { c = int($5 / need); if (copy != "" && c != copy) bad++; copy = c; if (!seen[c]++) n++ }
		END { print routes " routes, " n " copies, " bad + 0 " changes"; exit routes != 19 || n != wanted || bad }'
}
t '--route shows a packet in its copy' 'copies torus:k=4x5 8 4 && copies torus:k=4x5 4 2 && copies mesh:k=4x5 5 5'
# drawn MACHINE: the channels that a packet takes between routers of an idle machine, with other seeds
drawn() {
	for seed in {1..20}; do netsim --machine "$1" --routing adaptive --vcs 6 --seed "$seed" --no-preamble --route 0 6; done |
		awk -F, '!/,to,/ && $2 != "node" { print $5 }' | sort -un | xargs
}
export -f drawn
t 'adaptive channels lie behind those of dimension order; of equal ones any is taken' '
	is "$(drawn torus:k=4x5)" "2 3 4 5" && is "$(drawn mesh:k=4x5)" "1 2 3 4 5"'

# --- where it matters

t 'with buffers of two packets more copies are more throughput, on a torus by half' '
	two=$(uniform torus:k=8x8 64 --set vc-buffer=512B) && eight=$(uniform torus:k=8x8 64 --set vc-buffer=512B --vcs 8) &&
	holds "$eight > 1.4 * $two" &&
	holds "$(uniform mesh:k=8x8 64 --set vc-buffer=512B --vcs 4) > 1.2 * $(uniform mesh:k=8x8 64 --set vc-buffer=512B)"'
t 'on a torus they are so with no more memory; on a mesh not' '
	holds "$(uniform torus:k=8x8 64 --set vc-buffer=512B --vcs 8) > 1.1 * $(uniform torus:k=8x8 64 --set vc-buffer=2KiB)" &&
	holds "$(uniform mesh:k=8x8 64 --set vc-buffer=512B --vcs 4) < 1.05 * $(uniform mesh:k=8x8 64 --set vc-buffer=2KiB)"'
t 'with the default buffer they make no difference' '
	few=$(uniform fattree:k=4 64) && more=$(uniform fattree:k=4 64 --vcs 4) && holds "$more > 0.98 * $few && $more < 1.02 * $few"'

done_testing
