#!/usr/bin/env bash
# t340-grap -- alloc grap on a reconfigurable dragonfly: the states and jobs of the reference vectors, shares in order, what is charged, what is
# wrong (tests/unit/alloc/grap.c has Algorithms 1 to 3 against a re-statement).
. "$(dirname "$0")/../lib.sh"

# shares: the groups of 24 nodes of the last job of in.csv, in order, as "G:N G:N"
shares() {
	alloc "$@" in.csv >out.csv && column node_list out.csv | tail -n 1 | tr ' ' '\n' | awk -F- '
		{ for (v = $1; v <= $NF; v++) { g = int(v / 24); if (!n[g]++) order[++groups] = g } }
		END { for (i = 1; i <= groups; i++) printf "%s%d:%d", (i > 1 ? " " : ""), order[i], n[order[i]]; print "" }'
}

# --- the reference vectors, worked examples that came with the design: 8 groups of 24 nodes, of which 24 10 24 20 0 16 24 8 are idle, and a large
# job is in groups 1 and 4

# state JOB: in.csv, with this row of job,nodes,mode,groups,group_nodes behind those that make the state
state() {
	cat >in.csv <<END
#hopline 1
#machine rdragonfly:g=8,a=6,p=4
job,nodes,mode,groups,group_nodes,node_list
large,38,,,,24-37 96-119
three,4,,,,72-75
five,8,,,,120-127
seven,16,,,,168-183
$1,
END
}
# gets GROUPS ROW: shares in ascending order of groups
gets() {
	state "$2"
	shares --policy grap | tr ' ' '\n' | sort -n | paste -sd ' ' >got && echo "$1" | diff - got
}
# waits MESSAGE ROW
waits() {
	state "$2"
	says 1 "alloc: in.csv:8: nodes: '$(echo "$2" | cut -d, -f2)': job 'j': $1" alloc --policy grap in.csv
}

t 'the state of the vectors' '
	state j,1,,, && alloc --policy simple --on-full skip <in.csv >out.csv &&
	column node_list <in.csv | tr " " "\n" | awk -F- "/./ { for (v = \$1; v <= \$NF; v++) n[int(v / 24)]++ } END { for (g = 0; g < 8; g++) printf \"%d \", 24 - n[g]; print \"\" }" >got &&
	echo "24 10 24 20 0 16 24 8 " | diff - got'
while IFS='|' read -r want row; do
	t "vector: ${row%,} gets $want" "gets '$want' 'j,$row'"
done <<'END'
1:1|1,,,
1:10|10,,,
5:16|16,,,
3:20|20,,,
0:24 2:24|48,minimal-balance,,
0:15 2:15 3:15 5:15|60,custom-balance,4,
0:16 2:16 3:16 5:16 6:16|80,custom-balance,5,
0:24 5:16 7:8|48,custom,,24 8 16
0:24 2:24 3:20 6:24|92,custom,,24 24 24 20
3:13 5:12|25,adaptive,,
3:20 6:20|40,adaptive,,
2:24 6:24|48,adaptive,,
3:20 5:16 6:24|60,adaptive,,
0:24 2:23 6:23|70,adaptive,,
2:19 3:19 5:16 6:19|73,adaptive,,
END
t 'vector: 96 in Minimal Balance wait' '
	waits "mode '\''minimal-balance'\'' wants 4 groups without a large job; 3 are there, and none beside them with 24 idle nodes" j,96,minimal-balance,,'
t 'vector: 93 and 117 in Adaptive Mode wait' '
	waits "mode '\''adaptive'\'' wants 4 groups without a large job, and the idlest have 92 idle nodes" j,93,adaptive,, &&
	waits "mode '\''adaptive'\'' wants 5 groups without a large job, and the idlest have 108 idle nodes" j,117,,,'

# --- why others wait

t 'a small job waits for a group, a large one for groups' '
	state "a,24,,,,
b,24,,,,
c,24,,,,
j,21,,," && says 1 "alloc: in.csv:11: nodes: '\''21'\'': job '\''j'\'': no group has enough idle nodes" alloc --policy grap in.csv &&
	state "a,118,custom-balance,6,,
j,3,,," && says 1 "alloc: in.csv:8: nodes: '\''118'\'': job '\''a'\'': mode '\''custom-balance'\'' wants 6 groups without a large job; 4 are there, and none beside them with 20 idle nodes" alloc --policy grap in.csv &&
	state "a,92,custom,,24 24 24 20,
j,25,,," &&
	says 1 "alloc: in.csv:9: nodes: '\''25'\'': job '\''j'\'': mode '\''adaptive'\'' wants 2 groups without a large job, and the idlest have 24 idle nodes" alloc --policy grap in.csv'

# --- the order of nodes, and the columns

