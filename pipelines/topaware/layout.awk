# layout -- how many blocks each task of an Adaptive Layout holds: a row of the tasks, the blocks, and the least, mean and most blocks of a task,
# a part of a block that is split in four counting a quarter.
#	awk -f layout.awk TABLE		(map --algorithm adaptive-layout; one job)

BEGIN { FS = OFS = "," }
/^#/ { next }
!header { for (i = 1; i <= NF; i++) at[$i] = i; header = 1; next }
{
	tasks = $at["tasks"]
	n = split($at["volumes"], item, " ")
	for (i = 2; i <= n; i++) {
		many = 1
		word = item[i]
		parts = split(word, part, "/")
		if (parts > 1) {
			if (x = index(part[parts], "x")) { many = substr(part[parts], x + 1); part[parts] = substr(part[parts], 1, x - 1) }
			for (k = 1; k <= parts; k++) held[part[k]] += many
			split_blocks += many
			blocks += many
			continue
		}
		if (x = index(word, "x")) { many = substr(word, x + 1); word = substr(word, 1, x - 1) }
		last = split(word, end, "-") == 2 ? end[2] : word
		for (v = word + 0 == word ? word + 0 : end[1] + 0; v <= last + 0; v++) { held[v] += 4 * many; blocks += many }
	}
}
END {
	for (v = 0; v < tasks; v++) {
		x = held[v] / 4
		if (v == 0 || x < least) least = x
		if (x > most) most = x
	}
	print "tasks", "blocks", "split_blocks", "least", "mean", "most"
	printf "%d,%d,%d,%.9g,%.9g,%.9g\n", tasks, blocks, split_blocks, least, blocks / tasks, most
}
