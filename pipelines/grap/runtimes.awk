# runtimes -- the jobs of a played table as they came, with the runtimes that they had in it; they ask for what they asked for there.
#	awk -f runtimes.awk PLAYED

BEGIN { FS = OFS = "," }
/^#/ && !header { next }
!header { for (i = 1; i <= NF; i++) at[$i] = i; header = 1; print "case", "job", "nodes", "submit_s", "runtime_s", "walltime_s"; next }
{ printf "%s,%s,%s,%s,%.6f,%s\n", $at["case"], $at["job"], $at["nodes"], $at["submit_s"], $at["end_s"] - $at["start_s"], $at["runtime_s"] }
