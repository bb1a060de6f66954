#!/usr/bin/env bash
# gen-workload application: the sizes that the paper of Topaware gives, others, the traffic that comes of them, computation by share,
# and what is refused.
. "$(dirname "$0")/../lib.sh"

BLUE='--machine torus:k=23x24x24,p=2,cores=16'
SMALL='--machine torus:k=8x8x8,p=2,cores=16'
export BLUE SMALL
app() { gen-workload application "$@"; }
# sizes ARGS...: nodes tasks dims lattice site_bytes
sizes() {
	app --no-preamble "$@" >cells.csv || return
	for c in nodes tasks dims lattice site_bytes; do column $c cells.csv; done | xargs
}

t 'the paper: MILC, VPIC, WRF, S3D' '
	app milc $BLUE --no-preamble >out && printf "%s\n" case,job,nodes,tasks,pattern,dims,periodic,lattice,site_bytes,iterations,application \
		1,1,4116,65856,lattice,14x14x14x24,xyzw,84x84x84x144,96,1,milc | diff - out &&
	is "$(sizes vpic $BLUE)" "4608 73728 48x48x32 1536x1536x1536 160" &&
	is "$(sizes wrf $BLUE)" "4560 72960 256x285 6075x6075 3696" &&
	is "$(sizes s3d $BLUE)" "2000 2000 20x10x10 960x480x480 1792" && ! grep -q periodic cells.csv'

t 'the process grids that Topaware ran them with' '
	is "$(sizes milc $BLUE --dims 14x14x21x16)" "4116 65856 14x14x21x16 84x84x84x144 96" &&
	is "$(sizes wrf $BLUE --nodes 4864 --tasks-per-node 15 --dims 320x228)" "4864 72960 320x228 6075x6075 3696"'

t 'S3D grows with the nodes, and anything does with --block' '
	is "$(sizes s3d $BLUE --nodes 6000)" "6000 6000 20x20x15 960x960x720 1792" &&
	is "$(sizes s3d $BLUE --nodes 12900)" "12900 12900 43x20x15 2064x960x720 1792" &&
	is "$(sizes s3d $BLUE --nodes 60 --tasks-per-node 2 --dims 10x4x3 --block 7x8x9)" "60 120 10x4x3 70x32x27 1792" &&
	is "$(sizes s3d $BLUE --nodes 8 --lattice 96x96x96)" "8 8 2x2x2 96x96x96 1792" &&
	is "$(sizes milc $BLUE --nodes 1 --block 6x6x6x6)" "1 16 2x2x2x2 12x12x12x12 96"'

t 'other numbers of tasks: a grid that divides the lattice, with the least boundaries; the defaults are such grids' '
	is "$(sizes milc $SMALL --nodes 64)" "64 1024 4x4x4x16 84x84x84x144 96" &&
	is "$(sizes milc $BLUE --lattice 84x84x84x144)" "4116 65856 14x14x14x24 84x84x84x144 96" &&
	is "$(sizes vpic $BLUE --lattice 1536x1536x1536)" "4608 73728 48x48x32 1536x1536x1536 160" &&
	is "$(sizes vpic $SMALL --nodes 9 --tasks-per-node 1 --lattice 100x10x9)" "9 9 1x1x9 100x10x9 160" &&
	is "$(sizes vpic $SMALL --nodes 11 --tasks-per-node 1 --lattice 100x10x10)" "11 11 11x1x1 100x10x10 160"'

t 'netsim: every site of a boundary sends its bytes' '
	app milc $SMALL --nodes 4 --tasks-per-node 4 --lattice 8x8x8x8 --site-bytes 10 --steps 3 | alloc --policy simple | netsim >out &&
	is "$(column tasks out) $(column dims out) $(column comm_bytes out)" "16 2x2x2x2 $((16 * 8 * 4 * 4 * 4 * 10 * 3))" &&
	app milc $SMALL --nodes 4 --tasks-per-node 4 --lattice 8x8x8x8 --site-bytes 10 --periodic none | alloc --policy simple | netsim >out &&
	is "$(column comm_bytes out)" "$((16 * 4 * 4 * 4 * 4 * 10))" && ! column periodic out'

t 'computation: given, or by the share that communication has' '
	compute() { app $SMALL --no-preamble "$@" | column compute_s; } &&
	is "$(compute milc --nodes 4 --compute 20us)" 2e-05 && is "$(compute milc --nodes 4 --compute 0)" 0 &&
	is "$(compute milc --nodes 4 --comm 1ms --share 0.25)" 0.003 && is "$(compute vpic --nodes 4 --comm 2ms)" 0.023 &&
	is "$(compute wrf --nodes 4 --comm 9ms)" 0.041 && is "$(compute wrf --nodes 4 --comm 9ms --share 0.5)" 0.009 &&
	! app milc $SMALL --nodes 4 | grep compute_s'

