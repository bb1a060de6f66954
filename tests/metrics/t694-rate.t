#!/usr/bin/env bash
# t694-rate -- metrics rate: the rate of a workload is the sum of its jobs'.
. "$(dirname "$0")/../lib.sh"

q="'"
export q
results() {
	printf '%s\n' alloc,case,job,comm_time_s,messages,comm_bytes rdn,1,a,2e-6,8,3000 rdn,1,b,0.5e-6,1,1000 rdn,2,a,4e-6,8,3000 \
		rdg,1,a,1e-6,8,3000 rdg,1,b,1e-6,1,1000
}
# rates OPTIONS LINE...: what comes of in.csv
rates() { prints "metrics rate --no-preamble $1 in.csv" "${@:2}"; }
fails() { exits 1 metrics rate in.csv >out 2>err && [ ! -s out ] && echo "metrics: $1" | diff - err; }

t 'a row a case: jobs, bytes, the sum of bytes over time' '
	results | sed "/^rdg/d" >in.csv && rates "" case,jobs,comm_bytes,rate_bytes_per_s 1,2,4000,3.5e+09 2,1,3000,750000000'
t '--by: other workloads, in the order of their first rows' '
	results >in.csv && rates "--by alloc,case" alloc,case,jobs,comm_bytes,rate_bytes_per_s rdn,1,2,4000,3.5e+09 rdn,2,1,3000,750000000 rdg,1,2,4000,4e+09 &&
	rates "--by job --by alloc" job,alloc,jobs,comm_bytes,rate_bytes_per_s a,rdn,2,6000,2.25e+09 b,rdn,1,1000,2e+09 a,rdg,1,3000,3e+09 b,rdg,1,1000,1e+09'
t 'without a column case all is case 1' '
	results | cut -d, -f3- | sed "4,\$d" >in.csv && rates "" case,jobs,comm_bytes,rate_bytes_per_s 1,2,4000,3.5e+09'
t 'several files, columns in any order' '
	results | sed "/^rdg/d" >in.csv && printf "%s\n" comm_bytes,case,comm_time_s 500,2,1e-6 7,3,1 >more.csv &&
	rates more.csv case,jobs,comm_bytes,rate_bytes_per_s 2,2,3500,1.25e+09 3,1,7,7 1,2,4000,3.5e+09'
t 'a job without a time counts for nothing; without any such the rate is empty' '
	printf "%s\n" case,job,comm_time_s,comm_bytes 1,a,1e-6,1000 1,open,, 1,idle,,5 2,open,, 3,a,1e-6,10 >in.csv &&
	rates "" case,jobs,comm_bytes,rate_bytes_per_s 1,1,1000,1e+09 2,0,0, 3,1,10,10000000'
t 'a job that takes no time adds no rate' '
	printf "%s\n" case,job,comm_time_s,comm_bytes 1,a,1e-6,1000 1,single,0,0 1,within,0,500 2,single,0,0 >in.csv &&
	rates "" case,jobs,comm_bytes,rate_bytes_per_s 1,3,1500,1e+09 2,1,0,0'
t 'bytes are whole numbers, to the last digit' '
	printf "%s\n" job,comm_time_s,comm_bytes a,1,9007199254740993 b,1,4000000000000000001 >in.csv && rates "--by job" job,jobs,comm_bytes,rate_bytes_per_s a,1,9007199254740993,9.00719925e+15 b,1,4000000000000000001,4e+18 &&
	metrics rate in.csv | rows >got && echo 1,2,4009007199254740994,4.0090072e+18 | diff - got'
t 'the preamble of a single table; standard input' '
	{ printf "%s\n" "#hopline 1" "#machine mesh:k=4" "#run x 1"; results; } >in.csv && metrics rate --by alloc <in.csv >out &&
	printf "%s\n" "#hopline 1" "#machine mesh:k=4" "#run x 1" "#run metrics $(cat "$HOPLINE_ROOT/VERSION") rate --by alloc" alloc,jobs,comm_bytes,rate_bytes_per_s rdn,3,7000,4.25e+09 rdg,2,4000,4e+09 | diff - out'

