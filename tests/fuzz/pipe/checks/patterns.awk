# patterns.awk -- what a closed-loop job sends, told again from hopline-patterns.7 and hopline-stream.5 alone, in one iteration.
#
# sends(…) adds up one message after the other: messages, bytes, packets, crossing (messages between nodes), and what leaves and comes
# to each node.  Patterns that are drawn have drawn set: "pairs", "rounds" and "steps" know messages and bytes, "sizes" only bounds of bytes.

function sends(from, to, bytes,   cut)
{
	messages++
	payload += bytes
	if (int(at_node[from] / domain) == int(at_node[to] / domain))	# it stays off the routers
		return
	cut = bytes ? int((bytes + packet - 1) / packet) : 1
	crossing++
	packets += cut
	out_packets[at_node[from]] += cut
	out_bytes[at_node[from]] += bytes
	in_packets[at_node[to]] += cut
	in_bytes[at_node[to]] += bytes
}

function largest_divisor(n, limit)
{
	while (n % limit)
		limit--
	return limit
}

# The grid of n tasks in d dimensions whose extents, none below `least`, have the least sum, of equal ones the least x:
# cubic[1 … d], x first.
function cubic_grid(n, d)
{
	split("", cubic)
	cubic_sum = 0
	try_grid(n, d, 1, 0)
}

function try_grid(n, d, least, sum,   f, i)
{
	trial[d] = n
	if (d == 1) {
		if (n >= least && (!cubic_sum || sum + n < cubic_sum || (sum + n == cubic_sum && n < cubic[1]))) {
			cubic_sum = sum + n
			for (i in trial)
				cubic[i] = trial[i]
		}
		return
	}
	for (f = least; f ^ d <= n; f++)
		if (n % f == 0) {
			trial[d] = f
			try_grid(n / f, d - 1, f, sum + f)
		}
}

# dims as given, else the most cubic grid of d dimensions: grid[1 … grids].
function read_grid(text, tasks, d,   part)
{
	split("", grid)
	split("", trial)
	if (text == "") {
		grids = d
		cubic_grid(tasks, d)
		for (d in cubic)
			grid[d] = cubic[d]
		return
	}
	grids = split(text, part, "x")
	for (d = 1; d <= grids; d++)
		grid[d] = part[d] + 0
}

# The task that is `step` on from a task in dimension d; -1 where there is none.
function neighbour(task, d, step, around,   stride, i, place)
{
	stride = 1
	for (i = 1; i < d; i++)
		stride *= grid[i]
	place = int(task / stride) % grid[d]
	if (around ? grid[d] == 1 : place + step < 0 || place + step >= grid[d])
		return -1
	return task + ((place + step + grid[d]) % grid[d] - place) * stride
}

function count_faces(tasks, bytes, around,   t, d, step, to)
{
	for (t = 0; t < tasks; t++)
		for (d = 1; d <= grids; d++)
			for (step = -1; step <= 1; step += 2)
				if ((to = neighbour(t, d, step, index(around, substr("xyzw", d, 1)))) >= 0)
					sends(t, to, bytes)
}

function count_halo3d26(tasks, bytes, edge, corner, around,   t, x, y, z, to, n)
{
	for (t = 0; t < tasks; t++)
		for (x = -1; x <= 1; x++)
			for (y = -1; y <= 1; y++)
				for (z = -1; z <= 1; z++) {
					n = (x != 0) + (y != 0) + (z != 0)
					to = x ? neighbour(t, 1, x, index(around, "x")) : t
					to = to >= 0 && y ? neighbour(to, 2, y, index(around, "y")) : to
					to = to >= 0 && z ? neighbour(to, 3, z, index(around, "z")) : to
					if (n && to >= 0)
						sends(t, to, n == 1 ? bytes : n == 2 ? edge : corner)
				}
}

# All to all within the rows of a grid so wide, then within its columns.
function count_lines(tasks, bytes, width,   i, j)
{
	for (i = 0; i < tasks; i++)
		for (j = 0; j < tasks; j++)
			if (i != j && (int(i / width) == int(j / width) || i % width == j % width))
				sends(i, j, bytes)
}

