# booksim-times -- our latencies in BookSim's conventions, in cycles; before beside.awk.
#
# Of their packets `self_share` go to their own source, over one router.  Their sources make at most one packet a
# cycle and a node, at its beginning; ours at any time, which makes them wait load / (2 (1 - load)) cycles longer at
# their node.

BEGIN { unit = "cycles"; cycle = 40e-9 }

function over_one_router() { return 3 + $at["router_cycles"] + $at["flits"] - 1 }

function in_units(seconds) { return seconds / cycle }

# A mean latency of this row.
function as_theirs(seconds,    load, self) {
	load = $at["load"]
	self = $at["self_share"]
	return (1 - self) * (in_units(seconds) - (load < 1 ? load / (2 * (1 - load)) : 0)) + self * over_one_router()
}

# The time on an idle network, this row's curve being static.
function idle_as_theirs(seconds,    self) {
	self = $at["self_share"]
	return (1 - self) * in_units(seconds) + self * over_one_router()
}

function their_idle() { return $at["their_idle"] }
function accepted_as_theirs(load) { return load / (1 - $at["self_share"]) }
