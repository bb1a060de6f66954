#!/usr/bin/env bash
# metrics links: box-plot figures of what netsim --links writes.
source "$(dirname "$0")/../lib.sh"

links() {
	printf '%s\n' case,link,class,from,to,packets,bytes,busy_s,stalls,stall_s \
		1,0,local,r0,r1,10,1000,1e-6,0,0 1,1,local,r1,r0,20,2000,2e-6,1,1e-9 1,2,global,r0,r4,5,500,1e-6,2,4e-9 \
		1,3,local,r1,r2,60,6000,3e-6,2,5e-9 1,4,global,r4,r0,7,700,1e-6,0,0
}

t 'a row for each class and for packets, stalls and stall times' '
	links | metrics links --no-preamble >out &&
	printf "%s\n" class,column,count,min,q1,median,q3,max,mean local,packets,3,10,15,20,40,60,30 local,stalls,3,0,0.5,1,1.5,2,1 \
		local,stall_s,3,0,5e-10,1e-09,3e-09,5e-09,2e-09 global,packets,2,5,5.5,6,6.5,7,6 global,stalls,2,0,0.5,1,1.5,2,1 \
		global,stall_s,2,0,1e-09,2e-09,3e-09,4e-09,2e-09 | diff - out'
t '--by parts the links further, columns a user added too' '
	{ links | sed "s/^/alloc,/;2,\$s/^alloc/rdn/"; links | sed "1d;s/^/rdg,/"; } >a.csv &&
	metrics links --by alloc --no-preamble a.csv | cut -d, -f1-5 | grep packets >out &&
	printf "%s\n" rdn,local,packets,3,10 rdn,global,packets,2,5 rdg,local,packets,3,10 rdg,global,packets,2,5 | diff - out &&
	metrics links --by alloc,case --no-preamble a.csv | sed 1q | grep -q "^alloc,case,class,column,count"'
t '--by may say where class stands' '
	links | metrics links --by class,case --no-preamble | sed 1q | grep -q "^class,case,column,count"'
t 'several files add up' '
	links >a.csv && metrics links --no-preamble a.csv a.csv | grep -q "^local,packets,6,"'
t 'a table that is no table of links: exit 1' '
	printf "%s\n" case,job 1,1 | exits 1 metrics links 2>err && grep -q "^metrics: <stdin>:1: class: " err'

done_testing
