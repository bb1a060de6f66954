# jobs.awk -- draws a table of jobs, as a user might type it: any columns in any order, cells quoted or not, names of any kind.
# put(title, text) fills the row that is being drawn; write_table sets the rows in the end.

function put(title, text) { made[jobs, title] = text; titled[title] = 1 }

# What a user's own columns may hold.
function odd_text(   kind_of)
{
	kind_of = random_below(12)
	if (kind_of == 0) return ""
	if (kind_of == 1) return "a,b"
	if (kind_of == 2) return "say \"so\""
	if (kind_of == 3) return "two\nlines"
	if (kind_of == 4) return " blanks "
	if (kind_of == 5) return "#hopline 2"
	if (kind_of == 6) return "\303\274ber"
	if (kind_of == 7) return "0007"
	if (kind_of == 8) return "\""
	if (kind_of == 9) return "1e400"
	return "plain" random_below(100)
}

function case_name(c)
{
	if (case_style == 1) return "case, " c
	if (case_style == 2) return "#" c
	if (case_style == 3) return "n\303\244 \"" c "\""
	if (case_style == 4) return 1000 - c
	return c
}

function draw_table(   c, i)
{
	case_style = random_below(7)
	own_columns = random_from(0, 3)
	some_open = random_word("0 0 0 0.3 0.3 1")
	preplaced = random_yes(0.25) && !played && mapping != "topaware"
	with_class = random_yes(0.5)
	with_tasks = random_yes(0.8)
	cases_drawn = random_from(1, 4)
	for (c = 1; c <= cases_drawn; c++)
		draw_case(c)
	write_table()
}

function draw_case(c,   n, j, left, i)
{
	n = played ? random_from(2, 12) : random_from(1, 4)
	left = nodes_free
	closed_in_case = 0
	taken = 0
	for (i = 1; i <= nodes_free; i++)
		order[i] = free[i]
	random_shuffle(order, nodes_free)
	for (j = 1; j <= n && (left > 0 || j == 1); j++) {
		jobs++
		if (cases_drawn > 1)
			put("case", case_name(c))
		put("job", j == 3 && random_yes(0.3) ? "job \"three\", the third" : j)
		draw_job(played ? int(nodes_free / 2) + 1 : random_yes(0.1) ? left + 3 : left)
		left -= made[jobs, "nodes"]
		if (with_class)
			put("class", random_word("small large"))
		for (i = 1; i <= own_columns; i++)
			put(own_title(i), odd_text())
		if (played)
			draw_times()
		else if (preplaced)
			draw_preplaced()
	}
}

function own_title(i) { return i == 1 ? "note" : i == 2 ? "x,y" : "# of \"what\"" }

function draw_job(most)
{
	if (most < 1)
		most = 1
	if (mapping == "topaware" || policy == "topaware")
		draw_prism_job()
	else if (!played && mapping != "adaptive-layout" && random_yes(some_open))
		draw_open(most)
	else
		draw_closed(most)
	if (policy == "grap")
		draw_mode(made[jobs, "nodes"])
}

function draw_open(most,   nodes)
{
	nodes = random_from(most > 1 ? 2 : 1, most)
	put("nodes", nodes)
	put("pattern", pick("pattern", "open"))
	put("load", random_word("0.01 0.1 0.3 0.7 1"))
	if (!closed_in_case || random_yes(0.7)) {
		put("duration_s", random_word("5e-06 1e-05 0.00002"))
		put("warmup_s", random_word("0 5e-06 1e-05"))
	}
	if (random_yes(0.3))
		put("arrivals", random_word("periodic periodic exponential"))
	if (random_yes(0.5))
		put("bytes", random_word("64 256 1000 3000"))
}

# How grap is to spread a job, and over what in the modes that ask.
function draw_mode(nodes,   mode, groups, shares, i, left, share)
{
	mode = random_word("- - adaptive minimal-balance MINIMAL_BALANCE custom custom-balance")
	if (mode == "-")
		mode = ""
	put("mode", mode)
	groups = int((nodes + group_size - 1) / group_size)
	if (groups < 2 || mode !~ /^custom/)
		return
	groups += random_below(2)
	if (mode == "custom-balance" || random_yes(0.5))
		put("groups", groups)
	if (mode == "custom-balance")
		return
	for (left = nodes; groups; groups--) {	# none larger than a group, and so much that the rest fits
		share = groups == 1 ? left : random_from(left - (groups - 1) * group_size, group_size)
		if (share < 1 || left - share < groups - 1)
			share = 1
		left -= share
		shares = shares (shares == "" ? "" : " ") share
	}
	put("group_nodes", shares)
}

