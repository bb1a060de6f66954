#!/usr/bin/env bash
# t693-interference -- metrics interference: MLS and TLS of cases worked out by hand and restated in awk, 0 where policies
# keep jobs apart, moving averages, files that do not fit together.
. "$(dirname "$0")/../lib.sh"

# six routers in a row, two nodes each: node n is at router n/2
M=mesh:k=6,p=2
export M
# messages CASE,JOB,FROM-TO...: jobs of one message each, simulated into r.csv and j.csv
messages() {
	{
		printf '#hopline 1\n#machine %s\n%s\n' "$M" case,job,nodes,tasks,pattern,node_list
		for job; do
			IFS=,- read -r case name from to <<<"$job"
			echo "$case,$name,2,2,broadcast,$from${to:+ $to}"
		done
	} >placed.csv
	netsim --quiet --job-links j.csv placed.csv >r.csv
}
# shares OPTIONS ROW...: the rows that come out
shares() { prints "metrics interference --no-preamble --job-links j.csv $1 r.csv | sed 1d" "${@:2}"; }
# fails MESSAGE: what is wrong is said so, and no row is written
fails() {
	exits 1 metrics interference --job-links j.csv r.csv >out 2>err && [ -z "$(rows out)" ] && echo "metrics: $1" | diff - err
}
q="'"
export q

# --- by hand

# case 1: a uses r0-r1-r2-r3, b r1-r2, c r4-r5: 1 of b's 1 is shared, 1 of all 4
# case 2: the same way, but in opposite directions
# case 3: one router
# case 4: a r0..r3, b r1..r4, c r2..r5: 2 of a's 3 are shared, all of b's, 3 of all 5, one of them by all three
four="1,a,0-6 1,b,2-4 1,c,8-10 2,a,0-6 2,b,7-1 3,a,0-1 4,a,0-6 4,b,2-8 4,c,4-10"
export four
t 'four cases worked out by hand; averages over all so far' '
	messages $four && shares "" 1,3,100,25,100,25 2,2,0,0,50,12.5 3,1,0,0,33.3333333,8.33333333 4,3,100,60,50,21.25'
t '--window: averages over the last ones' '
	messages $four && shares "--window 2" 1,3,100,25,100,25 2,2,0,0,50,12.5 3,1,0,0,0,0 4,3,100,60,50,30 &&
	shares "--window 1" 1,3,100,25,100,25 2,2,0,0,0,0 3,1,0,0,0,0 4,3,100,60,100,60 && shares "--window 4" 1,3,100,25,100,25 2,2,0,0,50,12.5 3,1,0,0,33.3333333,8.33333333 4,3,100,60,50,21.25'
t 'the worst job counts, not the mean of them' 'messages 1,a,0-10 1,b,2-4 1,c,8-9 && shares "" 1,3,100,20,100,20 && messages 1,a,0-6 1,b,4-10 && shares "" 1,2,33.3333333,20,33.3333333,20'
t 'a job that was not placed is no job; a case of such is a case' '
	messages 1,a,0-6 1,x, 1,b,2-4 2,x, 3,a,0-4 3,b,1-2 && shares "" 1,2,100,33.3333333,100,33.3333333 2,0,0,0,50,16.6666667 3,2,100,50,66.6666667,27.7777778'
t 'rows without packets are no use' 'messages 1,a,0-6 1,b,2-4 && sed -i "/,b,/s/,1,1000$/,0,0/" j.csv && shares "" 1,2,0,0,0,0'
t 'rows may come in any order of links and of jobs' '
	messages $four && { sed 1q j.csv && grep "^1,c" j.csv && grep "^1,b" j.csv | sort -t, -k3nr && grep "^1,a" j.csv | sort -t, -k3nr && grep "^[234]" j.csv; } >k.csv && ! cmp -s j.csv k.csv && mv k.csv j.csv &&
	shares "" 1,3,100,25,100,25 2,2,0,0,50,12.5 3,1,0,0,33.3333333,8.33333333 4,3,100,60,50,21.25'
t 'a table of no cases: no rows; without a column case: case 1' '
	messages && metrics interference --job-links j.csv r.csv >out && [ "$(tail -n 1 out)" = case,jobs,mls,tls,mls_mean,tls_mean ] && messages 1,a,0-6 1,b,2-4 && sed -i "/^#/!s/^[^,]*,//" r.csv && shares "" 1,2,100,33.3333333,100,33.3333333'
