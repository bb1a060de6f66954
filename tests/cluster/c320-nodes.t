#!/usr/bin/env bash
# c320-nodes -- which nodes a real slurmctld gives, and which alloc: the same questions to both, under six settings.
#
# Jobs come and go; each is a question, and what runs then is the state of the machine.  Nobody runs on the nodes: the daemon alone
# is started, and its nodes stay in the clouds (data/reference/slurm/RULE.md).
# shellcheck source=/dev/null disable=SC2016,SC2154
source "$(dirname "$0")/../lib.sh"
source "$(dirname "$0")/lib.sh"
source "$(dirname "$0")/slurm.sh"
needs munged slurmctld salloc squeue sinfo scancel scontrol unshare
version=$(slurmctld -V)
case $version in *" 22.05."*) ;; *) skip_all "$version: what is known is what 22.05 does" ;; esac
hosts_or_skip
hosts control
mkdir -p "$slurm_dir"
chmod 711 "$work" "$slurm_dir"
(umask 077 && head -c 1024 /dev/urandom >"$slurm_dir/munge.key")
host_up munge "$(command -v munged)" --foreground --force --socket="$slurm_dir/munge" --key-file="$slurm_dir/munge.key" \
	--log-file="$slurm_dir/munge.log" --pid-file="$slurm_dir/munge.pid" --seed-file="$slurm_dir/munge.seed"
nodes=180
q="'"

# tree SEED: a topology.conf of three levels, its lines in any order, the nodes of a leaf here and there; names have no zeros in front
tree() {
	awk -v seed="$1" -v nodes=$nodes 'BEGIN {
		srand(seed)
		leaves = 20
		for (v = 1; v <= nodes; v++) { l = int(rand() * 4) ? int((v - 1) * leaves / nodes) : int(rand() * leaves); at[l] = at[l] (at[l] == "" ? "n" : ",n") v }
		for (l = 0; l < leaves; l++) if (at[l] != "") {
			line[++n] = "SwitchName=leaf" l " Nodes=" at[l]
			m = int(rand() * 5); mid[m] = mid[m] (mid[m] == "" ? "leaf" : ",leaf") l
		}
		for (m = 0; m < 5; m++) if (mid[m] != "") { line[++n] = "SwitchName=mid" m " Switches=" mid[m]; top = top (top == "" ? "mid" : ",mid") m }
		line[++n] = "SwitchName=top Switches=" top
		for (i = n; i > 1; i--) { k = 1 + int(rand() * i); other = line[i]; line[i] = line[k]; line[k] = other }
		for (i = 1; i <= n; i++) print line[i]
	}'
}

# daemon SELECT TOPOLOGY [OPTION]: slurmctld with these settings; all its nodes have been powered up
daemon() {
	local parameters=SelectTypeParameters=CR_Core
	[ "$1" != linear ] || parameters=
	rm -rf "$slurm_dir/state" && mkdir "$slurm_dir/state" && free_ports 1
	fill DIR="$slurm_dir" USER="$(id -un)" CONTROL="$port" SELECT="$1" PARAMETERS="$parameters" TOPOLOGY="$2" OPTION="${3:-}" NODES="n[1-$nodes]" \
		<"$here/nodes.conf" >"$SLURM_CONF"
	host_up control "$(command -v slurmctld)" -D -f "$SLURM_CONF"
	eventually scontrol ping && eventually all_asked && eventually all_up && scancel "$job"
}
all_asked() { ask "$nodes" && [ -n "$job" ]; }
all_up() { [ "$(sinfo -h -N -o %n | wc -l)" = "$nodes" ]; }	# before, they are not shown
# ask NODES [OPTIONS]: sets job to the number of the job that got them, and to nothing when they are not to be had now.  What asks would
# wait for the nodes, and is ended: the job stays.
ask() {
	local line fd pid
	job=
	exec {fd}< <(exec salloc --immediate --no-shell -N "$1" --exclusive "${@:2}" 2>&1)
	pid=$!
	while read -r line <&$fd; do
		case $line in
		"salloc: Granted job allocation "*) job=${line##* } && break ;;
		esac
	done
	exec {fd}<&-
	kill -KILL $pid 2>/dev/null || true
	wait $pid 2>/dev/null || true
}
given() { squeue -h -j "$1" -o %N; }

