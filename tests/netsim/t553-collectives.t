#!/usr/bin/env bash
# Collectives in the simulator: on one router, where a message of B bytes takes 180 ns + B ns, they take what their closed forms say, to
# the picosecond; and what rows of collectives may say.
source "$(dirname "$0")/../lib.sh"

# takes SECONDS N PROGRAM: that program of N tasks on $M
takes() {
	printf 'job,nodes,pattern,program,node_list\na,%s,program,"%s",0-%s\n' "$2" "$3" $(($2 - 1)) >in.csv
	gives comm_time_s "sim in.csv" "$1"
}

# forms N BYTES OPERATION ALGORITHM NS [MORE]: that collective of N tasks takes so many ns, as a pattern, and as a generator with MORE
forms() {
	local nodes=$1 bytes=$2 operation=$3 algorithm=$4 more=${6:-} generator=$3:algorithm=$4
	local M=dragonfly:g=1,a=1,p=$1,cores=1 s
	s=$(awk "BEGIN { printf \"%.9g\", ($5) * 1e-9 }")
	[ "$operation" = barrier ] || generator=$generator,bytes=$bytes
	takes "$s" "$nodes" "$generator$more" || return
	[ -n "$more" ] || lasts "$s" "job,nodes,pattern,bytes,algorithm,node_list|a,$nodes,$operation,$bytes,$algorithm,0-$((nodes - 1))"
}

t 'a ring takes 2 (n - 1) steps of a block' '
    forms 16 16000 allreduce ring "30 * (180 + 1000)" && forms 5 100000 allreduce ring "8 * (180 + 20000)" &&
    forms 12 1000 allgather ring "11 * (180 + 1000)" && forms 7 5000 reduce-scatter ring "6 * (180 + 5000)"'

t 'blocks of a ring that does not divide: the largest of each step counts' '
    forms 3 1000 allreduce ring "4 * (180 + 334)" && forms 7 20 allreduce ring "12 * (180 + 3)"'

t 'recursive doubling takes log2 n exchanges; early ranks of a pair wait for late ones when n is no power of two' '
    forms 16 16000 allreduce recursive-doubling "4 * (180 + 16000)" && forms 12 500 allreduce recursive-doubling "4 * (180 + 500) + 500" &&
    forms 16 100 allgather recursive-doubling "4 * 180 + 15 * 100" && forms 8 "" barrier recursive-doubling "3 * 180"'

t 'Rabenseifner'\''s halves, then doubles' '
    forms 16 16000 allreduce rabenseifner "8 * 180 + 2 * 15 * 1000" && forms 8 8000 reduce rabenseifner "6 * 180 + 2 * 7 * 1000"'

t 'an all-to-all in steps, at once, or in log2 n' '
    forms 9 3000 alltoall pairwise "8 * (180 + 3000)" && forms 9 3000 alltoall linear "180 + 8 * 3000" &&
    forms 16 100 alltoall bruck "4 * (180 + 800)"'

t 'an allgather in any number of steps' '
    forms 11 1000 allgather bruck "4 * 180 + 10 * 1000" && forms 12 1000 allgather neighbor "180 + 1000 + 5 * (180 + 2000)"'

t 'a reduce-scatter by halves' '
    forms 16 1000 reduce-scatter recursive-halving "4 * 180 + 15 * 1000" && forms 2 1000 reduce-scatter butterfly "180 + 1000"'

t 'down and up binomial trees' '
    forms 16 4000 broadcast binomial "4 * (180 + 4000)" && forms 16 4000 reduce binomial "4 * (180 + 4000)" &&
    forms 16 16000 broadcast scatter-allgather "8 * 180 + 2 * 15 * 1000"'

t 'a chain of pieces is a pipeline' '
    forms 6 10000 broadcast pipeline "5 * (180 + 10000)" && forms 6 10000 broadcast pipeline "5 * (180 + 1000) + 9 * 1000" ,segment=1KB &&
    forms 6 10000 reduce pipeline "5 * (180 + 1000) + 9 * 1000" ,segment=1KB'