t 'open-loop jobs are jobs' '
	{ printf "#hopline 1\n#machine $M\ncase,job,nodes,pattern,load,duration_s,node_list\n"; echo "1,a,4,uniform,0.5,1e-4,0 1 10 11"; echo "1,b,2,uniform,0.5,1e-4,4 6"; } |
		netsim --job-links j.csv >r.csv && shares "" 1,2,100,20,100,20'

t 'the preamble tells of the results and the machine; standard input; labels in front' '
	messages $four && metrics interference --job-links j.csv <r.csv >out && sed -n 1,5p out >head &&
	version=$(cat "$HOPLINE_ROOT/VERSION") && printf "%s\n" "#hopline 1" "#machine $M" "#run netsim $version --quiet --job-links j.csv placed.csv" "#run metrics $version interference --job-links j.csv" \
		case,jobs,mls,tls,mls_mean,tls_mean | diff - head && rows out >want &&
	metrics interference --job-links - r.csv <j.csv | rows | diff want - && sed "/^#/!s/^/x,/;s/^x,case/label,case/" r.csv >labelled.csv &&
	metrics interference --job-links j.csv labelled.csv | rows | diff want -'
t 'results without a preamble: --machine says which machine it was' '
	messages $four && metrics interference --job-links j.csv r.csv | rows >want && grep -v "^#" r.csv >bare.csv &&
	metrics interference --machine $M --job-links j.csv bare.csv | rows | diff want - && exits 2 metrics interference --job-links j.csv bare.csv 2>err && grep -q "^metrics: .*machine" err &&
	exits 2 metrics interference --machine mesh:k=7 --job-links j.csv r.csv 2>err'

# --- restated

# restate WINDOW: MLS and TLS of r.csv from the definition: sets of links, every job against every other
restate() {
	awk -F, -v window="$1" '
		FNR == 1 { file++; for (i = 1; i <= NF; i++) at[file, $i] = i; next }
		file == 1 { if ($3 != "node") between[$2] = 1; next }
		file == 2 { if ($3 in between) uses[$1, $2, $3] = 1; next }
		$1 != last { last = $1; id[++cases] = $1 }
		$at[3, "messages"] != "" { job[cases, ++jobs[cases]] = $2 }
		END { for (c = 1; c <= cases; c++) {
			any = both = mls[c] = 0
			for (l in between) { n = 0; for (i = 1; i <= jobs[c]; i++) n += (id[c], job[c, i], l) in uses; any += n > 0; both += n > 1 }
			for (i = 1; i <= jobs[c]; i++) {
				mine = shared = 0
				for (l in between) {
					if (!((id[c], job[c, i], l) in uses)) continue
					mine++; met = 0
					for (k = 1; k <= jobs[c]; k++) if (k != i && (id[c], job[c, k], l) in uses) met = 1
					shared += met
				}
				if (mine && 100 * shared / mine > mls[c]) mls[c] = 100 * shared / mine
			}
			tls[c] = any ? 100 * both / any : 0; n = m = s = 0
			for (k = window && c > window ? c - window + 1 : 1; k <= c; k++) { m += mls[k]; s += tls[k]; n++ }
			printf "%s,%d,%.12g,%.12g,%.12g,%.12g\n", id[c], jobs[c], mls[c], tls[c], m / n, s / n
		} }' l.csv j.csv plain.csv
}
# agrees MACHINE POLICY ROUTING WINDOW SEED: on six workloads
agrees() {
	gen-workload fill --machine "$1" --cases 6 --bytes 3KB --seed "$5" | alloc --quiet --on-full skip --policy "$2" | netsim --quiet --routing "$3" --links l.csv --job-links j.csv >r.csv &&
	grep -v "^#" r.csv >plain.csv && restate "$4" >want && [ "$(wc -l <want)" = 6 ] &&
	metrics interference --job-links j.csv $([ "$4" = 0 ] || echo "--window $4") r.csv | rows >got && [ "$(cut -d, -f1-2 want)" = "$(cut -d, -f1-2 got)" ] &&
	paste -d, want got | awk -F, '{ for (i = 3; i <= 6; i++) if ($i - $(6 + i) > 1e-6 || $(6 + i) - $i > 1e-6) { print; exit 1 } }'
}
t 'random workloads: dragonfly' 'agrees dragonfly:g=9,a=4,p=2 clustered adaptive 0 1 && agrees dragonfly:g=9,a=4,p=2 rdg minimal 3 2 && agrees dragonfly:g=4,a=3,p=2,h=3 rdn valiant 2 3'
t 'random workloads: fat-tree and Slim Fly' 'agrees fattree:radix=8,pods=6 clustered adaptive 4 1 && agrees fattree:radix=8,pods=6 ft-isolated minimal 0 2 && agrees slimfly:q=5,p=2 clustered minimal 0 3 && agrees slimfly:q=5,p=2 sf-subgroup adaptive 2 4'
t 'random workloads: express mesh, torus, mesh' 'agrees expressmesh:k=5x4x3,gap=1,p=2 clustered adaptive 3 1 && agrees expressmesh:k=7x6,gap=2,p=2 simple dimension-order 0 2 && agrees torus:k=6x5,p=3 clustered adaptive 2 3 && agrees mesh:k=6x5,p=3 em-cuboid adaptive 0 4'

