# logs.awk -- draws logs, and what gen-workload is told of them.

function sizes_of_log() { return option(0.5, "bytes " random_word("100,1KB 3000 1KB")) }

function draw_log_head(   workload, months)
{
	workload = random_word("swf log")
	months = random_yes(0.25)
	draw_log(workload, months ? 15000 : 1)
	gen_workload(log_command(workload) (random_yes(0.5) ? " --pattern " closed_patterns(2) : "") sizes_of_log() log_options(months ? 15000 : 1) \
		(months ? " --resample " random_from(1, 4) option(0.3, "resample-span " random_word("1d 2d")) : ""))
}

function log_command(workload)
{
	if (workload == "swf")
		return "swf log --procs-per-node " random_word("1 2") option(0.2, "field walltime=" random_word("9 4"))
	return "log log --regex (?<job>\\S+)\\s(?<nodes>\\d+)\\s(?<submit>\\S+)\\s(?<start>\\S+)\\s(?<runtime>\\S+)\\s(?<walltime>\\S+)\\s(?<user>\\S+)"
}

# Which of its jobs, and how wide they are.
function log_options(step,   text)
{
	text = option(0.2, "from " random_below(40) * step) option(0.2, "to " random_from(40, 150) * step) option(0.2, "min-nodes " random_from(1, 4)) \
		option(0.2, "match user=.*[01]") option(0.2, "max-jobs " random_from(1, 12)) \
		option(0.2, "nodes-times " random_word("0.5 2 1.5 3")) option(0.3, "nodes-most " random_word("3 machine"))
	if ("groups" in tag && random_yes(policy == "grap" ? 0.6 : 0.1))
		text = text " --modes " random_word("adaptive minimal-balance=0.4,adaptive=0.6 custom=0.5,custom-balance=0.5 custom") \
			option(0.4, "modes-for 2-" random_from(4, 20))
	return text
}

# Times are whole multiples of `step` seconds, so that a log has days to draw from.
function draw_log(workload, step,   i, n, submit, wait, run, nodes)
{
	n = random_from(3, 20)
	for (i = 1; i <= n; i++) {
		submit += random_below(20) * step
		wait = random_below(30)
		run = random_from(1, 90)
		nodes = random_from(1, int(nodes_free / 3) + 1)
		if (workload == "swf")
			print i, submit, wait, run, nodes, -1, -1, nodes, random_word("10 60 100 -1"), -1, 1, i % 3, 1, 1, 1, 1, -1, -1 >"log"
		else
			print "j" i, nodes, submit, submit + wait, run, random_word("10 60 100 -"), "user" i % 3 >"log"
	}
	close("log")
}
