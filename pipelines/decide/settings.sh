# settings -- what the scripts of this study share; they source it.
#
# What is asked comes in the environment (module.mk sets it from the command line of make); here are the defaults.
source "$(dirname "${BASH_SOURCE[0]}")/../lib/here.sh"
source "$here/../lib/cells.sh"

[ -n "${LOG-}" ] || : "${READ:=--from 2023-01-05}"	# before that Theta's log has few jobs
: "${LOG:=$root/data/swf/theta-2023.std.swf.gz}"	# the job log
: "${READ:=}"		# further options of gen-workload for it
: "${MACHINE:=dragonfly:g=36,a=16,p=8,h=8}"	# a spec, or a file of one
: "${POLICIES:=simple,level-spread,rdn}"		# today's policy first
: "${ROUTINGS:=}"	# one or several routings of netsim; none: the first of ugal-l, adaptive and minimal that the machine has
[ -n "$ROUTINGS" ] || for ROUTINGS in ugal-l adaptive minimal; do
	! netsim --quiet --machine "$MACHINE" --routing "$ROUTINGS" --route 0 1 >/dev/null 2>&1 || break
done
export ROUTINGS
: "${SCHEDULE:=easy}"	# or fcfs
: "${OVERRUN:=keep}"	# a job that the network makes longer than its time limit: keep or kill
: "${REFERENCE:=simple}"	# where jobs ran as long as the log says: alone, placed by this policy
: "${BUSY:=no}"		# yes: all jobs send without pause, an upper bound
: "${PERIOD:=7d}"	# how long each resampled period is that is measured,
: "${WARMUP:=1d}"	# and what is played before it, so that it does not begin with an idle machine
: "${PERIODS:=20}"	# drawn from the log
: "${PATTERNS:=halo3d,stencil,unstructured,spread}"	# each job draws one of these
: "${BYTES:=10KB}"	# a message
shares_asked=${SHARES-}	# the share of a job's run time that is communication: a number, PATTERN=NUMBER,..., mix: by the codes of READ's --mix and --mix-shares, or estimate: by the log, whose jobs then have nodes;
: "${SHARES:=0.3}"	# not given: by the log where it says on which nodes jobs ran, else this
: "${OBSERVED:=40}"	# iterations of each job that a question of this estimate measures
: "${MIN_NODES:=1}"	# narrower jobs are left out
: "${PACKET:=2KB}"	# of netsim
: "${STEADY:=1}"	# iterations of each job that a question measures
: "${LIMIT:=20ms}"	# and how long it simulates at most
: "${TOLERANCE:=5%}"	# the network is asked where a run time may else be off by more than this share; 0%: whenever the running jobs have changed
: "${EVERY:=0s}"	# or at multiples of this time only; 0s: not so
: "${AT_ONCE:=1}"	# questions that a cell asks side by side: more only where cells are fewer than cores; the answers are the same
: "${OTHER_SHARES=0.1 0.6}"	# the sensitivity strip: shares and message sizes that are tried besides (empty: none),
: "${OTHER_BYTES=1KB 100KB}"
: "${OTHER_PERIODS:=5}"		# in so many periods; 0: none
: "${FIRST:=yes}"	# a first look before all this is played, on its own page; no: none
: "${MOST:=}"		# such a look: only so many jobs of a period, those with the most node-hours, send and are counted; 0: none sends, all are counted

[ -n "$OTHER_SHARES$OTHER_BYTES" ] || OTHER_PERIODS=0
[[ $LOG = /* ]] || LOG=$PWD/$LOG
today=${POLICIES%%,*}

shares_said=$SHARES	# for people
[[ $SHARES != */* ]] || shares_said="as estimated"
[ "$SHARES" != mix ] || shares_said="those of a mix of codes"

say() { printf 'decide: %s\n' "$*" >&2; }
die() { say "$1"; exit "${2:-1}"; }

# split LIST TEXT: into the array of this name, what commas separate
split() { IFS=, read -r -d '' -a "$1" < <(printf '%s,\0' "$2"); }

# reader OPTIONS: into the array of this name, the subcommand of gen-workload for the log and READ as its words.  Quotes keep what
# is between them together; all else stands for itself.
reader() {
	local -n reader_=$1
	local rest=$READ first
	reader_=(log)
	[[ $READ != *--field* ]] || reader_=(swf)
	while [[ $rest =~ ^[[:space:]]*([^[:space:]].*)$ ]]; do
		rest=${BASH_REMATCH[1]} reader_+=('')
		while [[ $rest =~ ^(\'[^\']*\'|\"[^\"]*\"|[^[:space:]\'\"]+)(.*)$ ]]; do
			rest=${BASH_REMATCH[2]} first=${BASH_REMATCH[1]}
			[[ $first != [\'\"]* ]] || first=${first:1:-1}
			reader_[-1]+=$first
		done
		[[ $rest != [\'\"]* ]] || die "READ: '$READ': a quote that does not end" 2
	done
}

# read_log MACHINE OPTION...: what gen-workload makes of the log
read_log() {
	local options
	reader options
	[[ $SHARES != */* ]] || options+=(--comm-share-from "${shares_from:-interval}")
	[ "$SHARES" = mix ] || options+=(--comm-share "$SHARES")
	gen-workload "${options[0]}" --machine "$1" --pattern "$PATTERNS" --bytes "$BYTES" --min-nodes "$MIN_NODES" "${@:2}" "${options[@]:1}" -- "$LOG"
}

# play POLICY ROUTING OPTION...: these jobs, by a schedule with its network; with ONCE, a folder, no question is asked twice
play() {
	local options=() ask="map --quiet | netsim --quiet --routing $2 --packet $PACKET --steady $STEADY,$LIMIT"
	[ -z "${ONCE-}" ] || printf -v ask '%q ' "$here/once" "$ONCE" "$ask"
	if [ "$EVERY" != 0s ]; then options+=(--network-every "$EVERY"); elif [ "$TOLERANCE" != 0% ]; then options+=(--network-tolerance "$TOLERANCE"); fi
	[ "$BUSY" = no ] || options+=(--network-busy)
	alloc --quiet --policy "$1" --schedule "$SCHEDULE" --overrun "$OVERRUN" --network-reference "$REFERENCE" --network-at-once "$AT_ONCE" \
		--network "$ask" "${options[@]}" "${@:3}"
}
