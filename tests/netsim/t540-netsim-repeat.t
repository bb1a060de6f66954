#!/usr/bin/env bash
# t540-netsim-repeat -- a result depends on the rows of its case, the machine, the
# options and the seed, and on nothing else.
. "$(dirname "$0")/../lib.sh"

M=dragonfly:g=5,a=2,p=2
export M
# Eight cases of placed jobs: closed loop, open loop and both.
mixed_cases() {
	echo case,job,nodes,tasks,pattern,bytes,load,duration_s,warmup_s,node_list
	for c in 1 2 3 4 5 6; do
		echo "$c,a,8,16,alltoall,${c}00,,,,$c-$((c + 7))"
		echo "$c,b,5,5,halo3d26,4000,,,,$((c + 8))-19$([ $c = 1 ] || echo " 0-$((c - 2))")" | awk -F, '{ n = split($NF, r, " "); k = 0
			for (i = 1; i <= n; i++) k += split(r[i], e, "-") == 2 ? e[2] - e[1] + 1 : 1
			OFS = ","; $3 = $4 = k; print }'
	done
	echo "7,a,20,,uniform,300,0.4,20e-6,5e-6,0-19"
	echo "8,a,8,8,fft3d,2000,,,,0-7"
	echo "8,bg,12,,uniform,,0.5,,,8-19"
}

for r in minimal valiant ugal-l ugal-g par ugal-router; do
export r
t "$r: the same bytes twice" '
	mixed_cases >in.csv && sim --routing $r in.csv >one && sim --routing $r in.csv | cmp one - && [ "$(rows one | wc -l)" = 15 ]'
t "$r: split into cases and concatenated, the same rows" '
	mixed_cases >in.csv && sim --routing $r in.csv | rows >whole &&
	for c in 1 2 3 4 5 6 7 8; do grep -e "^case" -e "^$c," in.csv | sim --routing $r | rows || return 1; done | cmp whole -'
t "$r: in another order of cases, the same rows" '
	mixed_cases >in.csv && sim --routing $r in.csv | rows | sort >whole &&
	for c in 3 8 1 5 7 2 6 4; do grep "^$c," in.csv; done >mixed && { sed 1q in.csv; cat mixed; } | sim --routing $r | rows | sort | cmp whole -'
done

t 'standard input and a file, as one job of many or alone' '
	mixed_cases >in.csv && sim in.csv | rows >file && sim <in.csv | rows | cmp file - && sim - <in.csv | rows | cmp file - &&
	seq 1 8 | xargs -P 4 -I{} sh -c "grep -e ^case -e ^{}, in.csv | netsim --machine $M >part{}" &&
	cat part1 part2 part3 part4 part5 part6 part7 part8 | grep -v -e "^#" -e "^case" | cmp file -'

t 'another seed: another result where something is drawn, the same where nothing is' '
	mixed_cases >in.csv && grep -v -e "^7" -e ",bg," in.csv >closed.csv &&
	sim --routing valiant closed.csv >one && sim --routing valiant --seed 2 closed.csv >two && ! cmp -s one two &&
	sim closed.csv >one && sim --seed 2 closed.csv | cmp one - &&
	grep -e "^case" -e "^7" in.csv >open.csv && sim open.csv >one && sim --seed 2 open.csv >two && ! cmp -s one two &&
	sim --seed 1 open.csv | cmp one -'

t 'other names of case and job draw otherwise' '
	mixed_cases | grep -e "^case" -e "^7" >in.csv && sim in.csv | column latency_mean_s >one && sed s/^7/9/ in.csv | sim | column latency_mean_s >two &&
	! cmp -s one two && sed s/,a,/,z,/ in.csv | sim | column latency_mean_s >three && ! cmp -s one three && ! cmp -s two three'

t 'a column that netsim does not know, and the order of columns, change nothing' '
	mixed_cases >in.csv && sim in.csv | column comm_time_s >one &&
	awk -F, "{ OFS = \",\"; print NR == 1 ? \"note\" : \"x\" NR, \$10, \$9, \$8, \$7, \$6, \$5, \$4, \$3, \$2, \$1 }" in.csv | sim | column comm_time_s | cmp one -'

t 'nothing is left of the cases before' '
	mixed_cases | grep -e "^case" -e "^8" >in.csv && sim --routing par in.csv | rows | sed s/^8/999/ >alone.8 &&
	sed s/^8/999/ in.csv >last.csv && sim --routing par last.csv | rows >alone &&
	{ echo case,job,nodes,tasks,pattern,bytes,load,duration_s,warmup_s,node_list
	  seq 200 | awk "{ print \$1 \",a,\" 2 + \$1 % 18 \",,alltoall,\" 10 * \$1 \",,,,0-\" 1 + \$1 % 18 }"; rows last.csv; } | sim --routing par | rows | tail -n 2 | cmp alone - &&
	[ "$(wc -l <alone)" = 2 ]'

done_testing