# eight_groups ROW...: in.csv, for 8 empty groups of 24 nodes
eight_groups() { table rdragonfly:g=8,a=6,p=4 job,nodes,mode,groups,group_nodes "$@" >in.csv; }
t 'mode and circuit_groups: what was used, and whose groups; nothing for a small job' '
	eight_groups a,24,custom-balance,,x b,60,,, c,48,minimal-balance,, &&
	gives mode,circuit_groups "alloc --policy grap in.csv" small, adaptive,5-7 minimal-balance,1-2'
t 'a mode may be spelled as the paper does' '
	eight_groups a,48,MINIMAL_BALANCE,, b,50,Custom_Balance,5, && gives mode,circuit_groups "alloc --policy grap in.csv" minimal-balance,0-1 custom-balance,2-6'
t 'custom: the nodes come in the order of group_nodes; alike, the first has the lower group' '
	state "j,48,custom,,24 8 16" && shares --policy grap >got && echo 0:24 7:8 5:16 | diff - got &&
	gives job,circuit_groups "alloc --policy grap in.csv" large, three, five, seven, "j,0 5 7" &&
	eight_groups "a,70,custom,,20 24 20 6" && shares --policy grap >got && echo 1:20 3:24 2:20 0:6 | diff - got'
t 'custom-balance: the first groups have one more' '
	eight_groups a,62,custom-balance,4, && shares --policy grap >got && echo 2:16 3:16 0:15 1:15 | diff - got &&
	state j,34,custom-balance,2, && shares --policy grap >got && echo 0:17 3:17 | diff - got'
t 'custom may say how many groups, too' 'eight_groups "a,48,custom,2,24 24" && gives circuit_groups "alloc --policy grap in.csv" 0-1'
t 'nodes in label order, or a node a router' '
	eight_groups a,26,,, && gives node_list "alloc --policy grap in.csv" "144-156 168-180" && gives node_list "alloc --policy grap:round-robin in.csv" "144 148 152 156 160 164 145 149 153 157 161 165 146 168 172 176 180 184 188 169 173 177 181 185 189 170" &&
	eight_groups a,5,,, && gives node_list,alloc "alloc --policy grap:round-robin in.csv" "0 4 8 12 16,grap:round-robin"'

# --- Minimal Balance with a remainder

rest='a,50,minimal-balance,, b,2,,, c,23,,, d,72,minimal-balance,,'
t 'the last group is charged as a whole: nobody has the rest of it' '
	eight_groups $rest && gives node_list "alloc --policy grap in.csv" 0-49 72-73 96-118 120-191'
t 'partial: the rest is for small jobs, and the last group need not be idle' '
	eight_groups $rest && gives node_list,circuit_groups "alloc --policy grap:partial in.csv" "24-71 0-1,0-2" 2-3, 72-94, 96-167,4-6 &&
	state j,50,minimal-balance,, && shares --policy grap:partial >got && echo 0:24 2:24 7:2 | diff - got && shares --policy grap >got && echo 0:24 2:24 6:2 | diff - got'
t 'reject: an error of the row' '
	eight_groups $rest && says 1 "alloc: in.csv:4: nodes: '\''50'\'': mode '\''minimal-balance'\'' wants a multiple of the 24 nodes of a group" alloc --policy grap:reject --on-full skip in.csv &&
	eight_groups a,48,minimal-balance,, b,25,,, && gives circuit_groups "alloc --policy grap:reject+round-robin in.csv" 0-1 6-7'
t 'a group with an unavailable node is never whole' '
	eight_groups a,48,minimal-balance,, && gives circuit_groups "alloc --policy grap --set unavailable=30 in.csv" "0 2" &&
	eight_groups a,191,,, && gives circuit_groups "alloc --policy grap --set unavailable=30 in.csv" 0-7'

# --- jobs that came with nodes

t 'a job is large by having nodes in several groups' '
	printf "%s\n" "#hopline 1" "#machine rdragonfly:g=3,a=2,p=2" job,nodes,node_list held,2,"3 4" a,5, | says 1 \
		"alloc: <stdin>:5: nodes: '\''5'\'': job '\''a'\'': mode '\''adaptive'\'' wants 2 groups without a large job, and 1 have idle nodes" alloc --policy grap'
t 'alloc on its own output changes no row, and what was charged stays so' '
	eight_groups $rest && alloc --policy grap in.csv >one && alloc --policy grap one | rows >two && rows one | cmp - two &&
	{ cat one; echo e,1,,,,,,,; } | alloc --policy grap | column node_list | tail -n 1 >got && echo 119 | diff - got'
t 'a schedule: links are free again when the job has left' '
	printf "%s\n" job,nodes,mode,submit_s,runtime_s,walltime_s a,6,minimal-balance,0,10,10 b,8,minimal-balance,1,10,10 c,2,,2,5,5 d,5,,3,5,5 |
		alloc --machine rdragonfly:g=3,a=2,p=2 --policy grap --schedule easy >out.csv &&
	metrics select --no-preamble --columns job,start_s,node_list,circuit_groups out.csv | sed 1d >got &&
	printf "%s\n" a,0,0-5,0-1 b,10,0-7,0-1 c,2,8-9, "d,20,4-6 8-9,1-2" | diff - got'