t 'a barrier sends nothing, as often as it must' '
    forms 16 "" barrier dissemination "4 * 180" && forms 9 "" barrier dissemination "4 * 180" && forms 9 "" barrier linear "2 * 180" &&
    forms 5 "" barrier double-ring "10 * 180" && forms 8 "" barrier tree "6 * 180"'

t 'in nodes, among nodes, in nodes' '
    forms 16 4000 allreduce hierarchical "7 * (180 + 4000)" ,per_node=8 && forms 16 4000 broadcast hierarchical "4 * (180 + 4000)" ,per_node=4 &&
    forms 4 "" barrier hierarchical "3 * 180" ,per_node=2'

# staged NODES PROGRAM [SECONDS]: 4 tasks on each of these nodes, in in.csv; they take so long
staged() {
	printf 'job,nodes,tasks,pattern,program,node_list\na,%s,%s,program,"%s,stages=one.csv",0-%s\n' $1 $((4 * $1)) "$2" $(($1 - 1)) >in.csv
	[ -z "${3-}" ] || gives comm_time_s "sim in.csv" "$3"
}
t 'a part inside nodes that was measured: half before, half behind; between sizes, below and beyond them' '
    M=dragonfly:g=1,a=1,p=4,cores=4,memory-latency=5us h=algorithm=hierarchical,bytes
    printf "collective,bytes,us\nallreduce,100,10\nallreduce,10000,40\nbroadcast,1,3\n" >one.csv &&
    staged 1 allreduce:$h=1KB 2e-05 && staged 1 allreduce:$h=1B 1e-05 && staged 1 allreduce:$h=20KB 8e-05 && staged 4 allreduce:$h=1KB 2.236e-05 &&
    staged 4 broadcast:$h=1KB 0.00300236 && staged 4 reduce:$h=100B 5.56e-06'

t 'the messages by which a node meets cost neither its ranks nor its memory anything' '
    M=dragonfly:g=1,a=1,p=4,cores=4,send-overhead=1us,recv-overhead=2us,memory-latency=5us,memory-bw=1GB/s h=algorithm=hierarchical
    printf "collective,bytes,us\nallgather,100,10\nbarrier,0,6\nallgather,1600,70\nbroadcast,1600,60\n" >one.csv &&
    staged 1 barrier:$h 6e-06 && staged 4 allgather:$h,bytes=100B 8.074e-05'

t 'a table of stages that does not do' '
    M=dragonfly:g=1,a=1,p=4,cores=4 h=algorithm=hierarchical
    lack() { printf "collective,bytes,us\n$1\n" >one.csv && staged 4 "$3,bytes=8B" && refuses 1 "$2" sim in.csv; } &&
    lack allgather,100,10 "one.csv: must have rows of allreduce or reduce, as a part" allreduce:$h &&
    lack allgather,100,10 "in.csv:2: program: stages: '"'one.csv'"': is for algorithm=hierarchical" allreduce:algorithm=ring &&
    lack "allgather,100,10\nallgather,100,11" "one.csv: allgather of 100 bytes is there twice" allgather:$h &&
    lack sum,100,10 "one.csv:2: collective: '"'sum'"': must be a collective, gather or scatter" allreduce:$h'

# All links of two trees are full: 2 B is the bound, and pieces that fit into a router's buffers come near it.
t 'two trees move 2 B through each link; they beat the ring where vectors are short' '
    M=dragonfly:g=1,a=1,p=16,cores=1 && table $M job,nodes,pattern,program,send_completes,node_list \
        "a,16,program,\"allreduce:algorithm=double-binary-tree,bytes=8MB,segment=8KB\",left,0-15" >in.csv &&
    time=$(sim in.csv | metrics select --no-preamble --columns comm_time_s | sed 1d) &&
    holds "$time >= 2 * 8e-3 && $time < 1.2 * 2 * 8e-3" && M=dragonfly:g=1,a=1,p=64,cores=1 && sim_table \
        "case,job,nodes,pattern,bytes,algorithm,node_list|1,a,64,allreduce,1000,double-binary-tree,0-63|2,a,64,allreduce,1000,ring,0-63" >out.csv &&
    holds "$(column comm_time_s out.csv | paste -sd/) < 0.7"'

