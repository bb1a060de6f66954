#!/usr/bin/env bash
# t691-estimate -- metrics estimate: shares that are hidden in played logs, what is no run, candidates, counters; and who reads the result.
. "$(dirname "$0")/../lib.sh"

# played [NAME=VALUE...]: the table of a log of 6 users with 40 runs each, of share 0.1 i; slope, scale: of the runtime, and of c - 1 as seen
played() {
	# shellcheck disable=SC2046
	awk -v slope=1 -v scale=1 -v spread=0.3 -v noise=0.05 -v extra= $(printf -- '-v%s ' "${@:-none=0}") '
		function unit() { seed = (seed * 16807) % 2147483647; return seed / 2147483647 }
		function normal() { return sqrt(-2 * log(1 - unit())) * cos(6.283185307 * unit()) }
		BEGIN {
			seed = 4711
			print "#hopline 1\n#machine dragonfly:g=9,a=2,p=2"
			print "job,user,nodes,walltime_s,runtime_s,communication_slowdown,state"
			for (g = 0; g < 6; g++)
				for (i = 0; i < 40; i++) {
					c = 1 + spread * unit() * 2
					t = 1000 * (1 + slope * 0.1 * g * (c - 1)) * exp(noise * normal())
					printf "%d,u%d,%d,7200,%.6f,%.6f,%s\n", ++job, g, 2 + g, t, 1 + (c - 1) * scale, i % 13 == 5 ? "FAILED" : "COMPLETED"
				}
		}'
}
# holds_all FILE [SCALE]: the intervals of five users of six at least hold 0.1 i
holds_all() { awk -F, -v scale="${2:-1}" '/^u/ { s = substr($1, 2) * 0.1 * scale; n += $6 <= s && s <= $7 } END { exit !(n >= 5) }' "$1"; }

t 'columns: those of the group, and what is said of it; a row for all' '
	played >in.csv && metrics estimate --quiet in.csv >out.csv &&
	sed -n "/^user/p" out.csv | grep -qx user,nodes,walltime_s,runs,share,low,high,slowdown_low,slowdown_high,information,comm_share,comm_share_low,comm_share_high,node_hours,played,agrees &&
	[ $(grep -c ^u[0-9] out.csv) = 6 ] && tail -1 out.csv | grep -q "^all,all,all,222,"'
t 'hidden shares are in their intervals' '
	played >in.csv && metrics estimate --quiet in.csv >out.csv && holds_all out.csv && [ $(grep -c ",yes," out.csv) = 7 ]'
t 'failed runs do not count, and it says so' '
	played >in.csv && metrics estimate in.csv 2>err >/dev/null && grep -q "18 of 240 rows left out" err &&
	sed "s/^\(.*\),\([0-9.]*\),\([0-9.]*\),FAILED/\1,1,\3,FAILED/" in.csv | metrics estimate --quiet | grep -v "^#" >a &&
	metrics estimate --quiet in.csv | grep -v "^#" | diff a -'
t 'without a word on how runs ended: those that took their limit were cut off' '
	played | cut -d, -f 1-6 | sed "s/^7,\(.*\),7200,[0-9.]*,/7,\1,7200,7205,/" >in.csv && metrics estimate in.csv 2>err >/dev/null && grep -q "1 of 240 rows" err'
t 'a play that draws shares to 0 is warned of: jobs made longer once more, few iterations' '
	said() { { echo "#hopline 1"; echo "#run alloc 0.2.0 --schedule log $1"; played | sed 1d; } | metrics estimate 2>&1 >out | grep -c "shares come out too small"; [ -s out ]; } &&
	is "$(said "--network \"map | netsim --steady 1\"")" 2 && is "$(said "--network-observe --network \"map | netsim --steady 1\"")" 1 &&
	is "$(said "--network-observe --network \"map | netsim --steady 40\"")" 0'
t 'other columns may make a group' '
	played >in.csv && metrics estimate --quiet --groups user in.csv | grep -q ^user,runs,share, &&
	refuses 1 "no column user, nodes" sh -c "metrics select --columns job,runtime_s,communication_slowdown in.csv | metrics estimate"'
