#!/usr/bin/env bash
# gen-workload training: the row, the time of an iteration and its bytes against closed forms, and what is refused.
. "$(dirname "$0")/../lib.sh"

# All ranks on one node, where messages take no time; a router with a rank a port.
NODE='--machine mesh:k=1,cores=64,vc-buffer=1MB'
ROUTER='--machine mesh:k=1,p=16,cores=1,node-bw=1GB/s,node-latency=1ns,router-latency=1ns,vc-buffer=1MB'
# A layer and micro batch compute 2 ms forward, 4 ms backward on one rank.
TINY='--layers 16 --hidden 1000 --params 16e6 --sequence 1000 --flops 1e12 --efficiency 1'
export NODE ROUTER TINY
train() { gen-workload training "$@"; }
run() { train "$@" | alloc --policy simple | map --algorithm linear | netsim --packet 64KiB; }
# its COLUMN,...: these cells of the table on standard input
its() { metrics select --no-preamble --columns "$1" | sed 1d; }
time_of() { run "$@" | its comm_time_s; }

t 'a row of a program, with the keys that were given' '
	train --machine mesh:k=4x4,cores=8 --no-preamble --tp 4 --dp 2 --pp 2 --model llama3-8b >out &&
	printf "%s\n" case,job,nodes,tasks,pattern,program,iterations "1,1,2,16,program,\"training:model=llama3-8b,tp=4,pp=2,dp=2\",1" | diff - out &&
	train --machine mesh:k=4x4,cores=8 --model mt-nlg-530b --job-nodes 16 --tp 16 --iterations 3 --repeat 2 >out &&
	is "$(its case,rep,job,nodes,tasks,iterations <out)" "1,1,1,16,16,3
2,2,1,16,16,3"'

t 'stages that only compute: (m + p - 1) (f + b); interleaved (m + (p - 1) / v) (f + b)' '
	is "$(time_of $NODE $TINY --microbatches 3)" 0.288 && is "$(time_of $NODE $TINY --microbatches 3 --tp 4 --dp 5)" 0.072 &&
	is "$(time_of $NODE $TINY --microbatches 8 --pp 4)" 0.264 && is "$(time_of $NODE $TINY --microbatches 8 --pp 4 --sp 1 --tp 2)" 0.132 &&
	is "$(time_of $NODE $TINY --microbatches 8 --pp 4 --schedule interleaved)" 0.228 &&
	is "$(time_of $NODE $TINY --microbatches 8 --pp 4 --schedule interleaved --chunks 4)" 0.21 &&
	is "$(time_of $NODE $TINY --microbatches 8 --pp 4 --iterations 2)" 0.528'

t 'metrics program: the critical path is that time, of experts and of whole ranks too' '
	train $NODE --model mixtral-8x7b --tp 2 --pp 4 --dp 4 --ep 2 --sp 1 --schedule interleaved --microbatches 8 | metrics program >out &&
	holds "$(its critical_path_s <out) / $(its computing_s <out) - 9.5 / 8 < 1e-8" && holds "$(its critical_path_s <out) / $(its computing_s <out) - 9.5 / 8 > -1e-8" &&
	is "$(its ranks <out)" 32'

t 'as GOAL and read again: the same time and bytes, but for computing rounded to ns' '
	train --machine fattree:k=2,n=2,taper=2,cores=2 $TINY --tp 2 --pp 2 --dp 4 --order pp-dp | alloc --policy simple | map --algorithm linear >jobs && netsim jobs >a &&
	metrics program --to goal --out goal jobs >/dev/null && sed "s/\"training:[^\"]*\"/goal\/1-1.goal/" jobs | netsim >b &&
	is "$(its messages,comm_bytes,packets <a)" "$(its messages,comm_bytes,packets <b)" && near "$(its comm_time_s <a)" "$(its comm_time_s <b)" 1e-6'

t 'gradients after the backward pass: a ring allreduce more, 2 (n - 1) / n B / bw; during it, from the end of the last layer on as long as 16 of a layer take' '
	near "$(time_of $ROUTER $TINY --dp 4 --overlap 0)" 0.192 0.001 && near "$(time_of $ROUTER $TINY --dp 16 --overlap 0 --gradient 2)" 0.156 0.001 &&
	near "$(time_of $ROUTER $TINY --dp 4 --bucket 1e6)" 0.132 0.001'

