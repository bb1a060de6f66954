# shellcheck shell=bash
# play.sh -- plays a stream that pipe.awk drew: its stages one by one, each stage's table kept as a file.

# draw NUMBER: draw a stream into the current folder
draw() {
	timeout -k 5 60 awk -v seed="$1" -v choices="$pipe/choices" -f "$pipe/random.awk" -f "$pipe/table.awk" -f "$pipe/machines.awk" \
		-f "$pipe/jobs.awk" -f "$pipe/heads.awk" -f "$pipe/pipe.awk"
}

# command LINE: run a line of stages or head; no word of these has blanks or is a pattern of files
command_line() {
	local -
	set -f
	# shellcheck disable=SC2086 # words
	timeout -k 5 "${PIPE_LIMIT:-60}" $1
}

# play: the stages on 0.csv in the current folder, K.csv after the K-th; stops at one that refuses, in `refused`
play() {
	local line k=0
	rm -f refused
	while read -r line <&3; do
		k=$((k + 1))
		command_line "$line" <$((k - 1)).csv >$k.csv 2>$k.err || { echo "$? $k $line" >refused; return 0; }
	done 3<stages
}

# play_in FOLDER CASES: the same in a new folder, on those cases, or on the table on standard input
play_in() {
	local file files=()
	mkdir "$1"
	for file in stages ranks.csv cables.csv seats.csv topology.conf places; do
		[ ! -f "$file" ] || files+=("$file")
	done
	cp "${files[@]}" "$1"
	if [ "$2" ]; then cut_cases 0.csv "$2"; else cat; fi >"$1/0.csv"
	(cd "$1" && play)
}

# cut_cases FILE CASES: some cases of a table, in that order
cut_cases() {
	awk -v file="$1" -v cases="$2" -f "$pipe/table.awk" -f "$pipe/cases.awk" -f "$pipe/cut.awk"
}
