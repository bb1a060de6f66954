#!/usr/bin/env bash
# netsim --breakdown and --timeline: where the time of jobs goes.
. "$(dirname "$0")/../lib.sh"

M=dragonfly:g=9,a=4,p=2
# goal LINE...: a job of this program on two nodes of a router, at 1 B/ns
goal() {
	printf '%s\n' "$@" >p.goal
	printf 'job,nodes,tasks,pattern,program,node_list\n1,2,2,program,p.goal,0-1\n' >job.csv
}
# parts FILE: a line for each row, in ns
parts() { awk -F, 'NR > 1 { printf "%s %s %s %.3f\n", $3, $4, $5, $6 * 1e9 }' "$1"; }
# sums_up BREAKDOWN RESULTS: the rows of each job come to its comm_time_s
sums_up() {
	awk -F, 'NR > 1 { sum[$1 "," $2] += $6 } END { for (job in sum) printf "%s,%.6g\n", job, sum[job] }' "$1" | sort >parts.sum
	metrics select --no-preamble --columns case,job,comm_time_s "$2" | sed 1d | awk -F, '{ printf "%s,%s,%.6g\n", $1, $2, $3 }' | sort | diff parts.sum -
}
# spans FILE: pid,tid,name,begin,end of each, in ps, by thread and time
spans() {
	perl -MJSON::PP -0777 -e '
		my $all = JSON::PP->new->allow_bignum->decode(<STDIN>)->{traceEvents};
		for (sort { $a->{pid} <=> $b->{pid} || $a->{tid} <=> $b->{tid} || $a->{ts} <=> $b->{ts} } grep { $_->{ph} eq "X" } @$all) {
			printf "%d,%d,%s,%.0f,%.0f\n", $_->{pid}, $_->{tid}, $_->{name}, $_->{ts} * 1e6, ($_->{ts} + $_->{dur}) * 1e6;
		}' <"$1"
}
export M
export -f goal parts sums_up spans

t 'a program by hand: computing alone and beside a send, waiting, and nothing behind its end' '
	goal "num_ranks 2" "rank 0 {" "a: calc 1000" "b: send 1000b to 1" "b requires a" "c: calc 500" "c requires b" "}" \
		"rank 1 {" "recv 1000b from 0" "}" &&
	netsim --machine $M --breakdown b.csv --timeline t.json job.csv >out.csv &&
	is "$(parts b.csv)" "computing   500.000
hidden point-to-point  250.000
exposed point-to-point  1090.000
idle   340.000" && is "$(cells comm_time_s,computing_s,exposed_s <out.csv)" 2.18e-06,7.5e-07,1.43e-06 &&
	is "$(spans t.json)" "1,0,computes,0,1500000
1,1,point-to-point,1000000,1500000
1,2,waits,0,2180000
1,3,point-to-point,0,2180000"'

t 'of what is under way at once the time counts for what came up first in the program' '
	printf "case,job,nodes,tasks,pattern,program,node_list,compute_s\n1,1,2,2,program,\"training:layers=4,hidden=64,sequence=256,dp=2,bucket=1e4,flops=1e12\",0-1,1e-6\n" >job.csv &&
	netsim --machine $M --breakdown b.csv job.csv >out.csv && sums_up b.csv out.csv &&
	is "$(cut -d, -f3-5 b.csv | sed 1d)" "computing,,
hidden,allreduce,data
exposed,allreduce,data"'

export TABLE='case,job,nodes,tasks,pattern,program,algorithm,send_completes,bytes,iterations,compute_s
1,a,8,16,halo3d,,,,4096,3,1e-6
1,b,8,8,alltoall,,,,2000,2,0
2,c,16,16,allreduce,,ring,left,100000,3,2e-6
3,d,9,9,allreduce,,recursive-doubling,,100000,1,0
4,e,16,16,program,"training:tp=2,pp=2,dp=4,ep=2,sp=1,layers=4,hidden=64,experts=4,topk=1,params=3e5,active=2e5,sequence=64,bucket=1e4",,,,2,0
5,f,8,8,program,"training:layers=8,hidden=64,pp=4,dp=2,schedule=interleaved,microbatches=8,sequence=64",,left,,1,1e-5
6,g,16,16,program,"training:layers=4,hidden=64,cp=4,dp=4,ep=2,fsdp=1,experts=4,topk=1,params=3e5,active=2e5,sequence=64,attention=1",,,,2,0'
for machine in $M torus:k=4x4x4 $M,send-overhead=1us,recv-overhead=500ns,overhead-per-byte=1ns $M,eager=1KB,rendezvous=1 $M,memory-bw=10GB/s,memory-latency=100ns; do
	t "the parts of each job sum up to its time, which is as without them: ${machine#*:}" '
		alloc --machine '"$machine"' --policy rdn <<<"$TABLE" | map --algorithm random >in.csv && netsim --no-preamble in.csv >plain.csv &&
		netsim --no-preamble --breakdown b.csv --timeline t.json in.csv >out.csv && sums_up b.csv out.csv &&
		metrics select --no-preamble --columns "$(sed 1q plain.csv)" out.csv | diff plain.csv -'
done

# One run of all of it, in the folder that tests share.
(cd "$shared_dir" && alloc --machine $M --policy rdn <<<"$TABLE" | map --algorithm random |
	netsim --breakdown b.csv --ranks ends.csv --timeline t.json >out.csv && spans t.json >all)
export b=$shared_dir/b.csv ends=$shared_dir/ends.csv all=$shared_dir/all timeline=$shared_dir/t.json