# --- EM-13: jobs that are kept apart share nothing, those that are only close to one another do

# apart MACHINE POLICY ROUTING...: all zeros; under clustered the same workloads share
apart() {
	local machine=$1 policy=$2 routing
	shift 2
	gen-workload fill --machine "$machine" --cases 5 --bytes 3KB >jobs.csv
	alloc --quiet --on-full skip --policy "$policy" jobs.csv >placed.csv
	alloc --policy clustered jobs.csv >close.csv
	for routing; do
		netsim --quiet --routing "$routing" --job-links j.csv placed.csv >r.csv && metrics interference --job-links j.csv r.csv | rows >got &&
		[ "$(cut -d, -f3- got | sort -u)" = 0,0,0,0 ] && awk -F, '$2 < 3 { few = 1 } END { exit NR != 5 || few }' got || { echo "$policy, $routing:"; cat got; return 1; }
		netsim --routing "$routing" --job-links j.csv close.csv >r.csv && metrics interference --job-links j.csv r.csv | rows >got &&
		awk -F, '$3 > 0 && $4 > 0 && $3 >= $4 { shared++ } END { exit shared != 5 }' got || { echo "clustered, $routing:"; cat got; return 1; }
	done
}
t 'em-blocks: MLS and TLS are 0; clustered: they are not' 'apart expressmesh:k=6x4x4,gap=1,p=2 em-blocks:2x2x2 dimension-order adaptive && apart expressmesh:k=8x8,gap=2,p=2 em-blocks:2x2 dimension-order adaptive'
t 'em-cuboid: the same' 'apart expressmesh:k=6x4x4,gap=1,p=2 em-cuboid dimension-order adaptive && apart expressmesh:k=6x5x4,gap=2,p=2 em-cuboid dimension-order adaptive'
t 'ft-isolated: the same' 'apart fattree:radix=8,pods=6 ft-isolated minimal adaptive'

# --- sets of links worked out by an independent program

