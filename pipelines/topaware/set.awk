# set -- the compute nodes of the planes y = first to last, as a node_list.
#	metrics nodes --no-preamble | awk -v first=Y -v last=Y -f set.awk

BEGIN { FS = "," }
NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
$at["available"] == "yes" && $at["y"] >= first && $at["y"] <= last { list = list (n++ ? " " : "") $at["node"] }
END { print list }