# --- what is wrong

# bad COLUMN MESSAGE ROW [POLICY]
bad() {
	eight_groups "$3"
	says 1 "alloc: in.csv:4: $1: $2" alloc --policy "${4:-grap}" --on-full skip in.csv
}
while IFS='|' read -r row at message; do
	t "a row of nodes,mode,groups,group_nodes = $row: $at" "bad '$at' \"$message\" 'a,$row'"
done <<'END'
48,best,,|mode|'best': must be minimal-balance, custom-balance, custom or adaptive, or empty for adaptive
4,best,,|mode|'best': must be minimal-balance, custom-balance, custom or adaptive, or empty for adaptive
48,small,,|mode|'small': job 'a' wants 48 nodes, more than the 24 of a group
48,custom,,|group_nodes|'': mode 'custom' needs group_nodes, the nodes of each group
48,custom,2,|group_nodes|'': mode 'custom' needs group_nodes, the nodes of each group
48,custom,,24 23|group_nodes|'24 23': are 47 nodes in all, and job 'a' wants 48
48,custom,3,24 24|groups|'3': group_nodes has 2 groups
48,custom,,25 23|group_nodes|'25 23': 25 must be 1 to 24, the nodes of a group
48,custom,,24 24 0|group_nodes|'24 24 0': 0 must be 1 to 24, the nodes of a group
48,custom,,24-24|group_nodes|'24-24': must be the nodes of each group, one blank between two
48,custom,,24  24|group_nodes|'24  24': must have one blank between items, none before or behind
48,custom,,24 x|group_nodes|'24 x': must be numbers
27,custom,,3 3 3 3 3 3 3 3 3|group_nodes|'3 3 3 3 3 3 3 3 3': are 9 groups, and 'rdragonfly:g=8,a=6,p=4' has 8
48,custom-balance,,|groups|'': mode 'custom-balance' needs the number of groups
48,custom-balance,1,|groups|'1': 48 nodes in this number of groups are 48 in one, and a group has 24
49,custom-balance,2,|groups|'2': 49 nodes in this number of groups are 25 in one, and a group has 24
48,custom-balance,9,|groups|'9': 'rdragonfly:g=8,a=6,p=4' has 8 groups
48,custom-balance,4000000000,|groups|'4000000000': 'rdragonfly:g=8,a=6,p=4' has 8 groups
48,custom-balance,0,|groups|'0': must be at least 1
48,custom-balance,2,24 24|group_nodes|'24 24': mode 'custom-balance' takes no group_nodes
48,minimal-balance,2,|groups|'2': mode 'minimal-balance' takes no groups
48,,,24 24|group_nodes|'24 24': mode 'adaptive' takes no group_nodes
END
t 'more groups than the job has nodes' '
	printf "%s\n" "#hopline 1" "#machine rdragonfly:g=8,a=2,p=2" job,nodes,mode,groups a,5,custom-balance,6 >in.csv &&
	says 1 "alloc: in.csv:4: groups: '\''6'\'': 5 nodes are too few for this number of groups" alloc --policy grap in.csv'
t 'custom without a column group_nodes' '
	printf "%s\n" "#hopline 1" "#machine rdragonfly:g=8,a=2,p=2" job,nodes,mode a,5,custom >in.csv &&
	says 1 "alloc: in.csv:4: mode '\''custom'\'' needs group_nodes, the nodes of each group" alloc --policy grap in.csv'
t 'a schedule finds a wrong row before it begins' '
	printf "%s\n" job,nodes,mode,submit_s,runtime_s a,5,,0,1 b,5,custom,1000,1 >in.csv &&
	says 1 "alloc: in.csv:3: mode '\''custom'\'' needs group_nodes, the nodes of each group" alloc --machine rdragonfly:g=8,a=2,p=2 --policy grap --schedule easy in.csv'
for words in '' partial+reject reject+reject all 'partial,' +partial partial+; do
	t "grap:$words is no argument" '
		eight_groups a,1,,, && says 2 "alloc: policy '\''grap:$words'\'' wants partial or reject, round-robin, or both with a '\''+'\'' between them, as grap:partial+round-robin" \
			alloc --policy "grap:$words" in.csv'
done
t 'another kind of machine: exit 1' '
	echo job,nodes >in.csv && says 1 "alloc: policy '\''grap'\'' is defined for machines of kind rdragonfly, not for '\''dragonfly:g=3,a=2,p=2'\''" \
		alloc --policy grap --machine dragonfly:g=3,a=2,p=2 in.csv'

# --- the baseline's name

t 'round-robin is rrn' '
	printf "%s\n" job,nodes a,5 >in.csv && alloc --machine dragonfly:g=3,a=2,p=2 --policy round-robin in.csv | rows >one &&
	alloc --machine dragonfly:g=3,a=2,p=2 --policy rrn in.csv | rows | cmp - one'

done_testing
