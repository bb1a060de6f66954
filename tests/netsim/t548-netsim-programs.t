#!/usr/bin/env bash
# Programs of messages: the reference programs of tests/vectors/goal, on its router, end at its times, every rank to the picosecond.
source "$(dirname "$0")/../lib.sh"

router=dragonfly:g=1,a=1,p=32,cores=1,node-latency=450ns,router-latency=100ns,node-bw=8Gb/s,vc-buffer=1GB
goal=$HOPLINE_ROOT/tests/vectors/goal

tar xzf "$goal/schedules.tar.gz" -C "$shared_dir" && cp "$goal"/hand/*.goal "$shared_dir/schedules"

# programs STATUS: those that end so, "name,ranks"; sanitized, every eighth
programs() { awk -F, -v status="$1" -v step="$(checked && echo 8 || echo 1)" '$3 == status && n++ % step == 0 { print $1 "," $2 }' "$goal/crossbar-max.csv"; }

# following WHEN: a table of the programs on standard input, each a case of its own
following() {
	printf '%s\n' '#hopline 1' "#machine $router" case,job,nodes,pattern,program,send_completes,node_list
	awk -F, -v when="$1" -v folder="$shared_dir/schedules" '{ printf "%s,1,%d,program,%s/%s.goal,%s,0%s\n", $1, $2, folder, $1, when, ($2 > 1 ? "-" $2 - 1 : "") }'
}

# ends: a file of --ranks, as "name,rank,ps"
ends() { awk -F, 'NR > 1 { printf "%s,%d,%.0f\n", $1, $3, $4 * 1e12 }' "$1"; }

# wanted COLUMN: the reference's times of the programs on standard input, alike
wanted() {
	awk -F, -v column="$1" 'NR == FNR { asked[$1]; next } $1 in asked { printf "%s,%d,%.0f\n", $1, $2, $column * 1000 }' - <(zcat "$goal/crossbar-ranks.csv.gz")
}

# right WHEN COLUMN: every rank of every program ends at the reference's time, and the job with its last rank
right() {
	programs ok >names && following "$1" <names >in.csv && netsim --packet 2048B --ranks ranks.csv in.csv >out.csv &&
		wanted "$2" <names >want && ends ranks.csv >got && holds "$(wc -l <want) > $(checked && echo 300 || echo 4000)" && diff want got &&
		awk -F, '{ last[$1] = $3 > last[$1] ? $3 : last[$1] } END { for (name in last) print name "," last[name] }' want | sort >want.jobs &&
		cells case,comm_time_s <out.csv | awk -F, '{ printf "%s,%.0f\n", $1, $2 * 1e12 }' | sort | diff want.jobs -
}

t 'programs whose sends finish when they are posted: every rank ends at the picosecond of the reference' 'right posted 3'
t 'programs whose sends finish when they have left: every rank ends at the picosecond of the reference' 'right left 4'

# stuck NAME,RANKS WHAT: the program cannot end, which is said of this rank and operation
stuck() {
	local when
	for when in posted left; do
		following $when <<<"$1" >in.csv && refuses 1 "in.csv:4: case '${1%,*}': job '1': $shared_dir/schedules/${1%,*}.goal: $2" netsim in.csv || return
	done
}

t 'a receive whose message nobody sends' 'stuck d01_recv_never_sent,2 "rank 1: '"'x: recv 8b from 0 tag 1'"' waits for a message that does not come"'
t 'a receive of another tag' 'stuck d03_tag_mismatch,2 "rank 1: '"'x: recv 8b from 0 tag 2'"' waits for a message that does not come"'
t 'two receives that wait for each other'"'"'s sends' 'stuck d05_recv_before_send_cycle,2 "rank 0: '"'r: recv 8b from 1 tag 0'"' waits"'
for ranks in 4 8 32; do
	t "a broadcast whose receivers are others than its senders mean, of $ranks ranks" \
		"stuck binarytreebcast_${ranks}_1024_root3,$ranks \"rank 1: 'l1: recv 1024b from 3 tag 0' waits for a message that does not come\""
done
t 'a message that nobody receives' '
	printf "%s\n" "num_ranks 2" "rank 0 {" "a: send 8b to 1 tag 0" "b: send 8b to 1 tag 1" "}" "rank 1 {" "x: recv 8b from 0 tag 0" "}" \
		>"$shared_dir/schedules/unwanted.goal" &&
	stuck unwanted,2 "rank 0: '"'b: send 8b to 1 tag 1'"' sends a message that no rank receives"'

done_testing