t 'every layer and micro batch: four allreduces of tp ranks; with sequence parallelism as many bytes' '
	bytes=$((4 * 16 * 5 * 2 * (4 - 1) * 1000 * 1000 * 2)) &&
	is "$(run $NODE $TINY --tp 4 --microbatches 5 | its comm_bytes)" "$bytes" &&
	is "$(run $NODE $TINY --tp 4 --microbatches 5 --sp 1 | its comm_bytes)" "$bytes" &&
	is "$(run $NODE $TINY --tp 4 --microbatches 5 --merge 8 | its comm_bytes)" "$bytes"'

t 'experts: four all-to-alls a layer and micro batch; their gradients are reduced by those who have them' '
	experts="--experts 8 --topk 2 --active 4e6" &&
	is "$(run $NODE $TINY $experts --dp 4 --ep 4 | its comm_bytes)" "$((4 * 16 * 4 * 3 * 2 * 1000 * 1000 * 2 / 4))" &&
	is "$(run $NODE $TINY $experts --dp 4 --ep 2 --gradient 1 | its comm_bytes)" "$((4 * 16 * 4 * 2 * 1000 * 1000 * 2 / 2 + 4 * 2 * 16000000 / 4))"'

t 'replicas that share the parameters: two allgathers and a reduce-scatter a layer and micro batch, a layer ahead, or in turn' '
	is "$(run $NODE $TINY --dp 4 --fsdp 1 --microbatches 3 | its comm_bytes)" "$((3 * (4 - 1) * 16000000 * (2 + 2 + 4)))" &&
	near "$(time_of $ROUTER $TINY --dp 2 --fsdp 1)" 0.099 0.001 && near "$(time_of $ROUTER $TINY --dp 2 --fsdp 1 --overlap 0)" 0.160 0.001'

t 'ranks that share a sequence: keys and values around beside computing, or gathered before it; attention itself' '
	is "$(time_of $NODE $TINY --microbatches 3 --cp 4)" 0.072 && is "$(time_of $NODE $TINY --cp 4 --attention 1)" 0.048 &&
	near "$(time_of $ROUTER $TINY --cp 2 --gradient 1)" "$(awk "BEGIN { print 0.016 + 16 * (2.75e-3 + 5.5e-3) }")" 0.001 &&
	near "$(time_of $ROUTER $TINY --cp 2 --gradient 1 --exchange gather)" "$(awk "BEGIN { print 0.016 + 16 * (3e-3 + 6e-3) }")" 0.001 &&
	is "$(run $NODE $TINY --cp 4 --gradient 1 | its comm_bytes)" "$((16 * 4 * 3 * 3 * 250 * 2000 * 2 + 2 * 3 * 16000000))"'

t 'who chooses: NCCL takes a tree where ranks are on many nodes, and a ring on one' '
	goal() { train --no-preamble --machine "$1" --layers 2 --hidden 100 --params "${3:-1e6}" --dp 16 --algorithm "$2" | metrics program --quiet --machine "$1" --to goal; } &&
	goal mesh:k=2,cores=8 nccl >a && goal mesh:k=2,cores=8 double-binary-tree >b && cmp a b && goal mesh:k=1,cores=16 nccl >a &&
	goal mesh:k=1,cores=16 ring >b && cmp a b && goal mesh:k=2,cores=8 default >a && goal mesh:k=2,cores=8 openmpi >b && cmp a b && goal mesh:k=2,cores=8 mpich 1e3 >a && goal mesh:k=2,cores=8 rabenseifner 1e3 >b && cmp a b &&
	goal mesh:k=2,cores=8 openmpi 1e3 >b && ! cmp -s a b'

