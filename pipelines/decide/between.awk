# between -- shares for another play, drawn for each kind of job from its interval: a result of metrics estimate with others in comm_share.
#
#	awk -v seed=N -f between.awk ESTIMATE
#
# None is below 0.02: a job that sends nothing has no slowdown.
function unit() { state = state * 16807 % 2147483647; return state / 2147483647 }
BEGIN { FS = OFS = ","; state = 1000003 * seed + 1; unit(); unit() }
/^#/ { next }
!at { at = 1; for (i = 1; i <= NF; i++) is[$i] = i; print; next }
{
	low = is["comm_share_low"]; high = is["comm_share_high"]
	if ($high != "") {
		if ($low < 0.02) $low = 0.02
		if ($high < 0.02) $high = 0.02
		$is["comm_share"] = $low + ($high - $low) * unit()
	}
	print
}
