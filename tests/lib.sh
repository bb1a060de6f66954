# lib.sh -- TAP for tests of the tools in shell.
#
# A test is a title and a chain of commands joined by &&; it runs in an empty
# directory of its own, with nothing on standard input, and passes when the chain succeeds.  On failure its
# commands and what they printed are shown on standard error, where prove does not
# hide them.
#
# To run one file: make && prove tests/alloc/t310-policies.t; -v shows every title.

HOPLINE_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
PATH=${HOPLINE_BIN:-$HOPLINE_ROOT/bin}:$PATH
export HOPLINE_ROOT PATH LC_ALL=C HOPLINE_MORE_THREADS=yes	# than there are processors, so that a machine with one tests threads, too
tests_dir=$(mktemp -d)
shared_dir=$tests_dir/shared	# for files that several tests of one script use
mkdir "$shared_dir"
trap 'rm -rf "$tests_dir"' EXIT
count=0 failed=0

# t TITLE COMMANDS
t() {
	local status=0
	[ -d "$tests_dir/$((++count))" ] || (cd "$tests_dir" && eval "exec mkdir {$count..$((count + 49))}")	# one process for fifty tests
	(cd "$tests_dir/$count" && eval "$2") >"$tests_dir/printed" 2>&1 </dev/null || status=$?
	if [ $status = 0 ]; then
		echo "ok $count - $1"
	else
		failed=$((failed + 1))
		echo "not ok $count - $1"
		{ printf '%s\n' "${0##*/}: not ok $count - $1" "$2" "-- status $status, it printed:" && cat "$tests_dir/printed"; } | sed 's/^/# /' >&2
	fi
}

# cases TOPIC: a test of each folder in cases/TOPIC: `cmd`, whose first line is the title, reads `in` and must print `out`; it has the
# words of lib.sh and of the test that plays it
cases() {
	local folder title
	for folder in "$HOPLINE_ROOT/tests/cases/$1"/*; do
		IFS= read -r title <"$folder/cmd"
		t "${folder##*/}: ${title#\# }" "folder=$folder && (. \"\$folder/cmd\" <\"\$folder/in\" >printed) && diff \"\$folder/out\" printed"
	done
}

# skip TITLE REASON
skip() {
	count=$((count + 1))
	echo "ok $count - $1 # SKIP $2"
}

# checked: whether every access of the programs is checked (sanitizers, valgrind); then each way through the code counts,
# and not each number
checked() { [[ ${HOPLINE_CONFIG:-release} == @(asan|tsan|valgrind) ]]; }

# first KIND: whether a row of a table is to be run: the first of its kind where accesses are checked, else any
declare -A had
first() {
	checked || return 0
	[ -z "${had[$1]:-}" ] && had[$1]=yes
}

# exits STATUS COMMAND...: succeeds when the command exits with STATUS
exits() {
	local want=$1 got=0
	shift
	"$@" || got=$?
	[ "$got" = "$want" ] || { echo "exit status $got, not $want: $*"; return 1; }
}

# losses TABLE...: what its preamble says was left out, "REASON COUNT LINE" each, joined by ';'
losses() { sed -n "s/^#left-out //p" "$@" | paste -sd ";"; }
export -f losses

# says STATUS MESSAGE COMMAND...: exits so, the first line on standard error is that message, and what it prints is as exits_bare says
says() {
	exits_bare "$1" "${@:3}" || return
	local first
	IFS= read -r first <err && [ "$first" = "$2" ] || { echo "not said first: $2"; cat err; return 1; }
}

# refuses STATUS MESSAGE COMMAND...: the same of a text that is part of what it says
refuses() {
	exits_bare "$1" "${@:3}" || return
	[[ $(<err) == *"$2"* ]] || { echo "not said: $2"; cat err; return 1; }
}

# no_rows TABLE: it has a preamble and a header at most
no_rows() {
	local line
	{
		while IFS= read -r line && [[ $line == '#'* ]]; do :; done
		! IFS= read -r line && [ -z "$line" ]
	} <"$1"
}

# exits_bare STATUS COMMAND...: exits so; what it prints is in out.csv: nothing where STATUS is 2, and at most a preamble and a header where
# it is 1; what it says is in err
exits_bare() {
	exits "$1" "${@:2}" >out.csv 2>err || { cat err; return 1; }
	case $1 in
	0) ;;
	1) no_rows out.csv ;;
	*) [ ! -s out.csv ] ;;
	esac || { echo "wrote:"; cat out.csv; return 1; }
}

# table MACHINE LINE...: a table on that machine
table() { printf '%s\n' '#hopline 1' "#machine $1" "${@:2}"; }

# sim [OPTION...] [TABLE]: netsim on the machine $M, its results without a preamble
sim() { netsim --machine $M --no-preamble "$@"; }

# sim_table TABLE [OPTION...]: the same of a table with | for newlines
sim_table() {
	printf '%s\n' "${1//|/$'\n'}" >in.csv
	sim "${@:2}" in.csv
}

# lasts TIMES TABLE [OPTION...]: the jobs' comm_time_s; the results are in lasts.out
lasts() { sim_table "${@:2}" >lasts.out && is "$(column comm_time_s lasts.out | paste -sd' ')" "$1"; }

# load MACHINE NODES PATTERN LOAD DURATION WARMUP [OPTION...]: an open-loop job on nodes 0 to NODES - 1, simulated in packets of 256 B;
# DURATION `enough` is enough to say what is saturated, and no less than WARMUP
load() {
	local duration=$5
	[ "$duration" != enough ] || duration=$(window "$2" "$4" "$6")
	printf 'job,nodes,pattern,load,duration_s,warmup_s,node_list\na,%s,%s,%s,%s,%s,0-%s\n' "$2" "$3" "$4" "$duration" "$6" $(($2 - 1)) >in.csv
	netsim --machine "$1" --packet 256B "${@:7}" in.csv
}

