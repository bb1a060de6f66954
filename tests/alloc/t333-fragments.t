#!/usr/bin/env bash
# t333-fragments -- alloc --fragments: nodes that are idle and of use to no job that waits, by hand and asked for one by one.
# shellcheck disable=SC2016,SC2034,SC2086 # the tests' commands are quoted; options are words
. "$(dirname "$0")/../lib.sh"

cases fragments
t 'the table is the same with and without' '
	table mesh:k=10 job,submit_s,nodes,runtime_s a,0,6,100 b,1,10,100 c,2,4,150 >in.csv && alloc --quiet --policy simple --schedule easy in.csv >a && alloc --quiet --policy simple --schedule easy --fragments f.csv in.csv >b && diff <(sed /^#run/d a) <(sed /^#run/d b)'
t 'the command line, and a file that cannot be' '
	says 2 "alloc: --fragments: without --schedule no job ends" alloc --policy simple --fragments f.csv && says 2 "alloc: --fragments: '\''-'\'': must name a file" alloc --policy simple --schedule easy --fragments - &&
	table mesh:k=2 job,submit_s,nodes,runtime_s a,0,1,1 >in.csv && exits 1 alloc --policy simple --schedule easy --fragments no/f.csv in.csv 2>err && grep -q "no/f.csv" err'

# --- each job that waits, asked for at each time, on streams of jobs

# stream SEED: 120 jobs for 48 nodes in 6 groups
stream() {
	awk -v seed="$1" 'BEGIN { srand(seed); print "job,nodes,submit_s,runtime_s,walltime_s,mode"
		for (i = 1; i <= 120; i++) { t += int(rand() * 6); r = int(rand() * 40); print i "," 1 + int(rand() * (rand() < .5 ? 8 : 30)) "," t "," r "," r + int(rand() * 20) "," (rand() < .5 ? "adaptive" : "minimal-balance") } }'
}
# questions: a case for each time and job that waits then and asks for no more than is idle, with the jobs that run
questions() {
	metrics select --no-preamble --columns job,nodes,submit_s,start_s,end_s,mode,node_list out.csv | awk -F, 'FNR == 1 { next }
		FILENAME == "-" { job[++n] = $1; nodes[n] = $2; comes[n] = $3; start[n] = $4; end[n] = $5; mode[n] = $6; list[n] = $7; next }
		{ t = $2; for (i = 1; i <= n; i++) if (comes[i] <= t && start[i] > t && nodes[i] <= $3) {
			print t "-" job[i] "," job[i] "," nodes[i] "," mode[i] ","
			for (k = 1; k <= n; k++) if (start[k] <= t && end[k] > t) print t "-" job[i] "," job[k] "," nodes[k] "," mode[k] "," list[k] } }' - f.csv
}
# asked: the file as the answers to all questions would have it; idle and closed nodes are taken from it
asked() {
	{ echo case,job,nodes,mode,node_list; questions; } >questions.csv &&
	alloc --quiet --machine "$1" --policy "$2" --on-full skip questions.csv >answers.csv || return 1
	metrics select --no-preamble --columns case,job,node_list answers.csv >answers && metrics select --no-preamble --columns job,nodes,submit_s,start_s out.csv >came.csv &&
	awk -F, -v OFS=, 'FNR == 1 { file++; if (file == 3) print; next }
		file == 1 { split($1, of, "-"); if (of[2] == $2) { if ($3 == "") refused[of[1]]++; else served[of[1]] = 1 } next }
		file == 2 { comes[++n] = $3; start[n] = $4; next }
		{ waiting = 0; for (i = 1; i <= n; i++) waiting += comes[i] <= $2 && start[i] > $2
		print $1, $2, $3, waiting, refused[$2] + 0, (waiting && !served[$2] ? $3 : 0), $7 }' answers came.csv f.csv
}
# idle MACHINE-NODES: the nodes at each time that no job has: idle ones, and those that jobs close
idle() {
	metrics select --no-preamble --columns nodes,start_s,end_s out.csv | awk -F, -v all="$1" 'FNR == 1 { next } FILENAME == "-" { nodes[++n] = $1; start[n] = $2; end[n] = $3; next }
		{ free = all; for (i = 1; i <= n; i++) free -= start[i] <= $2 && end[i] > $2 ? nodes[i] : 0; print free }' - f.csv
}
export -f questions asked idle
for schedule in fcfs easy; do
	for policy in grap grap:partial ft-isolated; do
		machine=rdragonfly:g=6,a=4,p=2,h=2
		[ $policy != ft-isolated ] || machine=fattree:k=4
		t "$schedule, $policy: what is written is what each job would be told" '
			stream 3 | alloc --quiet --machine $machine --policy $policy --schedule $schedule --fragments f.csv >out.csv && asked $machine $policy >want && diff want f.csv &&
			[ "$(awk -F, "\$5 > 0" f.csv | wc -l)" -gt 10 ] && { [ $policy = ft-isolated ] || diff <(idle 48) <(awk -F, "NR > 1 { print \$3 + \$7 }" f.csv); } &&
			{ [ $policy != grap ] || [ "$(awk -F, "\$7 > 0" f.csv | wc -l)" -gt 10 ]; }'
	done
done

done_testing
