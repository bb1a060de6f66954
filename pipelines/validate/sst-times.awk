# sst-times -- our latencies in SST's conventions, in microseconds; before beside.awk.
#
# A packet has arrived there when its head has: nobody waits for the rest.  `tail_s` is what that leaves out.
# On an idle network theirs take link_s + step_s a router (sst-steps.awk).

BEGIN { unit = "us" }

function in_units(seconds) { return seconds * 1e6 }
function as_theirs(seconds) { return in_units(seconds - $at["tail_s"]) }

# Detours are drawn there: no formula for valiant.
function goes_straight() { return $at["our_routing"] != "valiant" }
function idle_as_theirs(seconds) { return goes_straight() ? as_theirs(seconds) : "" }
function their_idle() { return goes_straight() ? in_units(link_s + step_s * hops[$at["curve"]]) : "" }
function accepted_as_theirs(load) { return load }
