# summary.awk -- what `metrics summary --by case --of comm_time_s` says is what the rows say: awk -v file=RESULT -v summary=TABLE

BEGIN {
	load_table(file)
	load_table(summary)
	for (i = 1; i <= rows[file]; i++) {
		group = of_row(file, i, "case", "")
		text = of_row(file, i, "comm_time_s", "")
		if (!(group in seen))
			groups[++n] = group
		seen[group] = 1
		if (text == "") {
			empty[group]++
			continue
		}
		count[group]++
		sum[group] += text
		if (!(group in least) || text + 0 < least[group])
			least[group] = text + 0
		if (text + 0 > most[group])
			most[group] = text + 0
	}
	if (rows[summary] != n)
		broken(rows[summary] " groups, of " n)
	for (i = 1; i <= n && i <= rows[summary]; i++)
		check(groups[i])
	exit breaches > 0
}

function check(group)
{
	if (of_row(summary, i, "case", "") "" != group "")
		broken("group " i " is '" of_row(summary, i, "case", "") "', not '" group "'")
	same("count", count[group] + 0)
	same("empty", empty[group] + 0)
	if (count[group]) {
		same("mean", sum[group] / count[group])
		same("min", least[group])
		same("max", most[group])
	}
}

function same(title, want,   got)
{
	got = number(summary, i, title, 0)
	if ((got - want) ^ 2 > (want * 1e-8) ^ 2)
		broken("case '" groups[i] "': " title " " got ", by the rows " want)
}