t 'two training jobs, another, and messages of other nodes under --steady: an iteration takes as long as alone on leaves of their own, longer on random nodes' '
	small=model=llama3-8b,layers=8,params=2e9,tp=4,merge=4,sequence=2048 &&
	table fattree:k=4,n=2,taper=2,cores=4,node-bw=50GB/s,leaf-spine-bw=50GB/s job,nodes,tasks,pattern,program,bytes,compute_s \
		"a,4,16,program,\"training:$small,dp=4,fsdp=1\",," "b,4,16,program,\"training:$small,cp=2,dp=2,attention=1\",," c,4,16,halo3d,,1000000,5e-3 >jobs &&
	steady() { alloc --policy $1 jobs | map --algorithm linear >placed && { [ -n "$2" ] && metrics select --where job=$2 placed || gen-workload background --load 0.2 --bytes 1MB placed; } |
		netsim --packet 1MiB --steady 3 | its job,iteration_time_s,iterations_done | grep -v background; } &&
	steady simple >all && is "$(cut -d, -f3 all | xargs)" "3 3 3" || return
	! checked || return 0
	for j in a b c; do steady simple $j; done >alone && paste -d, all alone | awk -F, "{ d = \$2 / \$5 - 1; if (d * d > 1e-6) exit 1 } END { exit NR != 3 }" &&
	steady rdn >spread && paste -d, all spread | awk -F, "NR < 3 && \$5 < 1.1 * \$2 { exit 1 } END { exit NR != 3 }"'

t 'a mapping and the bytes between nodes: layers stay on their node' '
	train --machine fattree:k=4,n=2,cores=4 --tp 4 --dp 2 $TINY >jobs && alloc --policy simple jobs | map --algorithm linear >near &&
	alloc --policy simple jobs | map --algorithm random >far && netsim --packet 4000B near >a && netsim --packet 4000B far >b &&
	is "$(its packets <a)" "$((2 * 4 * 16000000 / 4 * 4 / 4000))" && holds "$(its packets <b) > 2 * $(its packets <a)"'

t 'what is refused' '
	refuses 2 "gen-workload: --layers: must be given, or a model" train $NODE &&
	refuses 2 "gen-workload: --layers: '\''30'\'': must be a multiple of pp, 4" train $NODE --hidden 8 --layers 30 --pp 4 &&
	refuses 2 "gen-workload: --dp: '\''6'\'': must be a multiple of ep, 4" train $NODE --model mixtral-8x7b --dp 6 --ep 4 &&
	refuses 2 "gen-workload: --microbatches: '\''6'\'': interleaved, must be a multiple of pp, 4" train $NODE $TINY --pp 4 --schedule interleaved --microbatches 6 &&
	refuses 2 "gen-workload: --model: '\''gpt3'\'': no such model; known: gpt3-175b mt-nlg-530b llama3-8b llama3-70b llama3-405b mixtral-8x7b deepseek-v3 kimi-k2" train $NODE --model gpt3 &&
	refuses 2 "gen-workload: --tp: '\''1,5'\'': must not have a comma" train $NODE $TINY --tp 1,5 &&
	refuses 2 "gen-workload: --machine: 65 ranks want 2 nodes; it has 1" train $NODE $TINY --dp 65 &&
	refuses 2 "gen-workload: --job-nodes: '\''5'\'': 4 ranks want 1 to 4" train --machine mesh:k=9,cores=4 $TINY --dp 2 --tp 2 --job-nodes 5'

t 'the same by the text of the column program: more tasks than ranks stay idle, fewer and wrong keys are refused' '
	job() { table mesh:k=1,p=4,cores=2 job,nodes,tasks,pattern,program,node_list "a,4,$1,program,\"training:$2\",0-3"; } &&
	small=layers=4,hidden=100,sequence=100,dp=2,flops=1e6 &&
	is "$(job 6 $small,tp=3 | netsim | its comm_bytes)" "$(job 8 $small,tp=3 | netsim | its comm_bytes)" &&
	is "$(job 6 $small,tp=3,order=pp-dp | netsim | its comm_time_s)" "$(job 6 $small,tp=3 | netsim | its comm_time_s)" &&
	job 4 layers=9,hidden=9,dp=6 >in.csv && refuses 1 "netsim: in.csv:4: program: '\''training:layers=9,hidden=9,dp=6'\'': has 6 ranks, and the job has 4 tasks" netsim in.csv &&
	job 8 $small,layer=4 >in.csv && refuses 1 "netsim: in.csv:4: program: '\''layer'\'': no such key; did you mean '\''layers'\''? known: model tp pp dp cp exchange fsdp order ep sp layers hidden kv params active experts topk sequence attention microbatch microbatches schedule chunks merge element gradient bucket overlap algorithm flops efficiency" netsim in.csv &&
	job 8 >in.csv && refuses 1 "netsim: in.csv:4: program: layers: must be given, or a model" netsim in.csv'

done_testing
