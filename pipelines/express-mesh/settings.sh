# settings -- what the scripts of this study share; they source it.
#
# Where the tools are; the five networks, at the paper's scale (Table I) and in small; the message
# sizes, which the paper does not print.
# shellcheck shell=bash disable=SC2034 # those who source it use them
source "$(dirname "${BASH_SOURCE[0]}")/../lib/here.sh"
seed=1
cores=4			# processes a node

# About 48 KiB a process and iteration, whatever the pattern; in sub-alltoall, which sends to a row and a column
# of a square, 256 B each time are 29 KiB in a job of 900 nodes and 100 KiB in one of 10,000.
bytes=unstructured=4KiB,stencil=8KiB,pairs=48KiB,spread=3KiB,sub-alltoall=256B

# network SCALE NAME: its machine; all links have 10 GB/s
network() {
	local shape links=local-bw=80Gb/s,global-bw=80Gb/s
	case $1-$2 in
	paper-dragonfly) shape=dragonfly:g=106,a=15,p=7,h=7 ;;
	paper-fattree) shape=fattree:radix=44,levels=3,pods=22 ;;
	paper-slimfly) shape=slimfly:q=19,p=15 ;;
	paper-em1) shape=expressmesh:k=12x10x10,p=9,gap=1 ;;
	paper-em2) shape=expressmesh:k=14x12x12,p=5,gap=2 ;;
	small-dragonfly) shape=dragonfly:g=18,a=7,p=3,h=3 ;;
	small-fattree) shape=fattree:radix=12,levels=3,pods=11 ;;
	small-slimfly) shape=slimfly:q=7,p=4 ;;
	small-em1) shape=expressmesh:k=6x4x4,p=4,gap=1 ;;
	small-em2) shape=expressmesh:k=8x6x4,p=2,gap=2 ;;
	*) echo "express-mesh: no $1 network '$2'" >&2; return 2 ;;
	esac
	case $2 in
	em1 | em2) links=bw=80Gb/s ;;
	fattree) links=leaf-spine-bw=80Gb/s,spine-core-bw=80Gb/s ;;
	esac
	echo "$shape,cores=$cores,node-bw=80Gb/s,$links"
}

# policy SCALE NETWORK ALLOC: alloc's name of it.  A building block is a unit of job sizes: twelve of them, three by two by two,
# are the express mesh.
policy() {
	case $3-$1-$2 in
	linear-* | clustered-*) echo "$3" ;;
	isolated-paper-em1) echo em-blocks:4x5x5 ;;
	isolated-small-em1) echo em-blocks:2x2x2 ;;
	isolated-*-fattree) echo ft-isolated ;;
	*) echo "express-mesh: $2: no policy keeps jobs of all sizes apart" >&2; return 2 ;;
	esac
}

# routing static|adaptive: netsim's name of it
routing() { if [ "$1" = static ]; then echo minimal; else echo "$1"; fi; }