t 'no slowdown differs: the log says nothing, and no share is written' '
	played spread=0 >in.csv && metrics estimate in.csv 2>err >out.csv && grep -q "says nothing of shares" err &&
	! grep -q ",yes," out.csv && ! grep -E "^(u|all).*,(222|37),[-0-9]" out.csv'
t 'runtimes that do not follow: a share of about 0' '
	played slope=0 >in.csv && metrics estimate --quiet in.csv >out.csv && tail -1 out.csv | awk -F, "{ exit !(\$6 < 0 && 0 < \$7 && \$7 - \$6 < 0.2) }"'
t 'runtimes that fall: shares below 0 are reported, cut for others, who may take any, and nothing tells' '
	played slope=-1 >in.csv && metrics estimate in.csv 2>err >out.csv && grep "^u5" out.csv | awk -F, "{ exit !(\$7 < -0.2 && \$11 == 0 && \$13 == 1) }" &&
	grep -q "below 0 or above 1: the machine" err && ! grep -q ",yes," out.csv'
t 'slowdowns that are far too small, as of a network taken for too fast: shares above 1, and nothing tells' '
	played scale=0.1 >in.csv && metrics estimate in.csv 2>err >out.csv && grep -q "below 0 or above 1: the machine" err && ! grep -q ",yes," out.csv &&
	grep "^u5" out.csv | awk -F, "{ exit !(\$6 > 1 && \$11 == 1 && \$12 == 0 && \$13 == 1) }"'
t 'slowdowns that hardly differ: no information, or a share of about 0, never another' '
	for spread in 0.001 0.01 0.03; do
		played slope=0 spread=$spread >in.csv && metrics estimate --quiet in.csv >out.csv &&
		awk -F, "/^(u[0-9]|all)/ && (\$10 == \"yes\" ? \$6 > 0 || \$7 < 0 || \$7 > 0.4 : \$6 > 0.1) { bad++; print } END { exit bad > 0 }" out.csv || exit 1
	done'
t 'groups of one run lean on the others' '
	{ played; echo 999,new,9,60,50,1.5,; } >in.csv && metrics estimate --quiet in.csv | grep "^new" | awk -F, "{ exit !(\$4 == 1 && \$10 == \"no\" && \$7 - \$6 > 0.3) }"'
t 'the network taken for half as slow, or twice: shares are off by as much' '
	for scale in 0.5 2; do
		played scale=$scale >in.csv && metrics estimate --quiet in.csv | awk -F, -v s=$scale "/^u[345]/ { x += substr(\$1, 2) * 0.1 / s; y += \$5 } END { exit !(0.8 < y / x && y / x < 1.2) }" || exit 1
	done'

t 'played with another share than is found: the interval reaches to that, and the columns say it' '
	played >in.csv && with() { sed "s/state$/state,comm_share/; s/^[0-9].*/&,$1/" in.csv | metrics estimate 2>err; } && metrics estimate --quiet in.csv | grep ^u4 >plain &&
	with 0.9 | tee got | grep ^u4 | paste -d, plain - | awk -F, "{ exit !(\$21 == \$5 && \$22 == \$6 && \$23 == 0.9 && \$26 == \"no\" && \$27 == \$5 && \$28 == \$6 && \$29 == 0.9) }" &&
	grep -q "played with another share than is found: play again" err && is "$(tail -1 got | cut -d, -f 15-)" 0.9,no && [ "$(cut -d, -f 15- plain)" = , ] &&
	with 0.1 | grep ^u4 | paste -d, plain - | awk -F, "{ exit !(\$22 == 0.1 && \$23 == \$7 && \$26 == \"yes\" && \$31 == 0.1 && \$32 == \"no\") }"'
t 'played with the share that is found, or nobody knows which: the row is that of the runs' '
	played >in.csv && metrics estimate in.csv 2>err | grep -v "^#" >plain && ! grep -q "play again" err &&
	awk -F, -v OFS=, "NR == FNR { share[\$1] = \$5; next } /^user/ { next } /^job/ { print \$0, \"comm_share\"; next } /^#/ { print; next } { print \$0, share[\$2] < 0 ? 0 : share[\$2] }" plain in.csv |
		metrics estimate 2>err | grep -v "^#" >got && diff <(cut -d, -f -14 plain) <(cut -d, -f -14 got) && ! grep -q "play again" err && [ "$(grep -c ,yes$ got)" = 7 ]'

