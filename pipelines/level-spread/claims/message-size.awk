# message-size -- LS-12: messages of 1 KB and of 100 KB, wherever both were run.

function message_size(v,    n, m, moves, folds, low, high) {
	n = drift(v, "series=tables bytes=1000", "bytes", 100000, moves, folds)
	if (!n) return
	m = folds["count"]
	low = quantile(folds, m, 0.05)
	high = quantile(folds, m, 0.95)
	put(v, 1, sprintf("%.0f", quantile(folds, m, 0.5)))
	put(v, 2, percent(quantile(moves, n, 0.5))); put(v, 3, percent(quantile(moves, n, 0.95)))
	judge(v, ((low >= 80 && high <= 125) + negligible(moves, n)) / 2)
	tell(v, sprintf("%d times; 90%% of them %.0f to %.0f fold", m, low, high))
}

END {
	for (v = 1; v <= variants; v++) message_size(v)
	claim("LS-12", "#x; change # (95%: #)", \
		"90% of the times grow 80 to 125 fold, and the times relative to Simple's change negligibly (by a median below 5%, 95% of them by less than 15%); partly when one of these is so")
}