# The process grid is drawn first, and the nodes that hold it.
function draw_closed(most,   pattern, grid, tasks, nodes, least)
{
	pattern = mapping == "adaptive-layout" ? "lattice" : pick("pattern", "closed")
	while (cell_text && grid_of[pattern] !~ /^(0|3|1-4)$/ || cell_text && pattern ~ /fft3d|sub-alltoall/)
		pattern = pick("pattern", "closed")
	if (mapping != "adaptive-layout" && !cell_text && !grid_needed && random_yes(0.15))
		pattern = pick("pattern", "steps")
	most *= cores
	if (most > 40)
		most = 40
	if (pattern == "program" && ranks > most)
		pattern = "barrier"
	grid = grid_of[pattern]
	closed_in_case = 1
	put("pattern", pattern)
	tasks = pattern ~ /^(matrix|program)$/ ? ranks : random_from(1, most)
	if (pattern == "lattice")
		tasks = draw_sites(most)
	else if (pattern == "neighboring" || cell_text || grid_needed || (grid != 0 && grid != "steps" && random_yes(0.5)))
		tasks = draw_grid(pattern, grid, pattern == "matrix" ? ranks : 1, most)
	least = int((tasks + cores - 1) / cores)
	nodes = least + (random_yes(0.3) ? random_from(0, 2) : 0)
	put("nodes", nodes)
	if (with_tasks || tasks != nodes * cores || pattern ~ /^(matrix|program)$/)
		put("tasks", tasks)
	draw_messages(pattern, tasks)
}

# Sizes and times of a closed-loop job.
function draw_messages(pattern, tasks)
{
	if (pattern == "matrix") {
		put("matrix", "ranks.csv")
		if (random_yes(0.3))
			put("min_bytes", random_word("1 500 2000"))
	} else if (grid_of[pattern] == "steps")
		draw_steps(pattern)
	else if (pattern != "lattice" && random_yes(0.9))
		put("bytes", random_word("1 8 100 1000 1001 3000 5000"))
	if (pattern == "halo3d26" && random_yes(0.5)) {
		put("edge_bytes", random_word("1 128 2000"))
		put("corner_bytes", random_word("1 8 700"))
	}
	if (pattern ~ /^halo/ && random_yes(0.3))
		put("allreduce_bytes", random_word("8 1000"))
	if (pattern == "alltoall" && tasks > 1 && random_yes(0.3))
		put("rounds", random_from(1, tasks - 1))
	if (random_yes(0.5))
		put("iterations", random_from(1, 3))
	if (random_yes(0.3))
		put("compute_s", random_word("0 1e-06 2.5e-06"))
	if (random_yes(0.1))
		put("random_stream", random_word("alike other"))
}

# A program, or a collective by an algorithm whose messages are easily told.
function draw_steps(pattern)
{
	if (pattern == "program")
		put("program", "ring.goal")
	else
		put("algorithm", pattern ~ /^(reduce|barrier)$/ ? "linear" : "ring")
	if (pattern !~ /^(program|barrier)$/)
		put("bytes", random_word("1000 3000 5000"))
	if (random_yes(0.5))
		put("send_completes", random_word("posted left"))
}

# dims of a pattern, at least so many tasks and not more than `most` unless it must be; the tasks.
function draw_grid(pattern, grid, least, most,   n, d, tasks, text, tries, side)
{
	n = cell_text ? 3 : pattern ~ /fft3d|sub-alltoall/ ? 2 : grid ~ /^[234]$/ ? grid : random_from(1, 4)
	for (tries = 0; ; tries++) {
		tasks = 1
		text = ""
		for (d = 1; d <= n; d++) {
			side = (cell_text ? cell_part[d] : 1) * random_from(1, tries > 50 ? 1 : n == 1 ? most : int(most ^ (1 / n)) + 1)
			if (tries > 50 && d == 1 && tasks < least)
				side *= least
			tasks *= side
			text = text (d > 1 ? "x" : "") side
		}
		if ((tasks >= least && tasks <= most) || tries > 51)
			break
	}
	put("dims", text)
	if ((grid != 0 || random_yes(0.2)) && random_yes(0.4))
		put("periodic", some_axes(n))
	return tasks
}

function some_axes(n,   d, text)
{
	for (d = 1; d <= n; d++)
		if (random_yes(0.5))
			text = text substr("xyzw", d, 1)
	return text
}

