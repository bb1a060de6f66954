#!/usr/bin/env bash
# map advise: the paper's reshaped grid (II-A), the grids that it chose for MILC and VPIC, every prism there is, and what is refused.  The
# formulas: tests/unit/map/pairgrid.c.
. "$(dirname "$0")/../lib.sh"

BW='--bw 2GB/s/1GB/s/2GB/s'
BLUE='--machine torus:k=23x24x24,p=2,bw=9.375GB/s/4.6875GB/s/9.375GB/s,pack=y:2:9.375GB/s+z:8:15GB/s'
export BW BLUE
advise() { map advise --no-preamble "$@"; }
# refused MESSAGE ARGS...: a command line at fault
refused() { refuses 2 "map: $1" map advise "${@:2}"; }

t 'II-A: with half the bandwidth in y the best grid is 2^(2/3) faster all at once, 4 2^(2/3) / 6 one at a time' '
	advise --lattice 128x128x128 --pairs 64 $BW --continuous >out &&
	awk -F, "NR == 2 { split(\$2, m, \"x\"); good = \$1 == \"optimum\" && m[2] / m[1] > 1.9999999 && m[2] / m[1] < 2.0000001 && m[1] == m[3]
			printf \"%.6f %.6f %d\n\", \$9, \$10, good }
		NR == 3 { print \$1, \$2, \$7 * 1e9, \$8 * 1e9 }" out >got &&
	printf "1.587401 1.058267 1\ncube 32x32x32 8192 16384\n" | diff - got'

t 'II-A with whole numbers: half as long in x and z as in y' '
	advise --lattice 80x80x80 --prism 20x10x20 --site-bytes 1 $BW >out &&
	is "$(rows out)" "grid,4x8x4,20x10x20,xyz,1x1x1,4x8x4,1.6e-08,4.8e-08,1.58740105,1.05826737" &&
	advise --lattice 80x80x80 --pairs 4000 --site-bytes 1 $BW >out && is "$(rows out | head -n 1 | cut -d, -f2-3)" 4x8x4,20x10x20'

t 'MILC: of all prisms the paper chose the best, with the cell that it names' '
	advise --lattice 84x84x84x144 --pairs 2058 --tasks-per-pair 32 --site-bytes 96 $BLUE >out &&
	is "$(rows out | head -n 1 | cut -d, -f1-6)" grid,6x12x4x144,14x7x21,xyz,1x2x1x16,6x6x4x9 &&
	is "$(rows out | wc -l) $(rows out | cut -d, -f3 | sort -u | wc -l)" "6 6" &&
	is "$(column all_at_once_s out | head -n 1)" "$(awk "BEGIN { printf \"%.9g\", 6 * 12 * 144 * 96 / 9.375e9 }")"'

t 'VPIC: 12x12x16 pairs of 4x4x2 tasks of 32x32x48 points, and none better' '
	advise --lattice 1536x1536x1536 --pairs 2304 --tasks-per-pair 32 $BLUE >out && grep -q "^grid,128x128x96,12x12x16,xyz,4x4x2,32x32x48," out &&
	is "$(awk -F, "NR == 2 { best = \$7 \" \" \$8 } \$3 == \"12x12x16\" { print best == \$7 \" \" \$8 }" out)" 1'

