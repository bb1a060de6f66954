# moves -- what moves the numbers: some claims' in all settings, a row a setting.
#	awk -f moves.awk MEANS CONTESTS

BEGIN { FS = OFS = ","; print "setting,workloads,LS-02,LS-14,LS-15,LS-15_half,LS-16,LS-16_half,LS-20_better,LS-20_worse,LS-20_better_as_published,LS-20_worse_as_published" }
FNR == 1 { split("", at); for (i = 1; i <= NF; i++) at[$i] = i; next }
function percent(x) { return x == "" ? "" : sprintf("%.1f%%", 100 * x) }
NR == FNR {
	if ($at["series"] == "pair" && $at["workload"] == "quarters") time[$at["variant"], $at["alloc"]] = $at["mean_s"]
	next
}
$at["series"] == "random" && $at["order"] == "small" {
	s = $at["setting"]
	if (!(s in seen)) { seen[s]; setting[++settings] = s }
	if ($at["alloc"] == "all") {
		workloads[s] = $at["workloads"]
		all[s] = percent($at["other_better_share"]) OFS percent($at["baseline_better_share"]) OFS percent($at["baseline_better_half"]) OFS \
			percent($at["mean_cut"]) OFS percent($at["cut_half"])
	} else if ($at["alloc"] ~ /^jokanovic/)
		rival[s, $at["alloc"]] = percent($at["baseline_better_share"]) OFS percent($at["other_better_share"])
}
END {
	for (i = 1; i <= settings; i++) {
		s = setting[i]
		pair = time[s, "rdg"] ? percent(1 - time[s, "rdn"] / time[s, "rdg"]) : ""
		print s, workloads[s], pair, all[s], rival[s, "jokanovic"], rival[s, "jokanovic-as-published"]
	}
}
