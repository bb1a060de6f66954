#!/usr/bin/env bash
# t247-mix -- gen-workload log --mix: codes by width, their patterns and shares.
. "$(dirname "$0")/../lib.sh"

mix=code,node_hours,cores_q1_by_node_hours,cores_median_by_node_hours,cores_q3_by_node_hours,pattern
# log WIDTH...: 300 jobs, of these widths in turn
log() { awk -v widths="$*" 'BEGIN { n = split(widths, w, " "); for (i = 1; i <= 300; i++) print i "|" w[i % n + 1] "|0|100" }' >"jobs"; }
mix_reads() { gen-workload log --quiet --machine dragonfly:g=33,a=8,p=4 --regex '^(?<job>\d+)\|(?<nodes>\d+)\|(?<start>\d+)\|(?<end>\d+)$' "$@" jobs; }

t 'narrow jobs run one code, wide ones another, each with its pattern' '
	log 1 200 && printf "%s\n" $mix Overall,9,1,1,1, narrow,10,100,128,160,halo2d wide,10,20000,25600,30000,fft3d >mix.csv && mix_reads --mix mix.csv --bytes 1KB >out.csv &&
	[ "$(metrics select --no-preamble --columns nodes,code,pattern out.csv | sed 1d | sort -u | paste -sd" ")" = "1,narrow,halo2d 200,wide,fft3d" ]'
t 'jobs of one width: codes by their node-hours' '
	log 4 && printf "%s\n" $mix a,30,400,512,600,alltoall b,10,400,512,600,halo3d >mix.csv && mix_reads --mix mix.csv >out.csv &&
	n=$(column code out.csv | grep -c a) && [ $n -gt 200 ] && [ $n -lt 250 ] && ! head -4 out.csv | grep -q comm_share'
t 'a code without a pattern draws one for all its jobs' '
	log 4 && printf "%s\n" $mix a,30,400,512,600, >mix.csv && mix_reads --mix mix.csv --pattern alltoall,halo3d >out.csv && [ $(column pattern out.csv | sort -u | wc -l) = 1 ]'
t 'shares follow the nodes on a line; a code that is not measured has that of one that is' '
	log 1 4 16 && printf "%s\n" $mix a,30,100,512,3000,alltoall >mix.csv && printf "%s\n" code,nodes,mpi_percent a,1,10 a,4,30 a,2,20 a,8, b,1,99 >shares.csv &&
	mix_reads --mix mix.csv --mix-shares shares.csv | metrics select --no-preamble --columns nodes,comm_share | sed 1d | sort -u | paste -sd" " | grep -qx "1,0.1 16,0.5 4,0.3" &&
	sed -i "s/^a,30/c,30/" mix.csv && mix_reads --mix mix.csv --mix-shares shares.csv | column comm_share | sort -u | grep -qxE "0.1|0.99"'
t '--comm-share goes first' '
	log 1 && printf "%s\n" $mix a,30,100,512,3000,alltoall >mix.csv && printf "%s\n" code,nodes,mpi_percent a,1,10 >shares.csv &&
	[ "$(mix_reads --mix mix.csv --mix-shares shares.csv --comm-share 0.7 | column comm_share | sort -u)" = 0.7 ]'
t 'a mix does not change what else is drawn' '
	log 1 4 && mix_reads --bytes 1KB,2KB >a && mix_reads --bytes 1KB,2KB --mix "$HOPLINE_ROOT/data/measured/archer2-mix.csv" >b &&
	diff <(column bytes a) <(column bytes b) && [ $(column code b | sort -u | wc -l) -gt 10 ]'
t 'what is wrong' '
	log 1 && printf "%s\n" $mix a,30,100,512,3000,alltoall a,1,1,1,1, >mix.csv && refuses 1 "the same code" mix_reads --mix mix.csv &&
	printf "%s\n" $mix a,30,100,,3000,alltoall >mix.csv && refuses 1 "number of cores" mix_reads --mix mix.csv &&
	printf "%s\n" $mix >mix.csv && refuses 1 "there is no code" mix_reads --mix mix.csv &&
	printf "%s\n" $mix a,1,1,1,1,nothing >mix.csv && refuses 1 "must be a pattern" mix_reads --mix mix.csv &&
	refuses 2 "go with --mix" mix_reads --mix-shares mix.csv && refuses 1 "code: this column is missing" mix_reads --mix jobs'
done_testing