# sets MLS TLS SET...: jobs that use the links of these sets (1+2+3), counted from 1 among those between routers; nobody sends
sets() {
	local mls=$1 tls=$2 job=0 link
	shift 2
	awk -F, '$3 != "node" && NR > 1 { print $2 }' l.csv >between
	echo case,job,link,packets,bytes >j.csv
	printf '#hopline 1\n#machine %s\n%s\n' "$M" case,job,nodes,messages,packets >r.csv
	for set; do
		job=$((job + 1))
		echo "1,$job,1,1,1" >>r.csv
		for link in ${set//+/ }; do echo "1,$job,$(sed -n "${link}p" between),1,1"; done >>j.csv
	done
	metrics interference --no-preamble --job-links j.csv r.csv | awk -F, -v mls="$mls" -v tls="$tls" \
		'NR == 2 { exit !(($3 - mls) ^ 2 < 1e-12 && ($4 - tls) ^ 2 < 1e-12) }'
}
t 'the vectors of the reference' 'messages 1,a,0-6 && netsim --links l.csv placed.csv >/dev/null && sed -i "/^#/d" l.csv && [ "$(grep -c -v node l.csv)" = 11 ] &&
	sets 50 14.285714286 1+2+3+4 4+5 6+7 && sets 100 100 1+2 2+3 1+3 && sets 0 0 1+2 3+4 && sets 66.666666667 22.222222222 1+2+3 3+4+5+6+7+8 3+8+9'

t 'over circuits: large jobs under GRAP share no link' '
	printf "%s\n" job,nodes,pattern a,5,alltoall b,6,alltoall c,2,alltoall | alloc --machine rdragonfly:g=5,a=2,p=2,h=2,cores=1 --policy grap | map --circuits balanced |
		netsim --routing tago --job-links j.csv >r.csv && [ "$(metrics interference --no-preamble --job-links j.csv r.csv | cut -d, -f3,4 | sed 1d)" = 0,0 ] &&
	awk -F, "NR > 1 && \$3 < 50 && \$3 % 5 > 2 { global++ } END { exit global < 10 }" j.csv'

# --- files that do not fit together

t 'the command line: which file, from where, how many cases' '
	messages $four && exits 2 metrics interference r.csv 2>err && grep -q "^metrics: --job-links is required: LINKS$" err &&
	exits 2 metrics interference --job-links - <r.csv 2>err && grep -q "^metrics: --job-links: .-.: the results come from standard input$" err &&
	for n in 0 -1 1.5 x ""; do exits 2 metrics interference --job-links j.csv --window "$n" r.csv 2>err && grep -q "^metrics: --window: .$n.: must be an integer from 1 to 2147483647$" err || exit 1; done'
t 'columns that are missing' '
	messages $four && sed -i 1s/packets/count/ j.csv && fails "j.csv:1: packets: this column is missing" && printf "#hopline 1\n#machine $M\njob,nodes\na,2\n" >r.csv && fails "r.csv:3: messages: this column is missing"'
t 'a link that the machine does not have; none; an empty port' '
	messages 1,a,0-6 1,b,2-4 && cp j.csv k.csv && sed "2s/,a,[0-9]*,/,a,34,/" k.csv >j.csv && fails "j.csv:2: link: ${q}34$q: must be at most 33" &&
	sed "2s/,a,[0-9]*,/,a,,/" k.csv >j.csv && fails "j.csv:2: link: ${q}$q: must be given" &&
	M=dragonfly:g=4,a=2,p=1 && messages 1,a,0-7 && netsim --machine $M --links l.csv placed.csv >/dev/null &&
	port=$(awk -F, "NR > 1 { there[\$2] = 1; last = \$2 } END { while (last in there) last--; print last }" l.csv) && [ "$port" -ge 0 ] &&
	sed -i "2s/,a,[0-9]*,/,a,$port,/" j.csv && fails "j.csv:2: link: ${q}$port$q: is an empty port of this machine, no link"'
t 'a link given twice for a job' 'messages 1,a,0-6 1,b,2-4 && sed -i "3p" j.csv && fails "j.csv:4: link: ${q}$(sed -n 3p j.csv | cut -d, -f3)$q: is given twice for job ${q}a$q"'
t 'a job that the results do not have, or did not place' '
	messages 1,a,0-6 1,b,2-4 1,x, && cp j.csv k.csv && sed -i "s/^1,b,/1,d,/" j.csv && n=$(grep -n -m1 "^1,d" j.csv | cut -d: -f1) && fails "j.csv:$n: job: ${q}d$q: is no job of case ${q}1$q in r.csv" &&
	sed "s/^1,b,/1,x,/" k.csv >j.csv && fails "j.csv:$n: job: ${q}x$q: was not placed in case ${q}1$q of r.csv"'
t 'rows of a job apart from one another' '
	messages 1,a,0-6 1,b,2-4 && sed -n 2p j.csv >again && cat again >>j.csv && fails "j.csv:$(wc -l <j.csv): job: ${q}a$q: comes again after another job; the rows of a job must follow one another"'
t 'a case that the results do not have, or in another order' '
	messages $four && cp j.csv k.csv && echo 5,a,1,1,1000 >>j.csv && fails "j.csv:$(wc -l <j.csv): case: ${q}5$q: is no case of r.csv, or stands in another place there" &&
	{ sed 1q k.csv && grep "^2" k.csv && grep "^1" k.csv && grep "^[34]" k.csv; } >j.csv && fails "r.csv:5: job: ${q}a$q: sent packets, but j.csv has no link of it in case ${q}1$q; case ${q}2$q is next there" &&
	messages 1,a,0-6 3,a,0-6 2,a,1-7 && { cat j.csv && grep "^1" j.csv; } >k.csv && mv k.csv j.csv && fails "j.csv:$(( $(wc -l <j.csv) - 4 )): case: ${q}1$q: is no case of r.csv, or stands in another place there"'
t 'links of another run, or cut off: no job passes for one without links' '
	messages $four && sed -i "/^4,c/,\$d" j.csv && fails "r.csv:13: job: ${q}c$q: sent packets, but j.csv has no link of it in case ${q}4$q" &&
	sed -i "1!d" j.csv && fails "r.csv:5: job: ${q}a$q: sent packets, but j.csv has no link of it in case ${q}1$q"'

done_testing
