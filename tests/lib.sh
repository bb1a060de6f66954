# lib.sh -- TAP for tests of the tools in shell.
#
# A test is a title and a chain of commands joined by &&; it runs in an empty
# directory of its own and passes when the chain succeeds.  On failure its
# commands and what they printed are shown as diagnostics.

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
		printf '%s\n' "$2" "-- status $status, it printed:" "$out" | sed 's/^/# /'
	fi
}

# skip TITLE REASON
skip() {
	count=$((count + 1))
	echo "ok $count - $1 # SKIP $2"
}

# exits STATUS COMMAND...: succeeds when the command exits with STATUS
exits() {
	local want=$1 got=0
	shift
	"$@" || got=$?
	[ "$got" = "$want" ] || { echo "exit status $got, not $want: $*"; return 1; }
}

# rows: the rows of a stream, without preamble and header
rows() { awk '!header && /^#/ { next } !header { header = 1; next } { print }' "$@"; }

# column NAME [FILE]: one column of a table without quoted cells
column() {
	awk -F, -v name="$1" '/^#/ { next } !at { for (i = 1; i <= NF; i++) if ($i == name) at = i; if (!at) exit 1; next } { print $at }' "${2:-/dev/stdin}"
}

done_testing() {
	echo "1..$count"
	[ "$failed" = 0 ]
}
