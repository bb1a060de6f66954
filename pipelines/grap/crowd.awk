# crowd -- jobs come four times as often.
#	awk -f crowd.awk JOBS

BEGIN { FS = OFS = "," }
/^#/ && !header { print; next }
!header { for (i = 1; i <= NF; i++) at[$i] = i; header = 1; print; next }
{ $at["submit_s"] = sprintf("%.6f", $at["submit_s"] / 4); print }
