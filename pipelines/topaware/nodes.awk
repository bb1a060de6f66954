# nodes -- the one job of a table gets these nodes and as many tasks on each as it had; its process grid goes when the tasks do not fill it.
#	awk -v list=LIST -f nodes.awk TABLE

BEGIN { FS = OFS = "," }
/^#/ { print; next }
!header { for (i = 1; i <= NF; i++) at[$i] = i; header = 1; print $0, "node_list"; next }
{
	n = split(list, node, " ")
	if (n != $at["nodes"]) $at["dims"] = ""
	$at["tasks"] = $at["tasks"] / $at["nodes"] * n
	$at["nodes"] = n
	print $0, list
}
