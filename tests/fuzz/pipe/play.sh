# shellcheck shell=bash
# play.sh -- plays a stream that pipe.awk drew: its stages one by one, each stage's table kept as a file.
#
# The tools take milliseconds here, so what counts is how many processes are started: what bash can do itself it does.

# ask: what netsim says that it can do, for drawing; once a run
ask() { netsim_can=$(netsim --list routings && netsim --help) && export netsim_can; }

# draw NUMBER: draw a stream into the current folder
draw() {
	[ "${netsim_can-}" ] || ask
	awk -v seed="$1" -v choices="$pipe/choices" -f "$pipe/random.awk" -f "$pipe/table.awk" -f "$pipe/machines.awk" -f "$pipe/jobs.awk" \
		-f "$pipe/logs.awk" -f "$pipe/heads.awk" -f "$pipe/commands.awk" -f "$pipe/tails.awk" -f "$pipe/pipe.awk"
}

# command_line LINE: run a line of stages or head; no word of these has blanks or is a pattern of files
command_line() {
	local -
	set -f
	# shellcheck disable=SC2086 # words
	$1
}

# play: the stages on 0.csv in the current folder, K.csv after the K-th; stops at one that refuses, in `refused`
play() {
	local line k=0
	[ ! -e refused ] || rm refused
	while read -r line <&3; do
		k=$((k + 1))
		command_line "$line" <$((k - 1)).csv >$k.csv 2>$k.err || { echo "$? $k $line" >refused; return 0; }
	done 3<stages
}

# give FOLDER...: the stages and the files that they name, into folders that are there
give() {
	local file folder text
	for file in stages ranks.csv ring.goal cables.csv seats.csv topology.conf places gains.csv; do
		[ -f "$file" ] || continue
		IFS= read -rd '' text <"$file" || :
		for folder; do printf %s "$text" >"$folder/$file"; done
	done
}
