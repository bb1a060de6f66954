# apart.awk -- policies that keep jobs apart: awk -v file=RESULT -v links=… -v job_links=… -v options='netsim …'
#
# Under routings for which hopline-policies.7 says so no link between routers is used by two jobs, those aside that came with their nodes and the
# background.

BEGIN {
	load_table(file)
	for (i = 1; i <= rows[file]; i++) {
		routing = of_row(file, i, "routing", "")
		if (keeps_apart(of_row(file, i, "alloc", "")))
			apart[of_row(file, i, "case", 1), of_row(file, i, "job", "")] = 1
	}
	load_table(links)
	for (i = 1; i <= rows[links]; i++)
		if (of_row(links, i, "class", "") != "node")
			between[of_row(links, i, "case", ""), of_row(links, i, "link", "")] = 1
	load_table(job_links)
	for (i = 1; i <= rows[job_links]; i++)
		check_link(of_row(job_links, i, "case", ""), of_row(job_links, i, "job", ""), of_row(job_links, i, "link", ""))
	exit breaches > 0
}

function keeps_apart(policy)
{
	if (policy ~ /^em-/)
		return routing ~ /^(dimension-order|adaptive)$/
	if (policy == "ft-isolated")
		return routing ~ /^(d-mod-k|adaptive)$/
	return policy == "df-group" || policy == "sf-subgroup" && routing == "minimal"
}

function check_link(case_, job, link)
{
	if (!((case_, job) in apart) || !((case_, link) in between))
		return
	if ((case_, link) in user)
		broken("case '" case_ "', link " link ": jobs '" user[case_, link] "' and '" job "' share it under " routing)
	user[case_, link] = job
}
