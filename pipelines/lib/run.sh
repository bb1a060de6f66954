# run.sh -- the sweep itself: parallel over the cells that are to do.
# shellcheck shell=bash disable=SC2154,SC2034

run_grid() {
	look_at_options "$@"
	may_batch
	choose_cells
	if [[ $dry ]]; then
		rehearse "$@"
		return
	fi
	take_locks
	find_programs
	prepare_folder
	remove_leftovers
	look
	refuse_others
	set_aside
	remove_others
	to_do
	forget_failures
	start=$EPOCHREALTIME parallel_status=0 stopped=''
	if [[ -s $tmp/todo ]]; then
		logged=$(wc -l <"$out/joblog")
		write_run "$out/runs/$(printf '%(%Y%m%dT%H%M%S)T' -1)-$HOSTNAME-$$"
		commands
		run_parallel "$@"
	fi
	unwritten=0
	enter_gate		# parts that end together describe OUT one after the other
	[[ ! $part && ! -s $tmp/todo ]] || look	# nothing ran, and no other part did
	[[ $stopped ]] || keep_ends
	write_manifest || unwritten=1
	exec {gate_fd}>&-
	report
}

# look_at_options: which of parallel's options change what we do
look_at_options() {
	local word

	dry='' own_progress='' retries=3 hosts=''
	# shellcheck disable=SC2086 # $PARALLEL holds options, separated by spaces
	for word in "$@" ${PARALLEL-}; do
		case $word in
		--dry-run | --dryrun) dry=yes ;;
		--bar | --eta | --progress) own_progress=yes ;;
		--retries | --retries=*) retries='' ;;
		-S* | --sshlogin* | --slf*) hosts=yes ;;
		esac
	done
	[[ $hosts ]] || retries=''	# a host that dies is not its cell's failure
}

# rehearse: the commands that would run; nothing in OUT changes
rehearse() {
	find_programs
	look
	refuse_others
	to_do
	run_file=$out/runs/START-HOST-PID
	commands
	PARALLEL_SHELL=/bin/sh parallel --will-cite "$@" :::: "$tmp/commands" </dev/null
}

# write_run FILE: what run-cell must know, the same for all cells on all hosts.  The file is
# as old as this sweep, and no older than its programs, so that run-cell sees a program that
# was replaced since.
write_run() {
	local file

	run_file=$1
	{
		echo "cell $study_dir/cell"
		echo "bin $bin"
		echo "grid $out/grids/$grid_hash.csv"
		echo "programs $programs"
		printf 'program %s\n' "${program_list[@]}"
		echo "part ${part:-1/1}"
		echo "cells $(wc -l <"$tmp/todo")"
	} >"$tmp/run"
	cp "$tmp/run" "$run_file" || exit 1
	for file in "${program_list[@]}"; do
		[[ ! $file -nt $run_file ]] || touch -r "$file" "$run_file"
	done
}

quoted() { printf "'%s'" "${1//\'/\'\\\'\'}"; }

# commands: one line a cell or a batch of cells, that any shell on any host understands.  In a batch are up to --batch cells with the same
# values in the columns in which the study wants them alike; a cell that failed before is alone.
commands() {
	local command

	command="exec $(quoted "$here/lib/run-cell") $(quoted "$run_file")"
	command=$command awk -F, -v quote="'" -v most="$batch" -v alike="$alike" '
		FILENAME ~ /todo$/ { split($0, word, " "); chosen[word[1]]; next }
		FILENAME ~ /failed-before$/ { alone[$1]; next }
		FNR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; columns = split(alike, column, " "); next }
		!($1 in chosen) { next }
		{
			key = $1 in alone ? $1 : ""
			for (i = 1; i <= columns; i++) key = key "," $at[column[i]]
			if (!held[key] || cells[held[key]] == most) held[key] = ++lines
			cells[held[key]]++
			gsub(quote, quote "\\" quote quote)
			line[held[key]] = line[held[key]] " " quote $0 quote
		}
		END { for (i = 1; i <= lines; i++) print ENVIRON["command"] line[i] }' "$tmp/todo" "$tmp/failed-before" "$grid" >"$tmp/commands"
}

# may_batch: the columns in which the study wants the cells of a batch alike, into $alike
may_batch() {
	alike=''
	[[ $batch -gt 1 ]] || return 0
	alike=$(sed -n 's/^# together: *//p' "$study_dir/cell")
	[[ $alike ]] || die 2 "--batch: the cells of study '$study' run one at a time: no line '# together: COLUMN...' in '$study_dir/cell'"
	# shellcheck disable=SC2086 # the columns are words
	grid_columns $alike >/dev/null || exit 2
}

# A cell that is deaf to TERM gets KILL from run-cell, after two seconds; parallel leaves run-cell the time for it.
run_parallel() {
	local show='' pid drawing

	[[ -t 2 && ! $own_progress ]] && show=--show
	mkfifo "$tmp/events"
	"$here/lib/progress" $show "$tmp/cells" "$tmp/todo" "$tmp/my-states" "$out/results" <"$tmp/events" &
	drawing=$!
	trap 'stopped=INT' INT
	trap 'stopped=TERM' TERM
	trap 'stopped=HUP' HUP
	# shellcheck disable=SC2086 # an option and its value, or nothing
	PARALLEL_SHELL=/bin/sh parallel --will-cite --joblog "+$out/joblog" --termseq TERM,5000,KILL,25 ${retries:+--retries $retries} "$@" \
		:::: "$tmp/commands" </dev/null >"$tmp/events" &
	pid=$!
	[[ $stopped ]] || wait "$pid" || parallel_status=$?
	[[ ! $stopped ]] || stop_parallel "$pid"
	trap '' INT TERM HUP		# what is left to do takes a moment, and should be whole
	wait "$drawing" || true
}

# stop_parallel PID: it kills its cells and ends; told again, as very early it hears nothing
stop_parallel() {
	local i

	for ((i = 0; ; i++)); do
		((i % 10)) || kill -INT "$1" 2>/dev/null || break
		kill -0 "$1" 2>/dev/null || break
		sleep 0.05
	done
	wait "$1" || parallel_status=$?
}