# A lattice of sites and the grid of tasks that divides it; the tasks.
function draw_sites(most,   n, d, tasks, lattice, grid, side, sites)
{
	n = mapping == "adaptive-layout" ? dims + 1 : random_from(1, 4)
	tasks = 1
	for (d = 1; d <= n; d++) {
		if (mapping == "adaptive-layout")
			sites = (d <= dims ? extent[d] : seats * cores) + random_from(0, 3)
		else
			sites = random_from(1, n == 1 ? 40 : n == 2 ? 12 : 6)
		side = random_from(1, sites < 4 ? sites : 4)
		if (tasks * side > most)
			side = 1
		tasks *= side
		lattice = lattice (d > 1 ? "x" : "") sites
		grid = grid (d > 1 ? "x" : "") side
	}
	put("lattice", lattice)
	put("dims", grid)
	put("site_bytes", random_word("1 8 96 500"))
	if (random_yes(0.4))
		put("periodic", some_axes(n))
	return tasks
}

# A prism of routers, and a process grid of cells that fill them.
function draw_prism_job(   d, n, prism, pairs_along, grid, tasks, nodes, pattern)
{
	nodes = seats
	tasks = 1
	for (d = 1; d <= 3; d++) {
		n = random_from(1, extent[d])
		nodes *= n
		prism = prism (d > 1 ? "x" : "") n
		pairs_along[substr("xyz", d, 1)] = n
	}
	for (d = 1; d <= 3; d++) {	# dimension d goes along the axis that --axes says
		n = pairs_along[along == "" ? substr("xyz", d, 1) : substr(along, d, 1)] * cell_part[d]
		grid = grid (d > 1 ? "x" : "") n
		tasks *= n
	}
	put("prism", prism prism_start())
	put("nodes", nodes)
	do
		pattern = pick("pattern", "closed")
	while (grid_of[pattern] !~ /^(0|3|1-4)$/ || pattern ~ /fft3d|sub-alltoall|matrix/)
	put("pattern", pattern)
	put("dims", grid)
	put("tasks", tasks)
	draw_messages(pattern, tasks)
}

# Where a prism begins, and whether it may go on round the end of a ring.
function prism_start(   d, text)
{
	if (random_yes(0.2))
		for (d = 1; d <= 3; d++)
			text = text (d > 1 ? "+" : "@") random_below(extent[d])
	return text (kind == "torus" && random_yes(0.3) ? "w" : "")
}

function draw_times(   came)
{
	came = random_word("0 0 1 2.5 10 30.000001 100")
	put("submit_s", came)
	put("runtime_s", random_word("0 1 5 17.25 60 100 -1"))
	put("walltime_s", random_word("10 30 60 100 200 -1"))
	put("log_start_s", came + random_word("0 0 1 20 100"))
}

# A row may come with its nodes.
function draw_preplaced(   text, i, nodes)
{
	nodes = made[jobs, "nodes"]
	put("node_list", "")
	if (taken + nodes > nodes_free || random_yes(0.5))
		return
	for (i = 1; i <= nodes; i++)
		text = text (i > 1 ? " " : "") order[++taken]
	put("node_list", text)
	put("start_s", random_word("0 0 1e-06 3e-06"))
}

# A cell as CSV has it: quotes where it needs them, and sometimes where it does not.
function as_cell(text, first)
{
	if (text ~ /[",\n]/ || (first && text ~ /^#/) || random_yes(0.1)) {
		gsub(/"/, "\"\"", text)
		return "\"" text "\""
	}
	return text
}

function write_table(   title, titles, i, j, end, line)
{
	for (i in titled)
		title[++titles] = i
	sort_texts(title, titles)
	random_shuffle(title, titles)
	end = random_yes(0.1) ? "\r\n" : "\n"
	if (random_yes(0.05))
		printf "\357\273\277" >"0.csv"
	if (!machine_option) {
		printf "#hopline 1%s#machine %s%s", end, spec, end >"0.csv"
		if (random_yes(0.2))
			printf "# drawn, not measured%s", end >"0.csv"
	}
	for (j = 0; j <= jobs; j++) {
		line = ""
		for (i = 1; i <= titles; i++)
			line = line (i > 1 ? "," : "") as_cell(j ? made[j, title[i]] : title[i], i == 1)
		printf "%s%s", line, j == jobs && random_yes(0.2) ? "" : end >"0.csv"
	}
	close("0.csv")
}

# Into the order of bytes: that of "in" is awk's own matter.
function sort_texts(item, n,   i, j, held)
{
	for (i = 2; i <= n; i++) {
		held = item[i]
		for (j = i - 1; j > 0 && item[j] > held; j--)
			item[j + 1] = item[j]
		item[j + 1] = held
	}
}