# --- several plays of a log

# loaded NAME S0,...,S5: a play of a log whose slowdowns grow with the mean of the shares that six users have in it, and whose runtimes are of those with 0.1 i
loaded() {
	played spread=0.5 noise=0.03 | awk -F, -v OFS=, -v had="$2" '
		BEGIN { for (i = split(had, share); i > 0; i--) load += share[i] / 6 }
		/^[0-9]/ { g = substr($2, 2) + 0; x = $6 - 1; $5 = 1000 * (1 + 0.1 * g * x * (0.1 + 0.25)) * $5 / (1000 * (1 + 0.1 * g * x)); $6 = 1 + x * (0.1 + load); print $0, share[g + 1]; next }
		/^job/ { $0 = $0 ",comm_share" }
		{ print }' >"$1"
}
t 'several plays: shares are found where no play had them, and slowdowns are as of those' '
	loaded a.csv 0.6,0.6,0.6,0.6,0.6,0.6 && loaded b.csv 0.1,0.1,0.1,0.1,0.1,0.1 && loaded c.csv 0.1,0.5,0.2,0.7,0.3,0.6 && loaded d.csv 0.4,0.1,0.6,0.2,0.7,0.3 &&
	metrics estimate --quiet a.csv >one.csv && metrics estimate --plays 4 a.csv b.csv c.csv d.csv 2>err >all.csv && holds_all all.csv && ! grep -q "play again" err &&
	tail -1 one.csv | awk -F, "{ exit !(\$5 < 0.2 && \$16 == \"no\") }" && [ "$(grep -c ,yes$ all.csv)" = 7 ] && awk -F, "/^u[1-5]/ && (\$5 - 0.1 * substr(\$1, 2)) ^ 2 > 0.12 ^ 2 { bad = 1; print } END { exit bad }" all.csv'
t 'plays that do not fit each other: the share is as unsure as it is when one of them is left out' '
	loaded a.csv 0.6,0.6,0.6,0.6,0.6,0.6 && loaded b.csv 0.1,0.1,0.1,0.1,0.1,0.1 && loaded c.csv 0.1,0.5,0.2,0.7,0.3,0.6 && loaded d.csv 0.4,0.1,0.6,0.2,0.7,0.3 &&
	awk -F, -v OFS=, "/^[0-9]/ { \$6 *= 1 + 0.2 * (NR % 3 - 1) } { print }" d.csv >odd.csv && metrics estimate -q --plays 4 a.csv b.csv c.csv d.csv >fit && metrics estimate -q --plays 4 a.csv b.csv c.csv odd.csv >misfit &&
	wide() { metrics select --no-preamble --where user!=all --columns low,high "$1" | awk -F, "NR > 1 { sum += \$2 - \$1 } END { print sum }"; } && holds "$(wide misfit) > 1.5 * $(wide fit)"'
