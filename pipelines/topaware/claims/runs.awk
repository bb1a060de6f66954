# runs -- TA-09 to TA-11: what grid order keeps on nodes, and what exchanges do to run times.
#
# Tolerance, ours: half of what is printed, as the paper's numbers are of single runs.

BEGIN {
	needed["ratios"] = "application nodes placement against schedule site_bytes comm_ratio share_needed run_ratio"
	needed["milc_offnode"] = "order nodes offnode_share"
}

kind == "ratios" && $at["schedule"] == "mpi" {
	run = $at["application"] " " $at["nodes"] " " $at["placement"]
	if (run in comm_ratio) next		# with half or twice the bytes
	comm_ratio[run] = number("comm_ratio")
	run_ratio[run] = $at["run_ratio"]
	share_needed[run] = $at["share_needed"]
}
kind == "milc_offnode" { milc_off[$at["order"], $at["nodes"]] = number("offnode_share") }

# Is x no farther from what is printed than half of that?
function within_half(x, printed) { return x >= printed / 2 && x <= printed * 1.5 }

END {
	if (("grid-order", 4116) in milc_off) {
		off = milc_off["default", 4116] / milc_off["grid-order", 4116]
		if (!judge(off > 2)) miss("the factor")
		tell(sprintf("of the bytes %s leave their node by default, %s under grid order; if all did by default, the factor would be %.2f", percent(milc_off["default", 4116]),
			percent(milc_off["grid-order", 4116]), 1 / milc_off["grid-order", 4116]))
		off_text = sprintf("%.2f", off)
	}
	claim("TA-09", off_text, "Bytes counted from the mapping, 2x2x2x2 tasks a node against tasks in their order")

	run = "vpic 4608 topaware"
	if (run in run_ratio) {
		cut = 1 - 1 / run_ratio[run]
		judge(cut > 0)
		if (!judge(within_half(cut, 0.05))) miss("more than 1.5 times what is printed")
		tell(sprintf("5%% want %s of default's run in communication, with an exchange that is %.1fx", percent(share_needed[run]), comm_ratio[run]))
		cut_text = "-" percent(cut)
	}
	claim("TA-10", cut_text, "The run with the share of communication that I-A prints for 2,000 nodes, 8%: shorter, and by 5% within half of that (our tolerance)")

	run = "wrf 4560 custom"; better = "wrf 4864 topaware"
	if ((run in run_ratio) && (("240x304", "2x8") in offnode)) {
		halved = offnode["240x304", "default"] / offnode["240x304", "2x8"]
		share = 0.18 / (halved - 1)
		if (!judge(within_half(run_ratio[run] - 1, 0.18))) miss("the custom order")
		if (!judge(near(share, 0.18, 2))) miss("the share")
		if (!judge(within_half(run_ratio[better] - 1, 0.03))) miss("Topaware")
		tell(sprintf("1.18x wants %s of the default's run in communication, with an exchange that is %.1fx; 3%% want %s of the custom order's, with %.1fx", percent(share_needed[run]), comm_ratio[run],
			percent(share_needed[better]), comm_ratio[better]))
		wrf_run_text = sprintf("%.2fx ; %s ; %s", run_ratio[run], percent(share), percent(run_ratio[better] - 1))
	}
	claim("TA-11", wrf_run_text, "Runs with the 18% that is printed of the custom order's, exchanges simulated: 1.18x and 3% within half of the gain (our tolerance); the share that 1.18x gives where communication falls as the bytes off nodes do, within 2 points")
}
