# pipe.awk -- draws a whole pipe from a number, into the current directory: awk -v seed=N -v choices=FILE -f …
#
#	0.csv     the jobs, if they were typed; else
#	head      the command that makes them
#	stages    the commands that they go through, a line each
#	tails     what metrics is asked of the result
#	launch    which of the stages is also asked for a launcher's file, in which format, with which names of nodes
#	idle      netsim's commands that single messages go through, those of idle.csv
#	threads   how many threads play netsim's stage again
#	nodes.csv the machine's nodes; and the files that the machine, a pattern or a command names

BEGIN {
	random_seed(seed)
	read_choices()
	draw_machine()
	draw_files()
	story = random_word("typed typed typed typed made made played played launched")
	if ("box" in tag && spec !~ /map=|other=|service=/ && random_yes(0.5))
		story = "prism"
	if ("plane" in tag && random_yes(0.15))
		story = "layout"
	played = story == "played"
	draw_commands()
	if (story == "made")
		draw_head()
	else if (story == "launched")
		draw_launched()
	else if (played && !grid_needed && !cell_text && random_yes(0.4)) {
		machine_option = 0	# the head may change the machine
		draw_log_head()
	}
	else
		draw_table()
	write_stages()
	draw_tails()
	print random_word("2 3 4 7 16") >"threads"
}

function read_choices(   line, part)
{
	while ((getline line <choices) > 0) {
		if (line ~ /^(#|$)/)
			continue
		split(line, part, " ")
		known[part[1]] = known[part[1]] " " part[2]
		where[part[1], part[2]] = part[3]
		if (part[1] == "pattern")
			grid_of[part[2]] = part[4]
	}
}

# One of the names of a sort that fit the machine; of patterns: open or closed ones.
function pick(what, sort,   part, n, i, list)
{
	n = split(known[what], part, " ")
	for (i = 1; i <= n; i++)
		if (what == "machine" || (tagged(where[what, part[i]]) && (sort == "" || sort == (grid_of[part[i]] ~ /^(open|steps)$/ ? grid_of[part[i]] : "closed"))))
			list = list " " part[i]
	for (i = 1; i <= n; i++)	# what fits few machines, more often where it does
		if (what != "pattern" && where[what, part[i]] != "any" && tagged(where[what, part[i]]))
			list = list " " part[i] " " part[i]
	return random_word(list)
}

# An option, with the probability `share`.
function option(share, text) { return random_yes(share) ? " --" text : "" }

# A matrix of what ranks send, and a program in which each sends to the next, for the patterns of these names.
function draw_files(   i, from, to, n, bytes)
{
	ranks = random_from(2, 12)
	print "src,dst,bytes" >"ranks.csv"
	n = random_from(1, 40)
	for (i = 0; i < n; i++) {
		from = random_below(ranks)
		to = random_below(ranks)
		bytes = random_word("1 100 1000 2500 7001")
		if (from != to)
			print from "," to "," bytes >"ranks.csv"
	}
	print ranks - 1 ",0,77" >"ranks.csv"
	close("ranks.csv")
	print "num_ranks " ranks >"ring.goal"
	for (i = 0; i < ranks; i++)
		print "rank " i " {\na: recv 700b from " (i + ranks - 1) % ranks "\nb: calc 50\nc: send 700b to " (i + 1) % ranks "\n" \
			(i ? "b requires a\nc requires b" : "a requires c") "\n}" >"ring.goal"
	close("ring.goal")
}

function stage(command) { command_at[++stages] = command }

function write_stages(   i)
{
	if (machine_option)
		command_at[1] = command_at[1] " --machine " spec
	for (i = 1; i <= stages; i++)
		print command_at[i] >"stages"
}