# questions COUNT [EXTRA]: jobs come and go; a line each in the file questions: what runs (lists with + between), nodes wanted, switches,
# contiguous, what was given; some with what EXTRA names, or a contiguous run
questions() {
	local asked=0 n switches contiguous options job got index idle=$nodes
	local -a runs=() lists=() sizes=()
	: >questions
	while [ $asked -lt "$1" ]; do
		if [ ${#runs[@]} -gt 0 ] && { [ $((RANDOM % 3)) = 0 ] || [ $idle -lt $((nodes / 12)) ]; }; then
			index=$((RANDOM % ${#runs[@]}))
			scancel "${runs[index]}" || return 1
			idle=$((idle + sizes[index]))
			unset "runs[index]" "lists[index]" "sizes[index]"
			runs=("${runs[@]}") lists=("${lists[@]}") sizes=("${sizes[@]}")
			continue
		fi
		n=$((1 + RANDOM % (RANDOM % 4 ? 20 : 70))) switches='' contiguous='' options=()
		[ $n -le $idle ] || continue
		if [ $((RANDOM % 10)) = 0 ]; then contiguous=1 options=(--contiguous)
		elif [ -n "${2:-}" ] && [ $((RANDOM % 6)) = 0 ]; then switches=$((1 + RANDOM % 4)) options=(--switches="$switches"); fi
		ask $n "${options[@]}" && got=
		[ -z "$job" ] || got=$(given "$job")
		(IFS=+ && echo "${lists[*]}|$n|$switches|$contiguous|$got") >>questions
		asked=$((asked + 1))
		[ -n "$got" ] || continue
		runs+=("$job") lists+=("$got") sizes+=("$n") idle=$((idle - n))
	done
}

# as_table MACHINE <questions: a case each, for alloc; the lists of names become numbers
as_table() {
	metrics nodes --no-preamble --machine "$1" >names
	printf '%s\n' '#hopline 1' "#machine $1" case,job,nodes,node_list,switches,contiguous,want
	awk -v machine="$1" '
		function numbers(text,    part, n, i, range, v, out) {
			gsub(/^n\[?|\]$/, "", text)
			n = split(text, part, ",")
			for (i = 1; i <= n; i++) {
				if (split(part[i], range, "-") == 1) range[2] = range[1]
				for (v = range[1]; v <= range[2]; v++) { out = out (out == "" ? "" : " ") number["n" v]; count++ }
			}
			return out
		}
		FNR == NR { split($0, cell, ","); if (FNR == 1) { for (i in cell) at[cell[i]] = i } else number[cell[at["name"]]] = cell[at["node"]]; next }
		{
			split($0, cell, "|"); running = split(cell[1], list, "+")
			for (i = 1; i <= running; i++) { count = 0; text = numbers(list[i]); printf "%d,r%d,%d,%s,,,\n", FNR, i, count, text }
			printf "%d,new,%d,,%s,%s,%s\n", FNR, cell[2], cell[3], cell[4], cell[5] == "" ? "" : numbers(cell[5])
		}' names -
}

# alike POLICY MACHINE: does alloc answer as the daemon did?
alike() {
	local same all given
	as_table "$2" <questions >table.csv && alloc --quiet --on-full skip --policy "$1" table.csv | metrics select --where job=new --columns node_list,want | rows >answers || return 1
	all=$(wc -l <answers)
	same=$(awk -F, '
		function spread(text,    part, n, i, range, v, out) {
			n = split(text, part, " ")
			for (i = 1; i <= n; i++) { if (split(part[i], range, "-") == 1) range[2] = range[1]; for (v = range[1] + 0; v <= range[2] + 0; v++) out = out " " v }
			return out
		}
		{ n += spread($1) == spread($2) }
		END { print n + 0 }' answers)
	given=$(grep -c ',.' answers)
	echo "$1: $same of $all alike, $given of them served" | tee -a "$work/said"
	[ "$same" = "$all" ] && [ "$given" -gt $((all / 2)) ]
}

# setting POLICY COUNT SELECT TOPOLOGY [OPTION]
setting() {
	local machine=graph:topology=topology.conf extra=switches
	# with --switches=1 this one lets jobs wait that have all they want
	[ "$3 ${5:-}" != "linear TopologyParam=dragonfly" ] || extra=
	RANDOM=$((${#1} * 100 + $2))
	tree $RANDOM >"$slurm_dir/topology.conf"
	cp "$slurm_dir/topology.conf" .
	[ "$4" != none ] || extra=
	[ ! -e "$work/up/control" ] || host_kill control
	daemon "$3" "$4" "${5:-}" || { tail -n 5 "$work/control.log"; return 1; }
	questions "$2" $extra && alike "$1" $machine
}

t 'cons_tres, a tree: slurm-tree' 'setting slurm-tree:22.05 350 cons_tres tree'
t 'cons_res, a tree: slurm-tree-fit' 'setting slurm-tree-fit 130 cons_res tree'
t 'linear, a tree: slurm-tree-linear' 'setting slurm-tree-linear 130 linear tree'
t 'cons_tres, a dragonfly: slurm-dragonfly' 'setting slurm-dragonfly:22.05 130 cons_tres tree TopologyParam=dragonfly'
t 'linear, a dragonfly: slurm-dragonfly-fit' 'setting slurm-dragonfly-fit 65 linear tree TopologyParam=dragonfly'
t 'cons_res, a dragonfly: slurm-dragonfly-fit' 'setting slurm-dragonfly-fit 65 cons_res tree TopologyParam=dragonfly'
t 'no topology: slurm-none' 'setting slurm-none:22.05 130 cons_tres none'
sed 's/^/# /' "$work/said" >&2

done_testing
