# lib.sh -- TAP for tests of the tools in shell.
#
# A test is a title and a chain of commands joined by &&; it runs in an empty
# directory of its own and passes when the chain succeeds.  On failure its
# commands and what they printed are shown on standard error, where prove does not
# hide them.
#
# To run one file: make && prove tests/t310-policies.t; -v shows every title.

HOPLINE_ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
PATH=${HOPLINE_BIN:-$HOPLINE_ROOT/bin}:$PATH
export HOPLINE_ROOT PATH LC_ALL=C
shared_dir=$(mktemp -d)		# for files that several tests of one script use
trap 'rm -rf "$shared_dir"' EXIT
count=0 failed=0

# t TITLE COMMANDS
t() {
	local dir out status=0
	dir=$(mktemp -d)
	out=$(cd "$dir" && eval "$2" 2>&1) || status=$?
	rm -rf "$dir"
	count=$((count + 1))
	if [ $status = 0 ]; then
		echo "ok $count - $1"
	else
		failed=$((failed + 1))
		echo "not ok $count - $1"
		printf '%s\n' "${0##*/}: not ok $count - $1" "$2" "-- status $status, it printed:" "$out" | sed 's/^/# /' >&2
	fi
}

# skip TITLE REASON
skip() {
	count=$((count + 1))
	echo "ok $count - $1 # SKIP $2"
}

# checked: whether every access of the programs is checked (address sanitizer, valgrind); then each way through the code counts,
# and not each number
checked() { [[ ${HOPLINE_CONFIG:-release} == @(asan|valgrind) ]]; }

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

# says STATUS MESSAGE COMMAND...: exits so, and the first line on standard error is that message
says() {
	local want=$1 message=$2
	shift 2
	exits "$want" "$@" >out.csv 2>err || { cat err; return 1; }
	[ "$(sed -n 1p err)" = "$message" ] || { cat err; return 1; }
}

# refuses STATUS MESSAGE COMMAND...: exits so, with that message on standard error, no rows
refuses() {
	local status=$1 message=$2
	shift 2
	exits "$status" "$@" >out 2>err || return 1
	grep -qF -- "$message" err || { echo "not said: $message"; cat err; return 1; }
	! rows out | grep -q . || { echo "wrote:"; cat out; return 1; }
}

# is A B
is() { [ "$1" = "$2" ] || { echo "'$1' is not '$2'"; return 1; }; }

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

# present ALGORITHM...: those that this build of map has; a library may have been missing
present() {
	local name
	for name; do map --list | grep "^$name " | grep -q "not in this build" || echo "$name"; done | paste -sd' '
}

# window NODES LOAD LEAST: the seconds, LEAST or more, in which so many nodes create 4,500 messages of 256 B: enough to say what is saturated
window() { awk -v nodes="$1" -v load="$2" -v least="$3" 'BEGIN { t = 4500 * 256e-9 / (nodes * load); print (t > least ? t : least) }'; }

done_testing() {
	echo "1..$count"
	[ "$failed" = 0 ]
}
