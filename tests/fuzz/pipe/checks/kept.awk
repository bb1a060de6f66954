# kept.awk -- what a tool does not know travels: awk -v played=N -f table.awk -f kept.awk, where `stages` and the tables are
#
# The columns of the table before a stage stand in the table after it, in their order and at the left, with the same cells; what is new is
# the tool's own.  Rows stay in their order; only background adds some.

BEGIN {
	owned["alloc"] = " alloc start_s end_s reconfigured node_list prism prism_start planes_skipped rows_skipped prism_hops mode circuit_groups " \
		"comm_share runtime_alone_s network_slowdown network_slowdown_max placement_slowdown contention_slowdown communication_slowdown work_lost_s at_limit "
	owned["map"] = " map task_nodes volumes circuits circuit_load circuit_bound "
	owned["netsim"] = " routing router speedup crossbar_bits_per_s output_buffer_bytes schedule comm_time_s messages comm_bytes packets routers_mean latency_mean_s latency_p99_s" \
		" latency_max_s accepted_load saturated iteration_time_s iteration_time_half_s iterations_done played_start_s played_end_s "
	owned["background"] = " case job nodes pattern load bytes start_s warmup_s node_list "
	owned["metrics"] = " pairs links_mean hops_max hop_bytes weighted_hops inside_bytes fullest_link_s "
	load_table("0.csv")
	for (k = 1; k <= played; k++) {
		getline tool <"stages"
		check_stage((k - 1) ".csv", k ".csv")
	}
	exit breaches > 0
}

function check_stage(table_before, table_after)
{
	before = table_before
	after = table_after
	split(tool, word, " ")
	background = word[2] == "background"
	mine = owned[background ? "background" : word[1]]
	dropped = word[1] == "netsim" && tool !~ /--keep-lists/ ? " node_list task_nodes volumes circuits " : " "
	load_table(after)
	check_header()
	i = 0
	for (j = 1; j <= rows[after] && breaches < 5; j++)
		check_row()
	if (i < rows[before])
		broken("rows: " i " of " rows[before] " are left")
}

function among(names, title) { return index(names, " " title " ") > 0 }

function check_header(   c, at)
{
	for (c = 1; c <= columns[before]; c++)
		if (!among(dropped, name[before, c]) && name[before, c] != name[after, ++at])
			broken("column '" name[before, c] "' is not where it was")
	while (++at <= columns[after])
		if (!among(mine, name[after, at]))
			broken("a new column '" name[after, at] "'")
}

# A row added by background has nothing but what that says.
function added(   c, name_of_added)
{
	name_of_added = match(tool, /--job [^ ]+/) ? substr(tool, RSTART + 6, RLENGTH - 6) : "background"
	if (!background || of_row(after, j, "job", "") != name_of_added)
		return 0
	for (c = 1; c <= columns[after]; c++)
		if (!among(mine, name[after, c]) && row[after, j, name[after, c]] != "")
			broken("the background has '" name[after, c] "'")
	return 1
}

# A column of the tool's own that it leaves as it is: in rows that come with nodes, and those that background did not add.
function stays(title)
{
	if (background)
		return title != "start_s"
	return word[1] == "alloc" && title ~ /^(alloc|start_s|node_list)$/ && of_row(before, i, "node_list", "") != ""
}

function check_row(   c, title)
{
	if (added())
		return
	i++
	for (c = 1; c <= columns[before]; c++) {
		title = name[before, c]
		if (among(dropped, title) || (among(mine, title) && !stays(title)))
			continue
		if (row[before, i, title] "" != row[after, j, title] "")
			broken("row " i ", " title ": '" row[before, i, title] "' became '" row[after, j, title] "'")
	}
}
