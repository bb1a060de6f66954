# locks.sh -- who may work in OUT.
# shellcheck shell=bash disable=SC2154,SC2034
#
# A whole sweep excludes all others; parts of the same M run side by side, each once.
# The locks are flock's on files in OUT/locks: the kernel releases them when the last
# process that has them open is gone.  parallel and the cells on this host inherit them,
# so what a killed sweep leaves running still keeps the next sweep waiting.
#
#	gate	held for the moment in which the others are taken or looked at
#	all	exclusive for a whole sweep, shared for a part; its text says who
#	parts	the M of the parts at work
#	R-of-M	exclusive for this part; its text says who
#
# A sweep that ends writes so behind its name.  A text without that, in a lock that is free, is of one that was killed.

signature='' locks=()

# take_locks: or wait until they are free, or exit 75
take_locks() {
	local told=''

	mkdir -p "$out/locks" || exit 1
	printf -v signature '%s, process %d, since %(%F %T)T%s' "$HOSTNAME" $$ -1 "${part:+, part $part}"
	until try_locks; do
		[[ $may_wait ]] || die 75 "'$out' is in use by $(holder "$held")"
		[[ $told ]] || say "'$out' is in use by $(holder "$held"); waiting"
		told=yes
		sleep 1
	done
	[[ ! $before || $before = *', ended' ]] || say "'$out': $before, is gone without having ended; going on from what it left"
}

# The file descriptors stay open in all that this sweep starts; that is their use.
try_locks() {
	local status=0

	enter_gate
	exec {all_fd}<>"$out/locks/all"
	if [[ $part ]]; then try_part; else try_whole; fi || status=1
	[[ $status = 0 ]] || exec {all_fd}>&-
	exec {gate_fd}>&-
	return "$status"
}

enter_gate() {
	exec {gate_fd}<>"$out/locks/gate" || die 1 "cannot lock in '$out'"
	flock "$gate_fd" || die 1 "file locks do not work in '$out'"
}

try_whole() {
	held=$out/locks/all
	flock -n "$all_fd" || return 1
	first_line before "$held"
	sign "$held"
}

try_part() {
	local of=${part#*/}

	held=$out/locks/all
	if flock -n "$all_fd"; then	# nobody is there: this part says how many there are
		echo "$of" >"$out/locks/parts" || die 1 "cannot write in '$out'"
		flock -s "$all_fd"
	else
		flock -n -s "$all_fd" && [[ $(<"$out/locks/parts") = "$of" ]] || return 1
	fi
	held=$out/locks/${part/\//-of-}
	exec {part_fd}<>"$held"
	flock -n "$part_fd" || { exec {part_fd}>&-; return 1; }
	first_line before "$held"
	sign "$held"
	sign "$out/locks/all"
}

# sign FILE: says in a lock who holds it; nobody depends on it, so a full disk is no matter
sign() {
	locks+=("$1")
	printf '%s\n' "$signature" 2>/dev/null >"$1" || true
}

# sign_off: says in our locks that this sweep has ended
sign_off() {
	local lock text

	for lock in "${locks[@]}"; do
		first_line text "$lock"
		[[ $text != "$signature" ]] || printf '%s, ended\n' "$signature" 2>/dev/null >"$lock" || true
	done
}

# first_line VARIABLE FILE
first_line() { printf -v "$1" "" && { IFS= read -r "$1" <"$2"; } 2>/dev/null || true; }

# holder FILE: who has signed this lock; when that process is gone, what it started still holds it
holder() {
	local text='' gone=''

	first_line text "$1"
	[[ $text != *', ended' ]] || gone='has ended'
	if [[ $text =~ ^"$HOSTNAME, process "([0-9]+), ]] && ! grep -qs sweep "/proc/${BASH_REMATCH[1]}/cmdline"; then gone=${gone:-is gone}; fi
	echo "${text:-another sweep}${gone:+, which $gone; what it started still runs$(holders "$1")}"
}

# holders FILE: the processes of this host that have it open, as ": 12 run-cell, 34 parallel"
holders() {
	local fd pid list='' command

	for fd in /proc/[0-9]*/fd/*; do
		[[ $fd -ef $1 ]] || continue
		pid=${fd#/proc/} pid=${pid%%/*}
		[[ $pid != "$$" && ", $list " != *", $pid "* ]] || continue
		mapfile -d '' command <"/proc/$pid/cmdline" 2>/dev/null || continue
		case ${command[0]##*/} in bash | sh | perl) command=("${command[@]:1}") ;; esac
		list+="${list:+, }$pid ${command[0]##*/}"
	done
	echo "${list:+: $list}"
}

# in_use: whether a sweep or what one left behind is at work; leaves nothing behind
in_use() {
	local status=1

	[[ -e $out/locks/gate && -e $out/locks/all ]] || return 1
	exec {gate_fd}<"$out/locks/gate" {all_fd}<"$out/locks/all"
	flock "$gate_fd" && flock -n "$all_fd" || status=0
	exec {all_fd}>&- {gate_fd}>&-
	return "$status"
}
