# nids -- the numbers (nid) of a job's nodes in the order of its node list, between commas.
#	awk -f lists.awk -f nids.awk JOB NODES		(alloc; metrics nodes)

BEGIN { FS = "," }
FNR == 1 { file++; split("", at); for (i = 1; i <= NF; i++) at[$i] = i; next }
file == 1 { n = expand($at["node_list"], node); next }
{ nid[$at["node"]] = $at["nid"] }
END { for (i = 1; i <= n; i++) printf "%s%s", nid[node[i]], i < n ? "," : "\n" }
