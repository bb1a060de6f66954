#!/usr/bin/env bash
# t325-apart -- jobs that are kept apart do not disturb one another, on random workloads: no link between routers
# carries packets of two jobs (MLS and TLS of Jain et al., IV-C, are 0), and every job's row is, to the byte, that of the job
# alone; so a job that is the same in several workloads takes the same time, to the picosecond, in all of them.
# (Which nodes the policies give: t320. Every route there is, not only those that packets took: unit/alloc/apart-links.c.)
. "$(dirname "$0")/../lib.sh"

# workload MACHINE NODES CORES SEED [HELD]: six cases of jobs that want half as many nodes again as there are: single nodes, odd
# numbers, large parts, in one case the whole machine; patterns, tasks a node and sizes at random.  With HELD, jobs that
# have nodes anywhere come with two of the cases.
workload() {
	printf '#hopline 1\n#machine %s,cores=%s\ncase,job,nodes,tasks,pattern,bytes,iterations,node_list\n' "$1" "$3"
	awk -v n="$2" -v cores="$3" -v seed="$4" -v held="${5-}" '
		function below(k) { return int(k * rand()) }
		function job(k, list) {
			print c "," ++jobs "," k "," k * (1 + below(cores)) "," pattern[1 + below(patterns)] "," 1 + below(5000) "," 1 + below(2) "," list
		}
		BEGIN {
			srand(seed)
			patterns = split("alltoall broadcast fft3d halo2d halo3d halo3d26 stencil unstructured pairs spread sub-alltoall", pattern, " ")
			for (c = 1; c <= 6; c++) {
				jobs = 0
				if (held && c % 3 == 0)
					job(3, below(n / 3) " " int(n / 3) + below(n / 3) " " 2 * int(n / 3) + below(n / 3))
				if (c == 4)
					job(n, "")
				for (wanted = 1.5 * n; wanted > 0; wanted -= k) {
					sort = below(3)
					job(k = 1 + below(sort == 0 ? 4 : sort == 1 ? n / 4 : n / 2), "")
				}
			}
		}'
}
# placed POLICY: the jobs of a workload that the policy serves
placed() { alloc --quiet --on-full skip --policy "$1" | awk -F, '/^#/ || $NF != ""'; }
# shared FILE: how many (case, link) of --job-links carried packets of two jobs
shared() { rows "$1" | cut -d, -f1,3 | sort | uniq -d | wc -l; }
# cells_of FILE: the first eight jobs of each case by themselves, in the cases that they are in, so that what is drawn is drawn again; each job is
# a cell of one stream
cells_of() {
	awk -F, '/^#/ { print; next } $2 == "job" { print "cell," $0; next } { rows[$2] = rows[$2] $2 "," $0 "\n" } END { for (job = 1; job <= 8; job++) printf "%s", rows[job] }' "$1"
}
# undisturbed FILE ROUTING: the jobs use links, share none, and the first eight are as they are alone, in cells.csv
undisturbed() {
	netsim --routing "$2" --job-links links.csv "$1" >out.csv && netsim --no-preamble --routing "$2" cells.csv >alone.csv && awk -F, -v routing="$2" '
		function fails(why) { print routing ": " why; failed = 1; exit 1 }
		FNR == 1 { file++; header = 0 }
		!header { header = !/^#/; next }
		file == 1 { links++; shared += used[$1, $3]++ }
		file == 2 && $2 <= 8 { together[$0]; jobs++ }
		file == 3 { sub(/^[^,]*,/, ""); if (!($0 in together)) print "alone: " $0; else jobs-- }
		END {
			if (failed) exit 1
			if (links <= 30) fails("few links")
			if (shared) fails("links shared")
			if (jobs) fails("disturbed")
		}' links.csv out.csv alone.csv
}
# apart POLICY MACHINE CORES [ROUTING...]: so it is, under every routing of the machine or these ones, and of a second workload under one;
# jobs are placed and refused
apart() {
	local policy=$1 machine=$2 cores=$3 nodes seed routing held='' served=0 wanted=0
	shift 3
	nodes=$(nodes "$machine")
	case $policy in em-* | ft-*) held=yes ;; esac
	[ $# != 0 ] || set -- $(routings "$machine")
	for seed in 1 2; do
		workload "$machine" "$nodes" "$cores" "$seed" "$held" >jobs.csv && placed "$policy" <jobs.csv >placed.csv && cells_of placed.csv >cells.csv &&
		served=$((served + $(rows placed.csv | wc -l))) && wanted=$((wanted + $(rows jobs.csv | wc -l))) || return 1
		for routing; do
			undisturbed placed.csv "$routing" || return 1
			[ $seed = 1 ] || break
		done
	done
	[ $served -ge 20 ] && [ $wanted -gt $((served + 3)) ] || { echo "$served of $wanted jobs"; return 1; }
}
nodes() { metrics machine --machine "$1" | metrics select --no-preamble --columns nodes | sed 1d; }
# routings MACHINE: by name, as netsim lists them, but for those of a lattice whose detours leave every cuboid
routings() {
	local detours=none
	[[ ${1%%:*} != @(mesh|torus|expressmesh|hypercube) ]] || detours="valiant ugal-l"
	exits 2 netsim --machine "$1" --routing none --route 0 1 2>&1 >/dev/null | sed -n "1s/.* has: //; 1s/, and .*//; 1s/,//g; 1s/ $detours//; 1p"
}

t 'every routing is tried' '
	[ "$(routings expressmesh:k=4,gap=1) | $(routings torus:k=4) | $(routings fattree:k=2) | $(routings dragonfly:g=3,a=2,p=2)" = \
		"dimension-order dimension-order-either adaptive adaptive-farthest | dimension-order dimension-order-ties adaptive | d-mod-k random-up adaptive opensm-minhop opensm-ftree | minimal valiant ugal-l ugal-g par valiant-router ugal-router ugal-output adaptive-local" ]'

while read -r policy machine cores routing; do
	first "some: ${policy%%:*} ${machine%%:*}" || continue
	t "$policy, $machine, up to $cores tasks a node" "apart $policy $machine $cores $routing"
done <<END
em-cuboid expressmesh:k=17,gap=3,p=3 2
em-cuboid expressmesh:k=9x7,gap=2x3,p=2 1
em-cuboid expressmesh:k=8x3x3,gap=3x1x1,p=2 1
em-cuboid expressmesh:k=4x3x3x3,gap=1 2
em-cuboid mesh:k=7x6,p=2 2
em-cuboid torus:k=5x4x4 2
em-cuboid hypercube:n=6,p=2 2
em-blocks:2 expressmesh:k=8x6,gap=1,p=2 2
em-blocks:3x2x1 expressmesh:k=9x4x3,gap=3x2x1 2
em-blocks:1x2 torus:k=9x8,p=2 1
em-blocks:1x2x1x2x2x1 hypercube:n=6,p=2 2
ft-isolated fattree:k=8,n=2 3
ft-isolated fattree:k=9,n=2,taper=3 1
ft-isolated fattree:radix=8,pods=5 1
ft-isolated fattree:radix=10,levels=2,pods=7 4
df-group dragonfly:g=12,a=4,p=4 1
df-group dragonfly:g=9,a=6,p=2,h=2,arrangement=relative 2
sf-subgroup slimfly:q=5,p=3 2 minimal
sf-subgroup slimfly:q=8,p=2 2 minimal
END

# --- jobs that fill the machine

# filled_apart POLICY MACHINE UNIT OPTION...: workloads of the paper's kind, in multiples of UNIT nodes, served to the last node; on a large
# machine without OpenSM's tables, which each run would make anew
filled_apart() {
	local policy=$1 machine=$2 unit=$3 routing nodes
	shift 3
	nodes=$(nodes "$machine")
	gen-workload fill --machine "$machine" --unit "$unit" "$@" | alloc --policy "$policy" >placed.csv && cells_of placed.csv >cells.csv &&
	metrics select --no-preamble --columns case,nodes placed.csv |
		awk -F, -v all="$nodes" 'NR > 1 { used[$1] += $2 } END { for (c in used) if (used[c] != all) { print c ": " used[c]; exit 1 } }' || return 1
	for routing in $(routings "$machine"); do
		[[ $nodes -gt 9999 && $routing == opensm-* ]] || undisturbed placed.csv "$routing" || return 1
	done
}
while read -r policy machine unit; do
	first "all: ${policy%%:*} ${machine%%:*}" || continue
	t "every node has a job: $policy, $machine" "filled_apart $policy $machine $unit --cases 3 --bytes 3KB --iterations 2"
done <<END
em-blocks:6x4x1 expressmesh:k=6x4x10,gap=1,p=2 48
em-blocks:1x6 expressmesh:k=10x6,gap=3,p=4 24
em-blocks:6x1 mesh:k=6x11,p=2 12
ft-isolated fattree:radix=10,pods=10 25
ft-isolated fattree:k=5,n=3 25
END
for size in em-blocks:12x10x1/expressmesh:k=12x10x10,p=9,gap=1/1080 em-blocks:14x12x1/expressmesh:k=14x12x12,p=5,gap=2/840 \
	ft-isolated/fattree:radix=44,pods=22/484; do
	IFS=/ read -r policy machine unit <<<"$size"
	first "Table I: ${policy%%:*}" || continue
	t "Table I, full: $policy, $machine" "filled_apart $policy $machine $unit --cases 1 --pattern pairs,stencil --bytes 700"
done

# --- the same job in other workloads
# (Under routings that draw nothing: the others draw anew in every case.)

# times POLICY MACHINE CONSTANT ROUTING: what the constant job takes in ten workloads and alone, each time once; %.9g shows
# picoseconds below a millisecond
times() {
	gen-workload fill --machine "$2" --cases 10 --constant "$3" --bytes 3KB --seed 4 | alloc --quiet --on-full skip --policy "$1" |
		awk -F, -v OFS=, '/^#/ || $NF != "" { print } $1 == 1 && $2 == 1 { $1 = "alone"; alone = $0 } END { print alone }' >with.csv || return 1
	netsim --no-preamble --routing "$4" with.csv | awk -F, '
		!at { for (i = 1; i <= NF; i++) if ($i == "comm_time_s") at = i; next }
		$2 > 1 { others++; next }
		!($at in taken) { taken[$at]; n++; print $at >"times"; wrong += !($at > 0 && $at < 1e-3) }
		END { if (others < 20) print "few other jobs" >"/dev/stderr"; if (others < 20 || wrong) exit 1; print n }'
}
patterns="sub-alltoall stencil spread"
checked && patterns=spread
for case in em-cuboid/expressmesh:k=6x5x5,gap=1,p=2 em-blocks:2x1x1/expressmesh:k=6x6x5,gap=2,p=2 em-cuboid/expressmesh:k=12x8,gap=3,p=3 \
	em-cuboid/mesh:k=9x8,p=3 em-cuboid/torus:k=9x8,p=3 em-cuboid/hypercube:n=7,p=2 ft-isolated/fattree:radix=12,pods=8 ft-isolated/fattree:k=6,n=3,taper=2; do
	first "times: ${case%:*}" || continue
	t "a constant job's time, ${case%%/*} on ${case#*/}" "
		for pattern in $patterns; do
			for routing in \$(routings ${case#*/} | sed 's/ dimension-order-[a-z]*//; s/ random-up//; s/ adaptive-farthest//; s/ adaptive//'); do
				[ \"\$(times ${case%%/*} ${case#*/} 40,\$pattern \$routing)\" = 1 ] || { echo \$pattern, \$routing; cat times; return 1; }
			done
		done"
done

# --- who makes no such promise is found out

# found_out SAYS POLICY MACHINE ROUTING
found_out() { ! apart "$2" "$3" 2 "$4" >said || return 1; grep -q "$1" said || { cat said; return 1; }; }
t 'clustered, simple and random nodes, detours on Slim Fly and a mesh' '
	for policy in clustered simple rdn; do
		found_out "links shared" $policy expressmesh:k=6x5,gap=1,p=3 dimension-order && found_out "links shared" $policy fattree:k=4 adaptive || return 1
	done
	found_out "links shared" sf-subgroup slimfly:q=5,p=3 ugal-l && found_out "links shared" em-cuboid mesh:k=7x6,p=2 valiant'
t 'a union of blocks that is no cuboid: all blocks of a corner but one, which is another job'\''s' '
	for machine in mesh:k=4x4 expressmesh:k=8x8,gap=2; do
		side=$(echo "$machine" | sed "s/.*x\(.\).*/\1/") half=$((side / 2)) &&
		awk -v side=$side -v half=$half "BEGIN {
			for (v = 0; v < side * side; v++)
				if (v % side < half && v >= side * half) { inner = inner \" \" v; a++ } else { outer = outer \" \" v; b++ }
			print \"job,nodes,pattern,bytes,node_list\"
			print \"1,\" a \",alltoall,900,\" substr(inner, 2); print \"2,\" b \",alltoall,900,\" substr(outer, 2)
		}" >in.csv && netsim --machine $machine --job-links links.csv in.csv >out.csv && [ "$(shared links.csv)" -gt 0 ] || { echo $machine; return 1; }
	done'
t 'a constant job among clustered ones takes several times' '
	[ "$(times clustered expressmesh:k=6x5x5,gap=1,p=2 40,spread adaptive)" -ge 2 ] && [ "$(times clustered fattree:radix=12,pods=8 40,spread adaptive)" -ge 2 ]'

done_testing
