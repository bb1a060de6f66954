# cells.awk -- what netsim measured are numbers that can be: awk -v file=RESULT -v options='netsim …'
#
# None is negative, nan or inf; times and messages go together; saturated is yes, no or empty; means lie below what is largest; a job
# that was played starts no sooner than it may and ends when its time is over.

BEGIN {
	load_table(file)
	n = split("comm_time_s messages comm_bytes packets routers_mean latency_mean_s latency_p99_s latency_max_s accepted_load iteration_time_s " \
		"iteration_time_half_s iterations_done played_start_s played_end_s", measured, " ")
	steady = options ~ /--steady/
	for (i = 1; i <= rows[file]; i++) {
		title = "case '" of_row(file, i, "case", 1) "', job '" of_row(file, i, "job", "") "': "
		for (k = 1; k <= n; k++)
			check_number(measured[k])
		if (of_row(file, i, "messages", "") != "")
			check_job()
		else if (of_row(file, i, "comm_time_s", "") of_row(file, i, "packets", "") != "")
			broken(title "no messages, but times or packets")
	}
	exit breaches > 0
}

function check_number(column,   text)
{
	text = of_row(file, i, column, "")
	if (text != "" && text !~ /^[0-9]+(\.[0-9]+)?(e[-+][0-9]+)?$/)
		broken(title column " is '" text "'")
}

function check_job(   open, mean, most)
{
	open = of_row(file, i, "load", "") != ""
	if (open != (of_row(file, i, steady ? "iteration_time_s" : "comm_time_s", "") == ""))
		broken(title "a time in an open-loop row, or none in a closed one")
	if (!open && of_row(file, i, "accepted_load", "") != "")
		broken(title "an accepted load in a closed-loop row")
	if (number(file, i, "packets", 0) + 0 > 0 && number(file, i, "routers_mean", 0) < 1)
		broken(title "packets through less than one router")
	mean = number(file, i, "latency_mean_s", 0)
	most = number(file, i, "latency_max_s", 0)
	if (mean > most * (1 + 1e-8) || number(file, i, "latency_p99_s", 0) > most * (1 + 1 / 127))
		broken(title "latencies: mean " mean ", p99 " number(file, i, "latency_p99_s", 0) ", largest " most)
	if (steady && number(file, i, "iteration_time_s", 0) < number(file, i, "compute_s", 0) * (1 - 1e-8))
		broken(title "an iteration shorter than its computing")
	if (of_row(file, i, "played_start_s", "") != "")
		check_played()
	if (!open && !steady && most > number(file, i, "comm_time_s", 0) * (1 + 1e-8))
		broken(title "a message took " most ", the job " number(file, i, "comm_time_s", 0))
	if (of_row(file, i, "saturated", "no") !~ /^(yes|no|)$/)
		broken(title "saturated: '" of_row(file, i, "saturated", "") "'")
}

function check_played(   start, end)
{
	start = number(file, i, "played_start_s", 0)
	end = number(file, i, "played_end_s", 0)
	if (start < number(file, i, "start_s", 0) - 1e-9 * start)
		broken(title "played from " start ", before its start")
	if ((end - start - number(file, i, "comm_time_s", 0)) ^ 2 > (1e-8 * end + 1e-12) ^ 2)
		broken(title "played from " start " to " end)
}
