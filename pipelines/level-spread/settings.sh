# settings -- what the scripts of this study share; they source it.
#
# Where the tools are; the machine of Fig. 2 and Fig. 10; the policies; what a message size meant in the authors'
# program, by pattern (the paper says only 1 KB and 100 KB); how the tools are called.
source "$(dirname "${BASH_SOURCE[0]}")/../lib/here.sh"
machine=dragonfly:g=17,a=4,p=4
baselines='simple slurm rdg rdr rrr rdn rrn'
rivals='jokanovic jokanovic-as-published'
policies="level-spread $baselines"
seed=1

# sizes_of nominal|author BYTES: options of gen-workload
sizes_of() {
	local b=$2
	case $1 in
	nominal) echo "--bytes $b" ;;
	author) echo "--bytes $b,broadcast=$((8 * b)),halo3d=$((b * 2048 / 1000)),halo3d26=$((b * 2048 / 1000))" \
		"--edge-bytes halo3d26=$((b * 128 / 1000)) --corner-bytes halo3d26=$((b * 8 / 1000)) --allreduce-bytes halo3d=8" ;;
	*) echo "level-spread: unknown sizes '$1'" >&2; return 2 ;;
	esac
}

# router_of input|output: options of netsim; with queues at inputs those that stand for SST's router (../validate)
router_of() {
	case $1 in
	input) echo '--router input --crossbar-bw 1GB/s --output-buffer 14000' ;;
	output) echo '--router output' ;;
	*) echo "level-spread: unknown router '$1'" >&2; return 2 ;;
	esac
}

# run POLICY MAPPING ROUTING SCHEDULE ROUTER [OPTIONS OF NETSIM] <JOBS: one policy's results.  Each policy has a seed of its own, made of its
# name, so that no two share a mapping; each repeat is a case of its own.
run() {
	local own options
	own=$seed$(cksum <<<"$1" | cut -c 1-5)
	options=$(router_of "$5")
	# shellcheck disable=SC2086 # the options are words
	alloc --policy "$1" --seed "$own" | map --algorithm "$2" --seed "$own" |
		netsim --routing "$3" --schedule "$4" $options --task-times --seed "$own" "${@:6}"
}

# label COLUMN VALUE: a column more, the same in all rows
label() {
	awk -v name="$1" -v value="$2" '!header && /^#/ { print; next } !header { header = 1; print $0 "," name; next } { print $0 "," value }'
}
