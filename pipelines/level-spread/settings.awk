# settings -- the results of random workloads, once for each setting that they belong to.
#	awk -f settings.awk RESULTS RESULTS
#
# A setting is a row of variants.csv, or the main one with another time than the last task's, with one repeat, or with as many workloads and
# repeats as the others have.  The authors' program prints when task 0 ended; of a broadcast, when the last one had.  Mixed workloads have no
# pattern.

BEGIN { FS = OFS = "," }
FNR == 1 {
	for (i = 1; i <= NF; i++) at[$i] = i
	if (NR > 1) print "setting,series,order,pattern,case,rep,alloc,class,mean_s"
	next
}
NR == FNR {
	if ($at["variant"] == "main") next
	if ($at["case"] + 0 > workloads) workloads = $at["case"] + 0
	if ($at["rep"] + 0 > repeats) repeats = $at["rep"] + 0
	next
}
function row(setting, time) {
	print setting, $at["series"], $at["order"], $at["series"] == "random" ? "" : $at["pattern"], $at["case"], $at["rep"], $at["alloc"], $at["class"], $at[time]
}
{ row($at["variant"], "mean_s") }
$at["variant"] == "main" && $at["series"] == "random" && $at["order"] == "small" {
	row("task-0", $at["pattern"] == "broadcast" ? "mean_s" : "first_s")
	row("mean-task", "tasks_s")
	if ($at["rep"] == 1) row("one-repeat", "mean_s")
	if ($at["case"] + 0 <= workloads && $at["rep"] + 0 <= repeats) row("main-as-others", "mean_s")
}
