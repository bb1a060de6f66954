# settings -- what the scripts of this study share; they source it.
#
# What is asked comes in the environment (module.mk sets it from the command line of make); here are the defaults.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
export PATH=${HOPLINE_BIN:-$root/bin}:$PATH LC_ALL=C

[ -n "${LOG-}" ] || : "${READ:=--from 2023-01-05}"	# before that Theta's log has few jobs
: "${LOG:=$root/data/swf/theta-2023.std.swf.gz}"	# the job log
: "${READ:=}"		# further options of gen-workload for it
: "${MACHINE:=dragonfly:g=36,a=16,p=8,h=8}"	# a spec, or a file of one
: "${POLICIES:=simple,level-spread,rdn}"		# today's policy first
: "${ROUTINGS:=ugal-l}"	# one or several of netsim
: "${SCHEDULE:=easy}"	# or fcfs
: "${OVERRUN:=keep}"	# a job that the network makes longer than its time limit: keep or kill
: "${REFERENCE:=simple}"	# where jobs ran as long as the log says: alone, placed by this policy
: "${BUSY:=no}"		# yes: all jobs send without pause, an upper bound
: "${PERIOD:=7d}"	# how long each resampled period is that is measured,
: "${WARMUP:=1d}"	# and what is played before it, so that it does not begin with an idle machine
: "${PERIODS:=20}"	# drawn from the log
: "${PATTERNS:=halo3d,stencil,unstructured,spread}"	# each job draws one of these
: "${BYTES:=10KB}"	# a message
: "${SHARES:=0.3}"	# of a job's run time that is communication: a number, or PATTERN=NUMBER,...
: "${MIN_NODES:=1}"	# narrower jobs are left out
: "${PACKET:=2KB}"	# of netsim
: "${STEADY:=1}"	# iterations of each job that a question measures
: "${LIMIT:=20ms}"	# and how long it simulates at most
: "${EVERY:=0s}"	# how often the network is asked; 0s: whenever the running jobs have changed
: "${AT_ONCE:=1}"	# questions that a cell asks side by side: more only where cells are fewer than cores; the answers are the same
: "${OTHER_SHARES=0.1 0.6}"	# the sensitivity strip: shares and message sizes that are tried besides (empty: none),
: "${OTHER_BYTES=1KB 100KB}"
: "${OTHER_PERIODS:=5}"		# in so many periods; 0: none

[ -n "$OTHER_SHARES$OTHER_BYTES" ] || OTHER_PERIODS=0
today=${POLICIES%%,*}

# Values of a grid hold no commas.
packed() { echo "${1//,/+}"; }
unpacked() { echo "${1//+/,}"; }
days() { echo "${1%d}"; }

die() { echo "decide: $1" >&2; exit "${2:-1}"; }
