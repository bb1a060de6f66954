# readings -- what several readings of the paper come to, for the claims that hang on them (readings.csv).

BEGIN { needed["readings"] = "reading jobs better worse swaps_mean cube_swaps rank_fewer best_fewer rank_hops best_hops" }

kind == "readings" {
	paper_reading[++paper_readings] = $at["reading"]
	reading_is["better", paper_readings] = percent(number("better") / number("jobs"))
	reading_is["cube", paper_readings] = sprintf("%.3f n", number("cube_swaps") / 512)
	reading_is["rank", paper_readings] = percent(number("rank_fewer"))
	reading_is["best", paper_readings] = percent(number("best_fewer"))
}

# Each reading, and what it comes to.
function readings_text(what,    i, text) {
	for (i = 1; i <= paper_readings; i++) text = text (i > 1 ? ", " : "") paper_reading[i] " " reading_is[what, i]
	return text
}