t 'a step that takes what was measured takes the share of what is simulated' '
	run() { app vpic $SMALL --nodes 8 --tasks-per-node 2 --lattice 64x64x64 "$@" | alloc --policy simple | netsim | column comm_time_s; } &&
	comm=$(run) && all=$(run --comm "$(awk "BEGIN { printf \"%.0f\", $comm * 1e12 }")ps") &&
	awk "BEGIN { x = $comm / $all; exit !(x > 0.0799999 && x < 0.0800001) }"'

t '--repeat: cases alike, numbered' '
	app s3d $SMALL --nodes 8 --repeat 3 --compute 1us --no-preamble | cut -d, -f1-4,11- >out && is "$(cat out | xargs)" \
		"case,rep,job,nodes,compute_s,application 1,1,1,8,1e-06,s3d 2,2,1,8,1e-06,s3d 3,3,1,8,1e-06,s3d"'

t 'what is refused' '
	refuses 2 "gen-workload: name an application: milc vpic s3d wrf" app $SMALL && refuses 2 "gen-workload: unknown application '\''qcd'\''; known: milc vpic s3d wrf" app qcd $SMALL &&
	refuses 2 "gen-workload: '\''wrf'\'': one application at a time" app milc wrf $SMALL && exits 2 app milc 2>/dev/null &&
	refuses 2 "gen-workload: milc: '\''4116'\'': the machine has 1024 nodes" app milc $SMALL &&
	refuses 2 "gen-workload: --job-nodes: '\''1025'\'': the machine has 1024 nodes" app milc $SMALL --nodes 1025 &&
	refuses 2 "gen-workload: milc: '\''16'\'' tasks a node: the machine'\''s have 4 processors" app milc --machine torus:k=8x8x8,cores=4 --nodes 4 &&
	refuses 2 "gen-workload: --tasks-per-node: '\''17'\'' tasks a node: the machine'\''s have 16 processors" app milc $SMALL --nodes 4 --tasks-per-node 17 &&
	while IFS="|" read -r options message; do
		refuses 2 "gen-workload: $message" app milc $SMALL --nodes 4 $options || exit 1
	done <<-END
	--dims 4x4x4x4|--dims: '\''4x4x4x4'\'': does not multiply to 64, 4 nodes of 16 tasks
	--dims 4x4x4|--dims: '\''4x4x4'\'': must be 4 extents for milc, as 84x84x84x144
	--dims 0x4x4x4|--dims: '\''0x4x4x4'\'': must be 4 extents
	--dims 65536x65536x65536x65536|--dims: '\''65536x65536x65536x65536'\'': does not multiply to 64
	--lattice 84x84|--lattice: '\''84x84'\'': must be 4 extents for milc, as 84x84x84x144
	--lattice 2x2x2x2|--lattice: '\''2x2x2x2'\'': cannot be divided among 64 tasks
	--lattice 4x4x4x4 --dims 8x8x1x1|--lattice: '\''4x4x4x4'\'': 4 sites cannot be divided among 8 tasks of --dims '\''8x8x1x1'\''
	--lattice 8x8x8x8 --block 2x2x2x2|--block: '\''2x2x2x2'\'': --lattice says how many sites there are
	--block 2x2x2|--block: '\''2x2x2'\'': must be 4 extents for milc
	--block 4000000000x1x1x1|--block: '\''4000000000x1x1x1'\'': the lattice has 2^32 sites or more along a dimension
	--periodic q|--periodic: '\''q'\'': must name dimensions of the process grid, which has xyzw
	--site-bytes 0|--site-bytes: '\''0'\'': must be a size of at least 1 byte
	--comm 1ms|--comm: the paper gives no share of communication for milc; add --share X
	--comm 0 --share 0.5|--comm: '\''0'\'': must be a time above 0
	--compute -1s|--compute: '\''-1s'\'': must be a time, such as 20us
	--share 0.5|--share: needs the measured time of --comm
	--share 1 --comm 1ms|--share: '\''1'\'': must be a number between 0 and 1
	--compute 1ms --comm 1ms --share 0.5|--comm: is instead of --compute
	--steps 0|--iterations: '\''0'\'': must be an integer from 1
	END'

done_testing
