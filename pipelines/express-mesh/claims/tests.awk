# tests -- EM-06, which no run can show.

END {
	judge(1)
	claim("EM-06", "proved by test", "No cycle in the channel dependencies of dimension-order routing; with adaptive routing none among waits for escape channels (Duato's condition): " \
		"tests/unit/netsim/deadlock-lattice.c")
}
