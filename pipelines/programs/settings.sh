# settings -- what the scripts of this study share; they source it.
#
# Where the tools are; the machines and the jobs, in full and in small.
# shellcheck shell=bash disable=SC2034 # those who source it use them
source "$(dirname "${BASH_SOURCE[0]}")/../lib/here.sh"
packet=1MiB		# of the training jobs; collectives have netsim's own

# machine SCALE NETWORK: its specification.  leafspine: nodes of four processors, whose four links of 25 GB/s are one of 100 GB/s, and a
# leaf with four times as many nodes as links up.  The others, for collectives: 64
# to 72 or 16 to 18 nodes of one processor, all links alike.
machine() {
	local fast=cores=4,node-bw=100GB/s,leaf-spine-bw=100GB/s,vc-buffer=8MB plain=cores=1,node-bw=100Gb/s
	case $1-$2 in
	full-leafspine) echo "fattree:k=16,n=2,taper=4,$fast" ;;
	small-leafspine) echo "fattree:k=4,n=2,taper=4,$fast" ;;
	full-fattree) echo "fattree:k=8,n=2,taper=1,$plain,leaf-spine-bw=100Gb/s" ;;
	small-fattree) echo "fattree:k=4,n=2,taper=1,$plain,leaf-spine-bw=100Gb/s" ;;
	full-dragonfly) echo "dragonfly:g=9,a=4,p=2,h=2,$plain,local-bw=100Gb/s,global-bw=100Gb/s" ;;
	small-dragonfly) echo "dragonfly:g=3,a=2,p=3,h=1,$plain,local-bw=100Gb/s,global-bw=100Gb/s" ;;
	full-torus) echo "torus:k=4x4x4,$plain,bw=100Gb/s" ;;
	small-torus) echo "torus:k=4x4,$plain,bw=100Gb/s" ;;
	full-slimfly) echo "slimfly:q=4,p=2,$plain,local-bw=100Gb/s,global-bw=100Gb/s" ;;
	small-slimfly) echo "slimfly:q=3,p=1,$plain,local-bw=100Gb/s,global-bw=100Gb/s" ;;
	full-hyperx) echo "expressmesh:k=4x4,p=4,gap=1,$plain,bw=100Gb/s" ;;
	small-hyperx) echo "expressmesh:k=2x2,p=4,gap=1,$plain,bw=100Gb/s" ;;
	*) echo "programs: no $1 network '$2'" >&2; return 2 ;;
	esac
}

# What depends on the scale: the training job, on half of leafspine's nodes; tp, pp and dp of it; nodes of a leaf; how many steps of the
# other job last as long as one iteration; nodes of a collective.
shape() {
	case $1 in
	full) model=llama3-70b tp=4 pp=8 dp=64 leaf=64 microbatches=16 merge=10 steps=95 nodes=64 ;;
	small) model=llama3-8b tp=4 pp=4 dp=8 leaf=16 microbatches=8 merge=8 steps=10 nodes=16 ;;
	esac
}

# Bytes of an allreduce's vector, and of what each sends to each in an all-to-all.
declare -A algorithms=(
	[allreduce]='ring recursive-doubling rabenseifner double-binary-tree reduce-broadcast linear'
	[alltoall]='pairwise bruck linear'
)
declare -A sizes=(
	[allreduce]='64 1024 16384 262144 4194304'
	[alltoall]='8 64 512 4096 32768'
)