t 'the timeline: spans of a thread do not overlap, and come to the sums, in ps' '
	awk -F, "{ bad += \$1 == pid && \$2 == tid && \$4 < end || \$5 <= \$4; pid = \$1; tid = \$2; end = \$5 } END { exit bad || NR < 1000 }" "$all" &&
	awk -F, "{ sum[\$1 \" \" \$3] += \$5 - \$4 } END { for (k in sum) printf \"%s %.6g\n\", k, sum[k] }" "$all" | grep -E "computes|waits" | sort >shown &&
	awk -F, "BEGIN { split(\"16 8 16 9 16 8 16\", tasks, \" \"); pid = 0 } FNR == 1 { next } !(\$2 in seen) { seen[\$2]; pid++ }
		{ sum[pid \" \" (\$3 == \"computing\" || \$3 == \"hidden\" ? \"computes\" : \$3 == \"exposed\" ? \"waits\" : \"none\")] += \$6 * 1e12 * tasks[pid] }
		END { for (k in sum) printf \"%s %.6g\n\", k, sum[k] }" "$b" | grep -v none | sort | diff shown -'

t 'computing and waiting of each rank follow each other without a gap until its end, to the picosecond' '
	awk -F, "NR == FNR { if (FNR > 1) { if (\$1 \$2 != job) pid++; job = \$1 \$2; end[pid \",\" \$3] = \$4 * 1e12; ranks++ } next }
		\$2 % 2 == 0 { k = \$1 \",\" \$2 / 2; if (\$4 != until[k] + 0) { print \"a gap\", \$0; exit 1 } until[k] = \$5 }
		END { for (k in until) { n++; d = until[k] / end[k] - 1; if (d > 1e-8 || d < -1e-8) { print k, until[k], end[k]; exit 1 } }
			if (n != ranks || ranks != 89) { print n, ranks; exit 1 } }" "$ends" "$all"'

t 'the timeline is what viewers read: whole JSON, and each event has the fields of its kind, of their types, and no other' '
	is "$(perl -MJSON::PP -0777 -e "
		my \$all = JSON::PP->new->decode(<STDIN>);
		sub type { my \$v = JSON::PP->new->allow_nonref->encode(\$_[0]); \$v =~ /^[{]/ ? q(object) : \$v =~ /^\"/ ? q(text) : \$v =~ /^-/ ? q(negative) : q(number) }
		sub types { my \$e = shift; join q( ), map { qq(\$_:) . type(\$e->{\$_}) } sort keys %\$e }
		my \$events = delete \$all->{traceEvents};
		my %seen = map { (qq(\$_->{ph} ) . types(\$_) => 1) } @\$events;
		print map { qq(\$_\n) } types(\$all), sort keys %seen" <"$timeline")" "displayTimeUnit:text
M args:object name:text ph:text pid:number
M args:object name:text ph:text pid:number tid:number
X dur:number name:text ph:text pid:number tid:number ts:number"'

t 'a timeline that is cut at its size is whole JSON, and a warning says what is missing' '
	alloc --machine $M --policy rdn <<<"$TABLE" | map --algorithm random | netsim --timeline t.json --timeline-size 2KB >out.csv 2>said &&
	grep -qE "^netsim: .*spans behind the first 2000 bytes are left out \(--timeline-size\)" said && holds "$(wc -c <t.json) < 2500" && spans t.json >all && [ -s all ]'

t 'names with quotes' '
	printf "case,job,nodes,tasks,pattern,node_list\n\"a\"\"b\",\"c\\\\d\",2,2,alltoall,0-1\n" | netsim --machine $M --timeline t.json >out.csv &&
	is "$(perl -MJSON::PP -0777 -e "print JSON::PP->new->decode(<STDIN>)->{traceEvents}[0]{args}{name}" <t.json)" "case a\"b, job c\\d"'

t 'training: share of the peak and tokens a second; collectives: bus bandwidth as nccl-tests has it' '
	alloc --machine $M --policy simple <<<"$TABLE" | netsim --breakdown b.csv --no-preamble >out.csv &&
	metrics select --no-preamble --columns job,comm_time_s,computing_s,flops_share,tokens_per_s,busbw_bytes_per_s out.csv | sed 1d | awk -F, "
		function near(a, b) { if (a < b * 0.9999 || a > b * 1.0001) { print; exit 1 } }
		\$1 == \"c\" { near(\$6, 3 * 2 * 15 / 16 * 100000 / \$2) }
		\$1 == \"e\" { near(\$5, 2 * 64 * 2 * 4 / \$2); near(\$4, 6 * 2e5 * \$5 / 16 / 989e12) }
		\$1 == \"f\" { near(\$5, 64 * 8 * 2 / \$2); near(\$4, 0.5 * (\$3 - 1e-5) / \$2) }
		\$1 ~ /[abcd]/ && \$4 \$5 != \"\" { exit 1 } \$1 ~ /[abef]/ && \$6 != \"\" { exit 1 }"'

t 'jobs that have nodes in turn' '
	printf "case,job,nodes,tasks,pattern,compute_s,iterations,start_s,node_list\n1,a,4,4,alltoall,1e-6,2,0,0-3\n1,b,4,4,alltoall,1e-6,2,1e-6,2-5\n" >in.csv &&
	netsim --machine $M --play --breakdown b.csv in.csv >out.csv && sums_up b.csv out.csv'

t 'one thread plays; jobs must end; a size needs a timeline' '
	printf "job,nodes,tasks,pattern,node_list\na,2,2,alltoall,0-1\n" >in.csv &&
	HOPLINE_MORE_THREADS=1 netsim --machine $M --threads 2 --breakdown b.csv in.csv 2>said >out.csv && grep -q "one thread plays: what ranks do is written" said &&
	refuses 2 "--breakdown" netsim --machine $M --steady 2 --breakdown b.csv in.csv && refuses 2 "--timeline-size" netsim --machine $M --timeline-size 1KB in.csv'

done_testing
