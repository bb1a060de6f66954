# atlas -- GS-03 to GS-05 and GS-14: the jobs of the Atlas log.
#
# A bin of atlas-bins.csv is a point of Fig. 6 and 8; all bins are all jobs.  A row of ties.csv is a sample of them under one reading.

BEGIN {
	needed["atlas_bins"] = "nodes_from nodes_to jobs nodes_mean better worse swaps_mean over_limit"
	needed["ties"] = "lattice tie rank_tie jobs better worse"
	needed["atlas_2144"] = "job swaps links_mean"
	slope = 0.35
}

kind == "atlas_bins" {
	bin_jobs[++bins] = number("jobs")
	bin_nodes[bins] = number("nodes_mean")
	bin_swaps[bins] = number("swaps_mean")
	bin_name[bins] = $at["nodes_from"] " to " $at["nodes_to"] " nodes"
	log_jobs += number("jobs")
	log_better += number("better")
	log_worse += number("worse")
	over_limit += number("over_limit")
}

kind == "ties" {
	readings++
	reading_jobs = number("jobs")
	reading_worse += number("worse")
	lattice = $at["lattice"]
	sub(/:k=/, " ", lattice)
	if ($at["lattice"] == "mesh:k=24x24x16" && $at["tie"] == "machine" && $at["rank_tie"] == "asc") { main_jobs = reading_jobs; main_better = number("better") }
	reading[readings] = lattice " " $at["tie"] ($at["rank_tie"] == "desc" ? " descending " : " ") percent(number("better") / reading_jobs)
}

# A line a hundred swaps: first and last say what all swaps of the job gain.
kind == "atlas_2144" {
	k = ++lines[$at["job"]]
	swaps_at[$at["job"], k] = number("swaps")
	hops_at[$at["job"], k] = number("links_mean")
}

# The correlation of nodes and swaps of the bins, each bin as often as it has jobs, or once (alike).
function correlation(alike,    i, w, n, x, y, sx, sy, sxx, syy, sxy) {
	for (i = 1; i <= bins; i++) {
		w = alike ? 1 : bin_jobs[i]; x = bin_nodes[i]; y = bin_swaps[i]
		n += w; sx += w * x; sy += w * y; sxx += w * x * x; syy += w * y * y; sxy += w * x * y
	}
	return n * sxx > sx * sx && n * syy > sy * sy ? (n * sxy - sx * sy) / sqrt((n * sxx - sx * sx) * (n * syy - sy * sy)) : 0
}

function below_slope(    i, below) {
	for (i = 1; i <= bins; i++)
		if (bin_swaps[i] < slope * bin_nodes[i]) { below++; jobs_below += bin_jobs[i] }
		else tell(bin_name[i] ": " sprintf("%.2f n in %d job%s", bin_swaps[i] / bin_nodes[i], bin_jobs[i], bin_jobs[i] == 1 ? "" : "s"))
	judge(2 * below > bins)
	tell("those below have " percent(jobs_below / log_jobs) " of the jobs; with each average counted once the correlation is " sprintf("%.2f", correlation(1)))
	judge(correlation() >= 0.5)
	return below + 0
}

# How far, in points, the share of the gain is from the share of the swaps, over all lines of all jobs.
function farthest(    job, k, n, x, far) {
	for (job in lines) {
		n = lines[job]
		jobs_2144++
		for (k = 2; k < n; k++) {
			x = (hops_at[job, 1] - hops_at[job, k]) / (hops_at[job, 1] - hops_at[job, n]) - swaps_at[job, k] / swaps_at[job, n]
			if (x < 0) x = -x
			if (x > far) far = x
		}
	}
	return 100 * far
}

END {
	if (log_jobs) {
		judge(!log_worse)
		if (readings) {
			judge(!reading_worse)
			tell(reading_worse " of " readings * reading_jobs " in the sample under " readings " readings")
		}
	}
	claim("GS-03", log_worse + 0 " of " log_jobs " jobs above", "No job's average hops are above GEOM's")

	if (log_jobs) {
		if (main_jobs) tell("Of the jobs of atlas-bins.csv " percent(log_better / log_jobs) " of " log_jobs)
		else { main_jobs = log_jobs; main_better = log_better }
		judge(near(main_better / main_jobs, 0.497, 3))
		for (i = 1; i <= readings; i++) shares = shares (i > 1 ? ", " : "") reading[i]
		if (readings) tell("Of " reading_jobs " jobs by mesh and where ties go: " shares)
		if (paper_readings) tell("Under the readings: " readings_text("better"))
	}
	claim("GS-04", percent(main_jobs ? main_better / main_jobs : 0) " of " main_jobs " jobs", "The share of jobs with fewer hops, under the main reading, is within 3 points of the paper (our tolerance)")

	if (bins) {
		text = below_slope() " of " bins " averages below " slope " n"
		text = text "; correlation with size " sprintf("%.2f", correlation())
		tell(over_limit " of " log_jobs " jobs need more than 0.35 n + 20 swaps")
	}
	claim("GS-05", text, "Of the averages over 200 sizes of job more than half are below 0.35 n, and their correlation with the size, each as often as it has jobs, is at least 0.5 (our tolerance)")

	x = farthest()
	if (jobs_2144) judge(x <= 15)
	claim("GS-14", sprintf("within %.1f points in %d jobs", x, jobs_2144), "In the jobs of 2,144 nodes, every 100 swaps, the share of the gain so far is within 15 points of the share of the swaps so far (our tolerance for \"roughly\")")
}