# everyone MACHINE NODES [OPTION...]: all nodes send to all, 100 B each
everyone() {
	printf 'job,nodes,tasks,pattern,bytes,node_list\na,%s,%s,alltoall,100,0-%s\n' "$2" "$2" $(($2 - 1)) >all.csv
	netsim --machine "$1" "${@:3}" all.csv
}

# bound MACHINE NODES: the load at which the busiest link between routers is full under uniform traffic and the machine's default
# routing, from how many of all pairs use each link
bound() {
	everyone "$1" "$2" --links links.csv >/dev/null &&
		awk -F, -v n="$2" 'NR > 1 && $3 != "node" && $6 > most { most = $6 } END { print (n - 1) / most }' links.csv
}

# holds EXPRESSION: awk finds it true
holds() { awk "BEGIN { exit !($1) }" || { echo "not so: $1"; return 1; }; }

# near VALUE WANTED RELATIVE: the value is no further from the wanted one than that share of it
near() { holds "$1 >= $2 * (1 - $3) && $1 <= $2 * (1 + $3)"; }

# is A B: they are the same text
is() { [ "$1" = "$2" ] || { echo "'$1' is not '$2'"; return 1; }; }

# prints COMMAND LINE...: all that it prints is these lines
prints() {
	eval "$1" >got || { echo "status $?: $1"; return 1; }
	reads got 0 "${@:2}"
}

# reads FILE LINES LINE...: after its first LINES lines it has these and no other; else the difference is shown
reads() {
	local there have want=
	mapfile -s "$2" there <"$1"
	printf -v have %s "${there[@]}"
	[ $# = 2 ] || printf -v want '%s\n' "${@:3}"
	[ "$have" = "$want" ] || { diff <(printf %s "$want") <(printf %s "$have"); return 1; }
}

# gives COLUMN,... COMMAND ROW...: these columns of the table that it prints, which is then in out.csv, have these rows
gives() {
	eval "$2" >out.csv || { echo "status $?: $2"; return 1; }
	metrics select --no-preamble --columns "$1" out.csv >got && reads got 1 "${@:3}"
}

# rows: the rows of a stream, without preamble and header
rows() { awk '!header && /^#/ { next } !header { header = 1; next } { print }' "$@"; }

# column NAME [FILE]: one column of a table without quoted cells
column() {
	awk -F, -v name="$1" '/^#/ { next } !at { for (i = 1; i <= NF; i++) if ($i == name) at = i; if (!at) exit 1; next } { print $at }' "${2:-/dev/stdin}"
}

# cells COLUMN,...: cells of the rows by column names, joined by ','; '?' for a column that is not there
cells() {
	awk -F, -v want="$1" '/^#/ { next } !n { n = split(want, w, ","); for (i = 1; i <= NF; i++) at[$i] = i; next }
		{ s = ""; for (i = 1; i <= n; i++) s = s (i > 1 ? "," : "") (w[i] in at ? $at[w[i]] : "?"); print s }'
}

# nodes_of LIST: the items of a list of the stream, one a line, 8x2 twice
nodes_of() {
	awk '{
		for (i = 1; i <= NF; i++) {
			times = split($i, item, "x") == 2 ? item[2] : 1
			ends = split(item[1], end, "-")
			for (v = end[1] + 0; v <= end[ends] + 0; v++) for (k = 0; k < times; k++) print v
		} }' <<<"$1"
}

# legal TASKS LIST NODES [CORES]: so many tasks, on those nodes, no more than CORES on one
legal() {
	awk -v tasks="$1" -v list="$2" -v nodes="$3" -v cores="${4:-1}" '
		function count(text, on,    i, n, v, ends, end, items, item, times, sum) {
			n = split(text, items, " ")
			for (i = 1; i <= n; i++) {
				times = split(items[i], item, "x") == 2 ? item[2] : 1
				ends = split(item[1], end, "-")
				for (v = end[1] + 0; v <= end[ends] + 0; v++) { on[v] += times; sum += times }
			}
			return sum + 0
		}
		BEGIN {
			count(nodes, given)
			if ((sum = count(list, has)) != tasks) print wrong = sum " tasks"
			for (v in has) if (!(v in given) || has[v] > cores) print wrong = "node " v " has " has[v]
			exit wrong != ""
		}'
}

# texts SVG: what can be read in a picture, a line each
texts() { sed -n 's|.*<text[^>]*>\(.*\)</text>.*|\1|p' "$1" | sed 's/<[^>]*>//g; s/^ *//; s/ *$//'; }

# present ALGORITHM...: those that this build of map has; a library may have been missing
present() {
	local name
	for name; do map --list | grep "^$name " | grep -q "not in this build" || echo "$name"; done | paste -sd' '
}

# reads_json: whether the build has jansson
reads_json() { ! echo '{}' | gen-workload log --format batsim --machine mesh:k=2 2>&1 | grep -q 'has no jansson'; }

# window NODES LOAD LEAST: the seconds, LEAST or more, in which so many nodes create 4,500 messages of 256 B: enough to say what is saturated
window() { awk -v nodes="$1" -v load="$2" -v least="$3" 'BEGIN { t = 4500 * 256e-9 / (nodes * load); print (t > least ? t : least) }'; }

done_testing() {
	echo "1..$count"
	[ "$failed" = 0 ]
}