# restated MACHINE ROUTING OPTION...: fill workloads with an open-loop job in the idle rest, and what awk makes of the results
restated() {
	local machine=$1 routing=$2
	shift 2
	gen-workload fill --machine "$machine" --cases 8 --bytes 3KB --utilization 0.8 "$@" |
		awk -F, -v OFS=, 'function open(  i) {
				for (i = 1; i <= width; i++) printf "%s,", name[i] == "case" ? last : name[i] == "job" ? "open" : name[i] ~ /^(nodes|tasks)$/ ? 2 : name[i] == "pattern" ? "uniform" : ""
				print 0.1
			}
			/^#/ { print; next } !width { width = split($0, name); print $0, "load"; next }
			$1 != last && last != "" { open() } { last = $1; print $0, "" } END { open() }' | alloc --quiet --policy clustered >placed.csv &&
		netsim --quiet --routing "$routing" placed.csv >in.csv && [ "$(rows in.csv | wc -l)" -ge 24 ] &&
		metrics rate in.csv | rows >got &&
		awk -F, '/^#/ { next } !width { width = NF; for (i = 1; i <= NF; i++) at[$i] = i; next } !($1 in jobs) { id[++n] = $1; jobs[$1] = 0 }
			(t = $at["comm_time_s"]) != "" { b = $at["comm_bytes"]; jobs[$1]++; bytes[$1] += b; if (t > 0) rate[$1] += b / t }
			END { for (i = 1; i <= n; i++) printf "%s,%d,%d,%.12g\n", id[i], jobs[id[i]], bytes[id[i]], rate[id[i]] }' in.csv >want &&
		[ "$(cut -d, -f1-3 want)" = "$(cut -d, -f1-3 got)" ] &&
		paste -d, want got | awk -F, '{ d = $8 / $4 - 1; if ($4 > 0 && d < 1e-7 && d > -1e-7) right++; else print } END { exit NR != 8 || right != 8 }'
}
t 'random workloads, restated in awk' 'restated expressmesh:k=6x4x4,gap=1,p=2 adaptive --seed 3 && restated dragonfly:g=9,a=4,p=2 minimal && restated fattree:radix=8,pods=6,cores=2 minimal --pattern sub-alltoall,pairs'

t 'what is no result of netsim: exit 1' '
	results | cut -d, -f1-5 >in.csv && fails "in.csv:1: comm_bytes: this column is missing" && results | cut -d, -f1-3,6 >in.csv && fails "in.csv:1: comm_time_s: this column is missing" &&
	results >in.csv && exits 1 metrics rate --by routing in.csv 2>err && grep -q "^metrics: in.csv:1: routing: this column is missing$" err'
t 'bytes that are none: exit 1' '
	for bad in "" x 1.5 -1 1e3; do
		results | sed "3s/[0-9]*\$/$bad/" >in.csv && fails "in.csv:3: comm_bytes: $q$bad$q: must be a number of bytes, as the job has a time" || exit 1
	done'
t 'a time that is none: exit 1' '
	results | sed "3s/0.5e-6/-1/" >in.csv && fails "in.csv:3: comm_time_s: $q-1$q: must be at least 0" && results | sed "3s/0.5e-6/soon/" >in.csv && fails "in.csv:3: comm_time_s: ${q}soon$q: must be a number"'
t 'more bytes than can be counted: exit 1' '
	printf "%s\n" comm_time_s,comm_bytes 1,9223372036854775807 1,1 >in.csv && fails "in.csv:3: comm_bytes: ${q}1$q: is too much: the sum has more than 63 bits"'
t 'a machine is none of its business; columns that would clash: exit 2' '
	results >in.csv && refuses 2 "metrics: --machine: " metrics rate --machine mesh:k=4 in.csv && exits 2 metrics rate --by jobs in.csv 2>err && grep -q "^metrics: two columns of the result would be called .jobs.$" err &&
	exits 2 metrics rate --by case,case in.csv 2>err && exits 2 metrics rate --by "" in.csv 2>err'

done_testing
