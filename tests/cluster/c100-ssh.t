#!/usr/bin/env bash
# c100-ssh -- sweeps over several hosts by ssh: a real sshd each, hosts that die and hosts that hang.
# shellcheck source=/dev/null disable=SC2016,SC2154
source "$(dirname "$0")/../lib.sh"
source "$(dirname "$0")/lib.sh"
source "$(dirname "$0")/ssh.sh"
ssh_setup

printf '1/alpha\n1/beta\n' >"$work/two"
printf '1/alpha\n1/beta\n1/gamma\n' >"$work/three"
small_grid 8 >"$work/grid.csv"
sweep "$work/grid.csv" "$work/local" -j2 2>"$work/local.log" || { cat "$work/local.log"; exit 1; }

# far OUT HOSTS [OPTION...]: the sweep of the small grid over those hosts
far() { ${exec-} sweep "$work/grid.csv" "$1" --ssh "$over_ssh" --sshloginfile "$work/$2" "${@:3}"; }
hosts_of() { cut -d, -f4 "$1"/records/* | sort -u | xargs; }

t 'two hosts: the bytes of a local run, and the manifest names both' '
	far "$work/two-hosts" two && same "$work/two-hosts" "$work/local" &&
	[ "$(hosts_of "$work/two-hosts")" = "alpha beta" ] &&
	grep -q "^host:.*alpha" "$work/two-hosts/MANIFEST" && grep -q "^host:.*beta" "$work/two-hosts/MANIFEST"'

t 'a path with blanks, quotes and a dollar sign' '
	out="$work/it'\''s a \"path\" of \$HOME" &&
	far "$out" two && same "$out" "$work/local" && [ "$(hosts_of "$out")" = "alpha beta" ]'

t 'a host that is down from the start: its cells run elsewhere' '
	host_kill gamma &&
	far "$work/down" three && same "$work/down" "$work/local" && [ "$(hosts_of "$work/down")" = "alpha beta" ]'

t '--filter-hosts leaves a host out that is down' '
	far "$work/filtered" three --filter-hosts --retries 1 && same "$work/filtered" "$work/local" &&
	[ "$(hosts_of "$work/filtered")" = "alpha beta" ]'

t 'a host that dies in the middle of a cell: the cell runs elsewhere' '
	hold 3 && background far "$work/dies" two && eventually held 3 && dead=$(held 3) &&
	host_kill "$dead" && release 3 && finished 0 &&
	same "$work/dies" "$work/local" && [ "$(ran_on 3 "$work/dies")" != "$dead" ] && sshd_up "$dead"'

t 'all hosts die: an error, and the same command again ends with the same bytes' '
	hold 3 && background far "$work/all-die" two && eventually held 3 &&
	host_kill alpha && host_kill beta && release 3 && ! finished 0 && ! same "$work/all-die" "$work/local" &&
	sshd_up alpha && sshd_up beta &&
	far "$work/all-die" two && same "$work/all-die" "$work/local" && [ -z "$(ls "$work/all-die/failed")" ]'

t 'a host that hangs in the middle of a cell: ServerAliveInterval finds out, the cell runs elsewhere' '
	hold 3 && background far "$work/hangs" two && eventually held 3 && frozen=$(held 3) &&
	host_freeze "$frozen" && release 3 && finished 0 &&
	same "$work/hangs" "$work/local" && [ "$(ran_on 3 "$work/hangs")" != "$frozen" ] &&
	host_thaw "$frozen" && eventually no_cells &&
	far "$work/hangs" two && same "$work/hangs" "$work/local"'

t 'SIGTERM to the sweep ends the cells on the hosts; the same command again goes on' '
	hold 5 && background far "$work/ended" two && eventually held 5 &&
	kill -TERM $pid && finished 143 && eventually no_cells && release 5 &&
	far "$work/ended" two && same "$work/ended" "$work/local"'

t 'SIGKILL to the sweep and to parallel: the same command again ends with the same bytes' '
	hold 5 && background far "$work/killed" two && eventually held 5 &&
	children=$(pgrep -P $pid) && kill -KILL $pid $children && finished 137 && release 5 &&
	far "$work/killed" two && same "$work/killed" "$work/local"'

t 'cells of the Level-Spread study' '
	export HOPLINE_STUDIES=$HOPLINE_ROOT/pipelines && grid=$PWD/pair.csv &&
	"$HOPLINE_STUDIES/level-spread/grid" demo series=pair >"$grid" &&
	sweep "$grid" here -j2 && sweep "$grid" there --ssh "$over_ssh" --sshloginfile "$work/two" &&
	same there here && [ "$(hosts_of there)" = "alpha beta" ]'

done_testing