t 'every prism that divides, in every order of axes, sorted' '
	advise --lattice 12x8x8 --pairs 8 $BW >out &&
	awk "BEGIN { L[0] = 12; L[1] = L[2] = 8; split(\"xyz xzy yxz yzx zxy zyx\", along, \" \")
		for (o = 1; o <= 6; o++) { for (d = 0; d < 3; d++) ax[d] = index(\"xyz\", substr(along[o], d + 1, 1)) - 1
			if (ax[1] > ax[2]) continue
			for (i = 1; i <= 8; i++) for (j = 1; j <= 8; j++) for (k = 1; k <= 8; k++) if (i * j * k == 8) { n[0] = i; n[1] = j; n[2] = k
				if (L[0] % n[ax[0]] || L[1] % n[ax[1]] || L[2] % n[ax[2]]) continue
				print i \"x\" j \"x\" k \",\" along[o] } } }" | sort >want &&
	rows out | cut -d, -f3,4 | sort | diff want - &&
	rows out | cut -d, -f7 | sort -cg &&
	advise --lattice 12x8x8 --pairs 8 $BW --by one | column one_at_a_time_s | sort -cg'

t 'a dimension on one pair alone sends nothing' '
	advise --lattice 8x8x8 --prism 2x1x1 --site-bytes 1 $BW | rows >out && is "$(cut -d, -f7-8 out)" 3.2e-08,3.2e-08 &&
	advise --lattice 8x8x8 --prism 1x1x1 $BW | rows >out && is "$(cut -d, -f7- out)" 0,0,,'

t '--axes says which dimension goes where; the cell is in the order of the lattice' '
	advise --lattice 24x12x6x5 --prism 2x3x4 --axes zyx --tasks-per-pair 6 --site-bytes 1 $BW | rows >out &&
	is "$(cut -d, -f1-8 out)" "grid,6x4x3x5,2x3x4,zyx,3x2x1x1,2x2x3x5,9e-08,1.8e-07"'

t 'links of a machine: the slowest along each axis, --bw instead, prisms no larger than it' '
	advise --lattice 96x96x96 --prism 4x4x4 --site-bytes 1 $BLUE | column one_at_a_time_s >got &&
	is "$(cat got)" "$(awk "BEGIN { printf \"%.9g\", 576 / 9.375e9 + 576 / 4.6875e9 + 576 / 9.375e9 }")" &&
	advise --lattice 96x96x96 --prism 4x4x4 --site-bytes 1 $BLUE --bw 1GB/s/1GB/s/1GB/s | column one_at_a_time_s >got && is "$(cat got)" 1.728e-06 &&
	advise --lattice 96x96x96 --pairs 32 --machine torus:k=4x4x4 | column prism >got && is "$(sort got | xargs)" "2x4x4 4x2x4 4x4x2"'

# measured CELL SPLIT AXES LATTICE PRISM: what alloc, map and its report make of a part of the machine $AROUND
measured() {
	local dims
	dims=$(awk -v cell="$1" -v prism="$5" -v axes="$3" 'BEGIN { D = split(cell, c, "x"); split(prism, p, "x")
		for (d = 1; d <= D; d++) printf "%s%d", (d > 1 ? "x" : ""), c[d] * (d > 3 ? 1 : p[index("xyz", substr(axes, d, 1))]) }')
	printf "%s\n" "job,nodes,tasks,pattern,dims,lattice,site_bytes,periodic" "a,$((2 * ${5//x/ * })),$((${dims//x/ * })),lattice,$dims,$4,28,xw" |
		alloc --quiet --machine $AROUND --policy "topaware:$5" |
		map --quiet --algorithm topaware --cell "$1" --split "$2" --axes "$3" --report report >/dev/null &&
		metrics select --no-preamble --columns fullest_link_s,hop_bytes report | tail -n 1
}
export AROUND=torus:k=5x4x6,p=2,cores=4,bw=9GB/s/4GB/s/9GB/s,unavailable=14-15+60-61+100
export AROUND_="--machine $AROUND"
t '--by link: around service nodes, as alloc, map and its report have them, the fullest link first' '
	advise --lattice 24x12x12x4 --pairs 12 --tasks-per-pair 8 --site-bytes 28 --periodic xw --by link --machine $AROUND >out &&
	rows out | awk "NR % 4 == 1" | cut -d, -f3,4,5,11- | while IFS=, read -r prism along cell split found; do
		is "$(measured $cell $split $along 24x12x12x4 $prism)" "$found" || exit 1; done &&
	advise --lattice 24x12x12x4 --pairs 12 --tasks-per-pair 8 --site-bytes 28 --machine $AROUND | rows | cut -d, -f1-10 | sort >all && rows out | cut -d, -f1-10 | sort -u | diff all - &&
	rows out | cut -d, -f12,13 | tr , " " | sort -c -k1,1g -k2,2g'
t '--block: the lattice grows with the tasks, and any cell will do' '
	advise --block 6x6x6 --pairs 12 --tasks-per-pair 4 --site-bytes 28 --by link --machine $AROUND >out &&
	is "$(column cell out | sort -u | xargs)" "1x1x4 1x2x2 1x4x1 2x1x2 2x2x1 4x1x1" && is "$(column block out | sort -u)" 6x6x6 &&
	is "$(column along out | sort -u)" xyz && is "$(rows out | head -n 1 | cut -d, -f2)" "$(column cell out | head -n 1 | awk -Fx "{ print 6 * \$1 \"x\" 6 * \$2 \"x\" 6 * \$3 }")" &&
	advise --block 6x4x3 --prism 2x3x2 --axes zyx --tasks-per-pair 2 --site-bytes 28 --by link --machine $AROUND >out &&
	is "$(rows out | wc -l)" 3 && is "$(advise --block 6x4x3 --prism 2x3x2 --tasks-per-pair 2 $BW | rows | wc -l)" 18'
t 'prisms for which there is no room around service nodes are left out' '
	advise --block 6x6x6 --pairs 12 --tasks-per-pair 2 --by link --machine torus:k=2x3x4,p=2,unavailable=0+2 >out && is "$(column prism out | sort -u | xargs)" "2x2x3 2x3x2"'

t 'what is refused' '
	refused "--lattice is required" --pairs 4 $BW &&
	refused "--lattice: '\''84x84'\'': must be 3 or 4 extents, as 12x12x16" --lattice 84x84 --pairs 4 $BW &&
	refused "--lattice: '\''85x85x85'\'': no prism of 7 pairs divides it" --lattice 85x85x85 --pairs 7 $BW &&
	refused "--lattice: '\''92x92x92'\'': no prism of 46 pairs that the machine can hold divides it" --lattice 92x92x92 --pairs 46 --machine torus:k=8x8x8 &&
	refused "--lattice: '\''1000000x1000000x1000000'\'': more than 1000000000000000 sites" --lattice 1000000x1000000x1000000 --pairs 4 $BW &&
	refused "--prism: does not divide --lattice '\''84x84x84'\''" --lattice 84x84x84 --prism 5x1x1 $BW &&
	refused "--prism: 25 along y: the machine has 24" --lattice 100x100x100 --prism 1x25x1 $BLUE &&
	refused "--prism: '\''4x4'\'': must be 3 extents" --lattice 84x84x84 --prism 4x4 $BW &&
	refused "give --pairs N or --prism XxYxZ" --lattice 84x84x84 $BW && refused "give --pairs N or" --lattice 84x84x84 --pairs 7 --prism 7x1x1 $BW &&
	refused "--pairs: '\''0'\'': must be an integer from 1 to 2147483647" --lattice 8x8x8 --pairs 0 $BW &&
	refused "--tasks-per-pair: '\''11'\'': no cell of this number of tasks divides a pair" --lattice 84x84x84 --pairs 8 --tasks-per-pair 11 $BW &&
	refused "--site-bytes: '\''x'\'': must be a size" --lattice 8x8x8 --pairs 8 --site-bytes x $BW &&
	refused "how fast are the links? --machine SPEC or --bw X/Y/Z" --lattice 8x8x8 --pairs 8 &&
	for bw in 1GB/s 1GB/s/2GB/s 1/2/1 1GB/s/0GB/s/1GB/s; do
		refused "--bw: '\''$bw'\'': must be three bandwidths, as 2GB/s/1GB/s/2GB/s" --lattice 8x8x8 --pairs 8 --bw $bw || exit 1; done &&
	refused "--machine: '\''dragonfly:g=9,a=4,p=2'\'': must be a torus or mesh of three dimensions" --lattice 8x8x8 --pairs 8 --machine dragonfly:g=9,a=4,p=2 &&
	refused "--machine: '\''torus:k=8x1x8'\'': has no links along y; --bw says how fast they would be" --lattice 8x8x8 --pairs 8 --machine torus:k=8x1x8 &&
	refused "--axes: '\''xw'\'': must be two or three of x, y and z" --lattice 8x8x8 --pairs 8 --axes xw $BW &&
	refused "--by: '\''sum'\'': must be all, one or link" --lattice 8x8x8 --pairs 8 --by sum $BW &&
	refused "'\''in.csv'\'': advise reads no table" in.csv &&
	refused "give --lattice or --block" --lattice 8x8x8 --block 2x2x2 --pairs 8 $BW && refused "--continuous: needs --lattice" --block 2x2x2 --pairs 8 --continuous $BW &&
	refused "--block: '\''99999999x9999999x1'\'': more than 1000000000000000 sites in all" --block 99999999x9999999x1 --pairs 8 $BW &&
	refused "--pairs: '\''7'\'': the machine can hold no prism of them" --block 2x2x2 --pairs 7 --machine torus:k=4x4x4,p=2 &&
	refused "--by: '\''link'\'': needs --machine" --lattice 8x8x8 --pairs 8 --by link $BW && refused "--periodic: is for --by link" --lattice 8x8x8 --pairs 8 --periodic x $BW &&
	refused "--tasks-per-pair: '\''3'\'': do not divide between the 2 nodes of a router" --block 8x8x8 --pairs 8 --tasks-per-pair 3 --by link $AROUND_ &&
	refused "--tasks-per-pair: '\''10'\'': the 2 nodes of a router have 8 processors" --block 8x8x8 --pairs 8 --tasks-per-pair 10 --by link $AROUND_ &&
	refused "--periodic: '\''xv'\'': " --block 8x8x8 --pairs 8 --tasks-per-pair 2 --by link --periodic xv $AROUND_ &&
	refused "--by: '\''link'\'': '\''torus:k=2x2x4,p=2,unavailable=3'\'' has no such prism around its service nodes" --block 8x8x8 --prism 2x2x4 --tasks-per-pair 2 --by link --machine torus:k=2x2x4,p=2,unavailable=3'

done_testing