function width_of(pattern, dims_text, tasks,   w)
{
	read_grid(dims_text, tasks, 2)
	if (dims_text != "")
		return grid[1]
	if (pattern == "fft3d")
		return tasks / largest_divisor(tasks, 4)
	if (grid[1] <= 2 * grid[2])
		return grid[1]
	for (w = 1; w * w < tasks; )
		w++
	return w
}

# The lines src,dst,bytes of a file, without pairs that exchange less than `least`.
function count_matrix(path, least,   line, part, sum, key)
{
	while ((getline line <path) > 0)
		if (split(line, part, ",") == 3 && part[1] ~ /^[0-9]+$/)
			sum[part[1] + 0, part[2] + 0] += part[3]
	close(path)
	for (key in sum) {
		split(key, part, SUBSEP)
		if (sum[key] + ((part[2], part[1]) in sum ? sum[part[2], part[1]] : 0) >= least)
			sends(part[1] + 0, part[2] + 0, sum[key])
	}
}

# Which part of `parts` parts of n things has the i-th.
function part_of(i, n, parts,   b)
{
	for (b = int(i * parts / n); int((b + 1) * n / parts) <= i; )
		b++
	while (int(b * n / parts) > i)
		b--
	return b
}

# Who holds the blocks of a lattice: holder[block], as volumes says it, else block i is task i's.
function read_volumes(text,   at, list, n, i, k, part, count)
{
	at = index(text, " ")
	read_grid(substr(text, 1, at - 1), 0, 0)
	n = split(substr(text, at + 1), list, " ")
	count = 0
	for (i = 1; i <= n; i++) {
		if (list[i] ~ /\//) {
			split(list[i], part, "/")
			for (k = 1; k <= 4; k++)
				holder[count, k - 1] = part[k]
			holder[count++] = "split"
		} else {
			k = read_list(list[i], part)
			for (at = 0; at < k; at++)
				holder[count++] = part[at]
		}
	}
}

# The task that holds a site: place[1 … grids] of sites[1 … grids].
function holder_of(   d, block, stride, b, low, high, second)
{
	block = 0
	stride = 1
	for (d = 1; d <= grids; d++) {
		b = part_of(place[d], sites[d], grid[d])
		if (d == 2)
			second = b
		block += b * stride
		stride *= grid[d]
	}
	if (!(block in holder))
		return block
	if (holder[block] != "split")
		return holder[block]
	low = int(second * sites[2] / grid[2])
	high = int((second + 1) * sites[2] / grid[2])
	return holder[block, part_of(place[2] - low, high - low, 4)]
}

# Site by site: what crosses from one task to another in one direction of one dimension is one message.
function count_lattice(lattice, volumes, dims_text, tasks, bytes, around,   all, n, s, d, rest, stride, step, next_, key, part)
{
	split("", holder)
	split("", held)
	split("", crossed)
	n = split(lattice, sites, "x")
	if (volumes != "")
		read_volumes(volumes)
	else
		read_grid(dims_text, tasks, n)
	all = 1
	for (d = 1; d <= n; d++)
		all *= sites[d]
	for (s = 0; s < all; s++) {
		rest = s
		for (d = 1; d <= n; d++) {
			place[d] = rest % sites[d]
			rest = int(rest / sites[d])
		}
		held[s] = holder_of()
	}
	for (s = 0; s < all; s++) {
		stride = 1
		for (d = 1; d <= n; d++) {
			for (step = -1; step <= 1; step += 2) {
				rest = int(s / stride) % sites[d]
				if ((rest + step < 0 || rest + step >= sites[d]) && !index(around, substr("xyzw", d, 1)))
					continue
				next_ = s + ((rest + step + sites[d]) % sites[d] - rest) * stride
				if (held[s] != held[next_])
					crossed[held[s], held[next_], d, step] += bytes
			}
			stride *= sites[d]
		}
	}
	for (key in crossed) {
		split(key, part, SUBSEP)
		sends(part[1], part[2], crossed[key])
	}
}

function count_alltoall(tasks, bytes,   i, j)
{
	for (i = 0; i < tasks; i++)
		for (j = 0; j < tasks; j++)
			if (i != j)
				sends(i, j, bytes)
}

# So many messages of that size that nobody knows between whom.
function count_drawn(n, bytes, why)
{
	drawn = why
	messages = n
	payload = n * bytes
}

