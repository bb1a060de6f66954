# lists -- lists of the stream, and lists in order.

# expand(TEXT, ITEM): the numbers of a list of the stream ("3-5 8x2"), in item[1], item[2] and so on; how many.
function expand(text, item,    n, i, k, v, x, many, words, word, ends, end) {
	words = split(text, word, " ")
	for (i = 1; i <= words; i++) {
		many = 1
		if (x = index(word[i], "x")) { many = substr(word[i], x + 1) + 0; word[i] = substr(word[i], 1, x - 1) }
		ends = split(word[i], end, "-")
		for (v = end[1] + 0; v <= end[ends] + 0; v++)
			for (k = 0; k < many; k++) item[++n] = v
	}
	return n
}

# Shellsort of list[1..n]; what insertion sort does would take seconds where lists are long.
function in_order(list, n,    gap, i, j, x) {
	for (gap = int(n / 2); gap > 0; gap = int(gap / 2))
		for (i = gap + 1; i <= n; i++) {
			x = list[i]
			for (j = i; j > gap && list[j - gap] > x; j -= gap) list[j] = list[j - gap]
			list[j] = x
		}
}
