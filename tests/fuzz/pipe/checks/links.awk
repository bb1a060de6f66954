# links.awk -- conservation on links: awk -v file=RESULT -v links=… -v job_links=… -v hops=… -v latencies=… -v options=…
#
# What enters a router leaves it, in packets and bytes; what nodes send they get; jobs' shares of a link add up to it; hops are what links
# carried.  Where a case has open-loop traffic, or jobs that keep going, some of it may be on its way in the end: less leaves than came.

BEGIN {
	load_table(file)
	load_table(links)
	load_table(job_links)
	load_table(hops)
	load_table(latencies)
	for (i = 1; i <= rows[file]; i++)
		note_job()
	for (i = 1; i <= rows[links]; i++)
		note_link()
	for (i = 1; i <= rows[job_links]; i++) {
		key = of_row(job_links, i, "case", "") SUBSEP of_row(job_links, i, "link", "")
		shares[key] += number(job_links, i, "packets", 0)
		share_bytes[key] += number(job_links, i, "bytes", 0)
	}
	for (i = 1; i <= rows[hops]; i++)
		note_hops()
	for (i = 1; i <= rows[latencies]; i++)
		note_latency()
	check_links()
	check_places()
	check_cases()
	check_jobs()
	if (options ~ /--stats/)
		check_stats()
	exit breaches > 0
}

function note_job(   case_, end)
{
	case_ = of_row(file, i, "case", 1)
	open[case_] += (options ~ /--steady/ || of_row(file, i, "load", "") != "") && of_row(file, i, "messages", "") != ""
	case_packets[case_] += number(file, i, "packets", 0)
	end = number(file, i, "played_end_s", number(file, i, "comm_time_s", 0) + number(file, i, "start_s", 0))
	if (end > last[case_])
		last[case_] = end
}

# Nodes are taken together: what they send they get.
function place(end) { return end ~ /^n/ ? "the nodes" : "router " end }

function note_link(   case_, packets, bytes, from, to)
{
	case_ = of_row(links, i, "case", "")
	packets = number(links, i, "packets", 0)
	bytes = number(links, i, "bytes", 0)
	from = place(of_row(links, i, "from", ""))
	to = place(of_row(links, i, "to", ""))
	carried[case_, of_row(links, i, "link", "")] = packets
	carried_bytes[case_, of_row(links, i, "link", "")] = bytes
	left[case_ SUBSEP from] += packets
	left_bytes[case_ SUBSEP from] += bytes
	came[case_ SUBSEP to] += packets
	came_bytes[case_ SUBSEP to] += bytes
	if (to != "the nodes")
		reached[case_] += packets
	if (from != "the nodes")
		passed[case_] += packets
	if (packets == 0 || bytes == 0 ? bytes != 0 || number(links, i, "busy_s", 0) != 0 : number(links, i, "busy_s", 0) == 0)	# empty packets take no time
		broken("case '" case_ "', link " of_row(links, i, "link", "") ": " packets " packets, " bytes " bytes, busy " number(links, i, "busy_s", 0))
	if (!open[case_] && number(links, i, "busy_s", 0) > last[case_] * (1 + 1e-8))
		broken("case '" case_ "', link " of_row(links, i, "link", "") ": busy " number(links, i, "busy_s", 0) " s of " last[case_])
}

function note_hops(   key)
{
	key = of_row(hops, i, "case", "") SUBSEP of_row(hops, i, "job", "")
	hop_packets[key] += number(hops, i, "packets", 0)
	hop_sum[key] += number(hops, i, "packets", 0) * number(hops, i, "routers", 0)
	case_hops[of_row(hops, i, "case", "")] += number(hops, i, "packets", 0) * number(hops, i, "routers", 0)
}

function note_latency(   key)
{
	key = of_row(latencies, i, "case", "") SUBSEP of_row(latencies, i, "job", "")
	timed[key] += number(latencies, i, "messages", 0)
	slowest[key] = number(latencies, i, "high_s", 0)
	if (number(latencies, i, "low_s", 0) >= number(latencies, i, "high_s", 0))
		broken("latencies from " number(latencies, i, "low_s", 0) " to " number(latencies, i, "high_s", 0))
}

# so much and so much must be equal, or in a case with open-loop traffic not more
function agree(case_, what, less, more)
{
	if (open[case_] ? less > more : less != more)
		broken("case '" case_ "', " what ": " less " and " more)
}

function check_links(   key)
{
	for (key in carried) {
		if (shares[key] + 0 != carried[key] || share_bytes[key] + 0 != carried_bytes[key])
			broken("link " key ": jobs have " shares[key] + 0 " packets and " share_bytes[key] + 0 " bytes, the link " carried[key] " and " \
				carried_bytes[key])
	}
	for (key in shares)
		if (!(key in carried))
			broken("link " key " has jobs, and is none")
}

function check_places(   key, part)
{
	for (key in came) {
		split(key, part, SUBSEP)
		if (part[2] == "the nodes") {
			agree(part[1], "packets that nodes got and sent", came[key], left[key] + 0)
			agree(part[1], "bytes that nodes got and sent", came_bytes[key], left_bytes[key] + 0)
		} else {
			agree(part[1], part[2] ", packets out and in", left[key] + 0, came[key])
			agree(part[1], part[2] ", bytes out and in", left_bytes[key] + 0, came_bytes[key])
		}
	}
}

function check_cases(   case_)
{
	for (case_ in case_packets) {
		agree(case_, "packets that nodes got and jobs sent", came[case_, "the nodes"] + 0, case_packets[case_])
		agree(case_, "hops of packets and of links", case_hops[case_] + 0, passed[case_] + 0)
	}
}

function check_jobs(   case_, job, title, key, mean)
{
	for (i = 1; i <= rows[file]; i++) {
		case_ = of_row(file, i, "case", 1)
		job = of_row(file, i, "job", "")
		key = case_ SUBSEP job
		title = "case '" case_ "', job '" job "': "
		agree(case_, "job '" job "', packets by hops and in all", hop_packets[key] + 0, number(file, i, "packets", 0))
		mean = hop_packets[key] ? hop_sum[key] / hop_packets[key] : 0
		if (!open[case_] && (mean - number(file, i, "routers_mean", 0)) ^ 2 > 1e-12)
			broken(title mean " routers by --routers, routers_mean " number(file, i, "routers_mean", 0))
		if (timed[key] > number(file, i, "messages", 0))
			broken(title timed[key] " latencies of " number(file, i, "messages", 0) " messages")
		if (slowest[key] * (1 + 1e-8) < number(file, i, "latency_max_s", 0))
			broken(title "latencies up to " slowest[key] ", latency_max_s " number(file, i, "latency_max_s", 0))
	}
}

# What --stats counted in all cases.
function check_stats(   case_, any_open, hops_, entered, packets)
{
	load_table("stats.csv")
	for (case_ in case_packets) {
		any_open += open[case_]
		hops_ += passed[case_]
		entered += reached[case_]
		packets += case_packets[case_]
	}
	if (any_open ? number("stats.csv", 1, "packets", 0) < packets : number("stats.csv", 1, "packets", 0) != packets)
		broken("--stats: " of_row("stats.csv", 1, "packets", "") " packets, jobs have " packets)
	if (any_open ? number("stats.csv", 1, "packet_hops", 0) > entered : number("stats.csv", 1, "packet_hops", 0) != hops_)
		broken("--stats: " of_row("stats.csv", 1, "packet_hops", "") " hops, links carried " hops_)
}
