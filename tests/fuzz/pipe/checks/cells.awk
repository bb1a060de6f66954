# cells.awk -- what netsim measured are numbers that can be: awk -v file=RESULT
#
# None is negative, nan or inf; times and messages go together; saturated is yes, no or empty; means lie below what is largest.

BEGIN {
	load_table(file)
	n = split("comm_time_s messages comm_bytes packets routers_mean latency_mean_s latency_p99_s latency_max_s accepted_load", measured, " ")
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
	if (open != (of_row(file, i, "comm_time_s", "") == ""))
		broken(title "a time in an open-loop row, or none in a closed one")
	if (!open && of_row(file, i, "accepted_load", "") != "")
		broken(title "an accepted load in a closed-loop row")
	if (number(file, i, "packets", 0) + 0 > 0 && number(file, i, "routers_mean", 0) < 1)
		broken(title "packets through less than one router")
	mean = number(file, i, "latency_mean_s", 0)
	most = number(file, i, "latency_max_s", 0)
	if (mean > most * (1 + 1e-8) || number(file, i, "latency_p99_s", 0) > most * (1 + 1 / 127))
		broken(title "latencies: mean " mean ", p99 " number(file, i, "latency_p99_s", 0) ", largest " most)
	if (!open && most > number(file, i, "comm_time_s", 0) * (1 + 1e-8))
		broken(title "a message took " most ", the job " number(file, i, "comm_time_s", 0))
	if (of_row(file, i, "saturated", "no") !~ /^(yes|no|)$/)
		broken(title "saturated: '" of_row(file, i, "saturated", "") "'")
}