t 'plays of several candidates' '
	loaded a.csv 0.6,0.6,0.6,0.6,0.6,0.6 && loaded b.csv 0.1,0.1,0.1,0.1,0.1,0.1 && for i in a b; do
		awk -F, -v OFS=, "/^[0-9]/ { c[++n] = \$6 } { line[NR] = \$0; is[NR] = /^[0-9]/ } END { for (i = 1; i <= NR; i++) { if (!is[i]) { print line[i]; continue } \$0 = line[i]; \$6 = c[1 + (++k * 101) % n]; print } }" $i.csv >$i-other.csv
	done && metrics estimate --plays 2 a.csv b.csv a-other.csv b-other.csv 2>err >got && grep -q "^metrics: .a.csv. explains the log better" err && [ "$(grep -c "^#candidate" got)" = 2 ] &&
	refuses 2 "plays 3 of 4: 12 at most" metrics estimate --plays 3 a.csv b.csv a-other.csv b-other.csv && sed 8d b.csv >few.csv && refuses 1 "must be one log" metrics estimate --plays 2 a.csv few.csv'

# --- candidates

t 'two candidates, one of them at random: it is told' '
	played >a.csv && awk -F, -v OFS=, "/^[0-9]/ { c[++n] = \$6 } { line[NR] = \$0; is[NR] = /^[0-9]/ } END { for (i = 1; i <= NR; i++) { if (!is[i]) { print line[i]; continue } \$0 = line[i]; \$6 = c[1 + (++k * 101) % n]; print } }" a.csv >b.csv &&
	metrics estimate a.csv b.csv 2>err >out.csv && grep -q "^metrics: .a.csv. explains the log better" err && grep -q "^#candidate b.csv .* worse" out.csv && holds_all out.csv'
t 'two that say the same in other units: it cannot be told, and the intervals hold both' '
	played >a.csv && played scale=1.1 >b.csv && metrics estimate a.csv b.csv 2>err >out.csv && grep -q "cannot tell" err && holds_all out.csv && holds_all out.csv 0.91'
t 'candidates in a column' '
	{ played | sed "s/state$/state,pattern/; s/^[0-9].*/&,alltoall/"; played scale=1.1 | sed -n "s/^[0-9].*/&,halo3d/p"; } >in.csv &&
	metrics estimate --pattern-column pattern in.csv 2>err >/dev/null && grep -q "cannot tell.*alltoall.*halo3d" err'
t 'candidates must be one log' '
	played >a.csv && sed 8d a.csv >b.csv && refuses 1 "must be one log" metrics estimate a.csv b.csv'

# --- counters

t 'bytes bound a share from below' '
	played >in.csv && { echo job,node,bytes_sent,bytes_received; for i in $(seq 1 40); do echo $i,n0,3e11,4e11; echo $i,n1,1,1; done; } >bytes.csv &&
	metrics estimate --quiet --counters bytes.csv in.csv | grep "^u0" | awk -F, "{ exit !(\$6 > 0.35 && \$17 > 0.35 && \$17 < 0.45 && \$18 > 1e8) }"'
t 'bytes that the machine cannot move' '
	played >in.csv && printf "job,node,bytes_sent\n3,n0,1e15\n" >bytes.csv && refuses 1 "another machine, or another job" metrics estimate --counters bytes.csv in.csv'

# --- who reads it

log() { printf '%s\n' 'job|user|nodes|walltime|start|end' 'a|u1|3|7200|0|100' 'b|u5|7|7200|0|100' 'c|u9|7|7200|0|100' |
	gen-workload log --machine dragonfly:g=9,a=2,p=2 --regex '^(?<job>\w)\|(?<user>\w+)\|(?<nodes>\d+)\|(?<walltime>\d+)\|(?<start>\d+)\|(?<end>\d+)$' "$@"; }
t 'gen-workload log --comm-share FILE: the share of the kind, or that of all' '
	played >in.csv && metrics estimate --quiet in.csv >shares.csv && log --comm-share shares.csv 2>err >out.csv &&
	column comm_share out.csv >got && { grep ^u1 shares.csv; grep ^u5 shares.csv; tail -1 shares.csv; } | cut -d, -f 11 | diff - got &&
	grep -q "^#comm-share 2 of 3 jobs" out.csv && grep -q "2 of 3 jobs" err'
t 'drawn within the interval: by the seed, one for a kind' '
	played >in.csv && metrics estimate --quiet in.csv >shares.csv && for seed in 1 2; do log --quiet --seed $seed --comm-share shares.csv --comm-share-from interval >$seed.csv; done &&
	! diff -q <(column comm_share 1.csv) <(column comm_share 2.csv) >/dev/null &&
	log --quiet --comm-share shares.csv --comm-share-from interval | diff <(column comm_share) <(column comm_share 1.csv)'
t 'what is no file of shares' '
	played spread=0 >in.csv && metrics estimate --quiet in.csv >shares.csv && refuses 1 "tells no share" log --comm-share shares.csv &&
	refuses 1 "as metrics estimate writes it" log --comm-share in.csv &&
	refuses 1 "nothing.csv" log --comm-share nothing.csv &&
	refuses 2 "goes with --comm-share FILE" log --comm-share 0.3 --comm-share-from interval &&
	played >in.csv && metrics estimate --quiet --groups state in.csv >shares.csv && refuses 1 "which the log does not say" log --comm-share shares.csv'

done_testing