t 'where nothing is named, it is what Open MPI takes' '
    forms 16 16000 allreduce default "8 * 180 + 2 * 15 * 1000" && forms 16 1000 allreduce default "4 * (180 + 1000)" &&
    M=dragonfly:g=1,a=1,p=16,cores=1 lasts 3.144e-05 "job,nodes,pattern,bytes,node_list|a,16,allreduce,16000,0-15"'

# same_program RANKS GENERATOR GENERATOR: both are the same operations
same_program() {
	local g
	for g in "${@:2}"; do
		printf 'job,nodes,pattern,program,node_list\na,%s,program,"%s",0-%s\n' "$1" "$g" $(($1 - 1)) | metrics program --quiet --no-preamble --machine dragonfly:g=1,a=1,p=$1,cores=1 --to goal --out "${g//[:,=]/-}" - >/dev/null || return
	done
	diff -r "${2//[:,=]/-}" "${3//[:,=]/-}" >/dev/null || { echo "$*"; return 1; }
}
t 'as MPICH chooses: the table of its sources, at each of its borders; openmpi is the default' '
	while read -r ranks operation bytes more algorithm; do
		same_program $ranks $operation:bytes=$bytes${more#-},algorithm=mpich $operation:bytes=$bytes${more#-},algorithm=$algorithm || exit 1
	done <<-"EOF" && same_program 12 allreduce:bytes=5000 allreduce:bytes=5000,algorithm=openmpi && same_program 9 barrier:algorithm=mpich barrier:algorithm=dissemination
		16 allreduce 8 - recursive-doubling
		16 allreduce 16 - rabenseifner
		16 allreduce 120 ,element=8 recursive-doubling
		16 allreduce 128 ,element=8 rabenseifner
		20 allreduce 120 ,element=8 recursive-doubling
		20 allreduce 128 ,element=8 rabenseifner
		8 reduce-scatter 65535 - recursive-halving
		8 reduce-scatter 65536 - pairwise
		8 allgather 65535 - recursive-doubling
		8 allgather 65536 - ring
		10 allgather 8191 - bruck
		10 allgather 8192 - ring
		7 alltoall 256 - linear
		7 alltoall 32769 - pairwise
		8 alltoall 256 - bruck
		8 alltoall 257 - linear
		8 alltoall 32769 - pairwise
		7 broadcast 1000000 - binomial
		9 broadcast 12288 - binomial
		9 broadcast 12289 - scatter-ring
		8 broadcast 524288 - scatter-allgather
		8 broadcast 524289 - scatter-ring
		8 reduce 2048 - binomial
		8 reduce 2049 - rabenseifner
		32 reduce 4096 ,element=256 binomial
	EOF'
q="'"
export q
t 'as NCCL chooses: the borders of its model between trees and rings, worked out apart; rings and chains of pieces of 512 KiB a channel' '
	while read -r ranks operation bytes node algorithm; do
		same_program $ranks $operation:bytes=$bytes,per_node=$node,algorithm=nccl $operation:bytes=$bytes,per_node=$node,algorithm=$algorithm || exit 1
	done <<-"EOF" && M=dragonfly:g=1,a=1,p=16,cores=1 refuses 1 "algorithm: ${q}nccl$q: it has no barrier" sim_table "job,nodes,pattern,algorithm,node_list|a,16,barrier,nccl,0-15"
		8 allreduce 1 8 ring
		8 allreduce 1000000 8 ring
		16 allreduce 1 8 double-binary-tree
		16 allreduce 20659451 8 double-binary-tree
		16 allreduce 20659452 8 ring
		16 allreduce 2132084 1 double-binary-tree
		16 allreduce 2132085 1 ring
		16 allreduce 4194303 1 ring
		16 allreduce 4194304 1 double-binary-tree
		16 allreduce 35117845 1 ring
		16 allgather 100 8 ring
		16 reduce-scatter 100 1 ring
		16 alltoall 100 1 linear
		16 broadcast 20000000 8 pipeline,segment=12MiB
		16 broadcast 20000000 1 pipeline,segment=1536KiB
		16 reduce 20000000 8 pipeline,segment=12MiB
	EOF'
t 'a reduce-scatter in pairs sends each block straight to its rank' '
	forms 7 5000 reduce-scatter pairwise "6 * (180 + 5000)"'

t 'a hierarchical one asks the row how many tasks a node has' '
    M=dragonfly:g=1,a=1,p=4,cores=4 && lasts 4.36e-06 \
        "job,nodes,tasks,pattern,bytes,algorithm,node_list|a,4,16,allreduce,2000,hierarchical,0-3"'

t 'elements stay together: 3 of 8 B among 2 ranks are 16 and 8 B' '
    M=dragonfly:g=1,a=1,p=2,cores=1 && lasts "3.84e-07 3.92e-07" "case,job,nodes,pattern,bytes,algorithm,element,node_list|1,a,2,allreduce,24,ring,,0-1|2,a,2,allreduce,24,ring,8,0-1" &&
    refuses 1 "element: '"'5'"': must divide bytes, 24" sim_table "job,nodes,pattern,bytes,algorithm,element,node_list|a,2,allreduce,24,ring,5,0-1" &&
    refuses 1 "element: '"'8'"': must be empty where no algorithm" sim_table "job,nodes,pattern,bytes,element,node_list|a,2,alltoall,24,8,0-1"'

t 'sends that are over when they have left change nothing where each waits for an answer' '
    M=dragonfly:g=1,a=1,p=4,cores=1 && sim_table \
        "job,nodes,pattern,bytes,algorithm,send_completes,node_list|a,4,allreduce,4000,ring,left,0-3" >left.csv &&
    sim_table "job,nodes,pattern,bytes,algorithm,send_completes,node_list|a,4,allreduce,4000,ring,posted,0-3" >posted.csv &&
    is "$(column comm_time_s left.csv)" "$(column comm_time_s posted.csv)"'

t 'iterations follow each other' '
    M=dragonfly:g=1,a=1,p=4,cores=1 lasts 2.124e-05 "job,nodes,pattern,bytes,algorithm,iterations,node_list|a,4,allgather,1000,ring,6,0-3"'

t 'one task has nothing to do' '
    M=dragonfly:g=1,a=1,p=4,cores=1 && for operation in allreduce reduce-scatter allgather reduce barrier; do
        lasts 0 "job,nodes,pattern,node_list|a,1,$operation,0" || break; done && is $operation barrier'

t 'a broadcast and an all-to-all without an algorithm are what they were' '
    M=dragonfly:g=1,a=1,p=4,cores=1 && lasts 3.18e-06 "job,nodes,pattern,algorithm,node_list|a,4,broadcast,,0-3" &&
    lasts 3.18e-06 "job,nodes,pattern,algorithm,node_list|a,4,alltoall,,0-3" &&
    lasts 2.36e-06 "job,nodes,pattern,algorithm,node_list|a,4,broadcast,binomial,0-3"'

t 'map sees whom a collective sends to: a ring of 8 tasks has a way through a mesh of 4 x 2' '
    table mesh:k=4x2,cores=1 job,nodes,pattern,bytes,algorithm,node_list a,8,allreduce,8000,ring,0-7 >in.csv &&
    gives links_mean "map --algorithm anneal in.csv | metrics mapping" 1'

M=dragonfly:g=1,a=1,p=16,cores=1
t 'an unknown algorithm is an error that names the nearest' '
    refuses 1 "in.csv:2: algorithm: '"'rign'"': allreduce has no such algorithm; did you mean '"'ring'"'? known: default, openmpi, mpich, nccl, ring, rec" \
        sim_table "job,nodes,pattern,algorithm,node_list|a,16,allreduce,rign,0-15" &&
    refuses 1 "in.csv:2: program: algorithm: '"'rign'"': allreduce has no such algorithm" \
        sim_table "job,nodes,pattern,program,node_list|a,16,program,\"allreduce:bytes=1,algorithm=rign\",0-15"'

t 'bad columns are errors' '
    refuses 1 "in.csv:2: algorithm: '"'ring,root=1'"': must be the name of an algorithm" \
        sim_table "job,nodes,pattern,algorithm,node_list|a,16,allreduce,\"ring,root=1\",0-15" &&
    refuses 1 "in.csv:2: rounds: '"'3'"': must be empty where an algorithm is given" \
        sim_table "job,nodes,pattern,algorithm,rounds,node_list|a,16,alltoall,linear,3,0-15" &&
    refuses 1 "in.csv:2: send_completes: '"'left'"': must be empty where no algorithm is given" \
        sim_table "job,nodes,pattern,send_completes,node_list|a,16,alltoall,left,0-15" &&
    refuses 1 "in.csv:2: send_completes: '"'now'"': must be posted or left" \
        sim_table "job,nodes,pattern,send_completes,node_list|a,16,barrier,now,0-15"'

while IFS='|' read -r text message; do
	t "a program '$text' is an error" '
        refuses 1 "in.csv:2: program: $message" sim_table "job,nodes,pattern,program,node_list|a,16,program,\"$text\",0-15"'
done <<'EOT'
allreduce|bytes: must be given
allreduce:ring|'ring': must be key=value
allreduce:bytes=1,byte=2|byte: unknown key; allreduce has: bytes, algorithm, ranks, per_node, element, segment
allreduce:bytes=1,bytes=2|bytes: '2': given twice
allreduce:bytes=0|bytes: '0': must be 1 to 62500000000000 bytes among 16 ranks
allreduce:bytes=many|bytes: 'many': must be bytes, as 14000B or 16KiB
allgather:bytes=100000GB|bytes: '100000GB': must be 1 to 62500000000000 bytes among 16 ranks
allreduce:bytes=10,element=4|element: '4': must divide bytes, 10
allreduce:bytes=1,ranks=0|ranks: '0': must be at least 1
allreduce:bytes=1,ranks=17|'allreduce:bytes=1,ranks=17': has 17 ranks, and the job has 16 tasks
allreduce:bytes=1,ranks=2000000000|'allreduce:bytes=1,ranks=2000000000': has 2000000000 ranks, and the job has 16 tasks
allreduce:bytes=1MB,segment=1B|segment: '1B': must make at most 1000000 pieces
allreduce:bytes=1,root=1|root: unknown key; allreduce has: bytes
broadcast:bytes=1,root=16|root: '16': must be less than 16, the number of ranks
barrier:bytes=1|bytes: unknown key; barrier has: algorithm, ranks, per_node
barrier:algorithm=|algorithm: '': must not be empty nor hold a comma
barrier:per_node=0|per_node: '0': must be at least 1
alreduce:bytes=1|'alreduce:bytes=1': neither a file nor a generator; did you mean 'allreduce'? known: allreduce, reduce-scatter,
EOT

t 'a collective that is too long is refused before it is made' '
    M=dragonfly:g=17,a=16,p=256,cores=2 && refuses 1 "netsim: a collective of 65536 ranks would have more than 2^31 operations" \
        sim_table "job,nodes,tasks,pattern,bytes,algorithm,node_list|a,65536,65536,allreduce,1000000,ring,0-65535"'

t 'a file whose name looks like a generator is named with its folder' '
    printf "num_ranks 2\nrank 0 {\nsend 1000b to 1\n}\nrank 1 {\nrecv 1000b from 0\n}\n" >allreduce:x &&
    lasts 1.18e-06 "job,nodes,pattern,program,node_list|a,2,program,./allreduce:x,0-1"'

t 'ranks of a program may be fewer than tasks' '
    takes 1.18e-06 16 alltoall:algorithm=linear,bytes=1KB,ranks=2'

t 'gen-workload writes rows of collectives' '
    gives pattern,algorithm,bytes,nodes "gen-workload uniform --machine $M --job-nodes 8 --pattern allgather --algorithm ring --bytes 1MB" \
        allgather,ring,1000000,8 &&
    gives pattern,program,tasks "gen-workload uniform --machine $M --pattern program --program barrier:ranks=8" program,barrier:ranks=8,8'

done_testing