function count_tree(tasks, bytes, both,   t)
{
	for (t = 1; t < tasks; t++) {
		sends(int((t - 1) / 2), t, bytes)
		if (both)
			sends(t, int((t - 1) / 2), bytes)
	}
}

# One iteration of row i of the table `file`, for tasks that are at_node[0 … tasks - 1].
function count_pattern(file, i, tasks, rounds_one_by_one,   pattern, bytes, dims_text, around, k)
{
	messages = payload = packets = crossing = 0
	drawn = ""
	split("", out_packets)
	split("", out_bytes)
	split("", in_packets)
	split("", in_bytes)
	pattern = of_row(file, i, "pattern", "")
	bytes = number(file, i, "bytes", 1000)
	dims_text = of_row(file, i, "dims", "")
	around = of_row(file, i, "periodic", pattern == "neighboring" ? "xyzw" : "")
	if (pattern == "alltoall" && number(file, i, "rounds", tasks - 1) < tasks - 1)
		count_drawn(tasks * number(file, i, "rounds", 0), bytes, "rounds")
	else if (pattern == "alltoall" || (pattern == "spread" && tasks <= 17))
		count_alltoall(tasks, bytes)
	else if (pattern == "spread")
		count_drawn(tasks * 16, bytes, "pairs")
	else if (pattern == "pairs")
		count_drawn(2 * int(tasks / 2), bytes, "pairs")
	else if (pattern == "unstructured")
		count_drawn(tasks <= 13 ? tasks * (tasks - 1) : tasks * 12, bytes, "sizes")
	else if (pattern == "broadcast" && rounds_one_by_one)
		count_tree(tasks, bytes, 0)
	else if (pattern == "broadcast") {
		for (k = 1; k < tasks; k++)
			sends(0, k, bytes)
	} else if (pattern == "fft3d" || pattern == "sub-alltoall")
		count_lines(tasks, bytes, width_of(pattern, dims_text, tasks))
	else if (pattern == "matrix")
		count_matrix(of_row(file, i, "matrix", ""), number(file, i, "min_bytes", 0))
	else if (pattern ~ /^(program|allreduce|reduce-scatter|allgather|reduce|barrier)$/)
		count_steps(file, i, pattern, tasks, bytes)
	else if (pattern == "lattice")
		count_lattice(of_row(file, i, "lattice", ""), of_row(file, i, "volumes", ""), dims_text, tasks, number(file, i, "site_bytes", 0), around)
	else
		count_halo(file, i, pattern, tasks, bytes, dims_text, around)
}

# Collectives by the algorithms that are drawn, rings and straight to task 0, and the program that pipe.awk writes.
function count_steps(file, i, pattern, tasks, bytes,   k, step, line, ranks)
{
	if (pattern == "program") {
		getline line <of_row(file, i, "program", "")
		close(of_row(file, i, "program", ""))
		ranks = substr(line, length("num_ranks ") + 1) + 0
		for (k = 0; k < ranks; k++)
			sends(k, (k + 1) % ranks, 700)
	} else if (pattern == "allreduce" && tasks > 1) {
		count_drawn(2 * tasks * (tasks - 1), bytes, "steps")
		payload = 2 * (tasks - 1) * bytes
	} else if (pattern ~ /^(reduce-scatter|allgather)$/)
		for (step = 1; step < tasks; step++)
			for (k = 0; k < tasks; k++)
				sends(k, (k + 1) % tasks, bytes)
	else
		for (k = 1; k < tasks; k++) {
			sends(k, 0, pattern == "barrier" ? 0 : bytes)
			if (pattern == "barrier")
				sends(0, k, 0)
		}
}

function count_halo(file, i, pattern, tasks, bytes, dims_text, around)
{
	read_grid(dims_text, tasks, pattern == "halo2d" ? 2 : 3)
	if (pattern == "halo3d26")
		count_halo3d26(tasks, bytes, number(file, i, "edge_bytes", bytes), number(file, i, "corner_bytes", bytes), around)
	else if (pattern ~ /^(halo2d|halo3d|stencil|cartesian|neighboring)$/)
		count_faces(tasks, bytes, around)
	else
		broken("pattern '" pattern "' is not known here: checks/patterns.awk must learn it")
	if (pattern ~ /^halo/ && of_row(file, i, "allreduce_bytes", "") != "")
		count_tree(tasks, of_row(file, i, "allreduce_bytes", ""), 1)
}
