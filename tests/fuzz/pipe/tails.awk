# tails.awk -- draws what metrics is asked of the result: two questions of those that fit it.

function draw_tails(   question, n, i, last)
{
	last = stages ".csv"
	n = played ? schedule_questions(question, last) : result_questions(question, last)
	question[++n] = "metrics select --where nodes<=" random_from(0, 9) " " last
	question[++n] = "metrics select --columns nodes,job,pattern " last
	question[++n] = "metrics machine --machine " spec option(0.5, "set router-latency=1ns")
	random_shuffle(question, n)
	for (i = 1; i <= 2; i++)
		print question[i] >"tails"
}

function schedule_questions(question, last,   i, series, fragments)
{
	fragments = command_at[1] ~ /--fragments/ ? option(0.5, "fragments fragments.csv") : ""
	for (i = 1; i <= 3; i++) {
		series = random_yes(0.3)
		question[i] = "metrics schedule " last (series ? " --series" : option(0.3, "per " random_word("week month") " --since " random_word( \
			"2019-01-01 1546300800")) fragments) option(0.3, "from " random_word("0 5 31.5")) option(0.3, "to " random_word("50 300000")) \
			option(0.3, "every " random_word("7s 90s")) option(0.3, "bound " random_word("1s 60s")) \
			(fragments == "" ? option(0.2, "by alloc") : "")
	}
	return 3
}

function result_questions(question, last,   n)
{
	question[++n] = "metrics rate " last option(0.3, "by " random_word(story == "launched" ? "routing" : "alloc routing"))
	question[++n] = "metrics links links.csv" option(0.3, "by case")
	question[++n] = "metrics interference --job-links job-links.csv " last option(0.4, "window " random_from(1, 3)) \
		(command_at[stages] ~ /--no-preamble/ ? " --machine " spec : "")
	question[++n] = "metrics summary --of packets,messages " last option(0.5, "by " random_word("routing routing,pattern"))
	question[++n] = "metrics program " last option(0.5, "schedule mpi") (command_at[stages] ~ /--no-preamble/ ? " --machine " spec : "")
	question[++n] = "metrics select --where class=node --where packets>0 links.csv"
	question[++n] = "metrics select --where case~. --where packets!=0 job-links.csv"
	return n
}
