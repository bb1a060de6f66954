# programs -- prints one of these programs of side x side ranks as a time-independent trace:
# awk -v side=5 -v name=halo -v bytes=65536 -f programs.awk

function exchange(to, from, r) {
	print r, "irecv", from, 0, bytes
	print r, "isend", to, 0, bytes
}

function message(r, to) {
	print r, "send", to, 0, bytes
	print to, "recv", r, 0, bytes
}

BEGIN {
	n = side * side
	for (r = 0; r < n; r++)
		print r, "init"
	if (name == "message")
		message(0, side + 1)
	else if (name == "pingpong")
		for (i = 0; i < 10; i++) {
			message(0, side + 1)
			message(side + 1, 0)
		}
	else if (name == "gather")
		for (r = 1; r < n; r++)
			message(r, 0)
	else if (name == "scatter")
		for (r = 1; r < n; r++)
			message(0, r)
	else if (name == "pipeline")
		for (i = 0; i < 5; i++)
			for (r = 0; r < n; r++) {
				print r, "compute", 50000
				if (r + 1 < n)
					message(r, r + 1)
			}
	for (r = 0; r < n; r++) {
		x = r % side
		y = r - x
		if (name == "ring" || name == "shift")
			for (i = 0; i < 10; i++) {
				by = name == "ring" ? 1 : side + 2
				exchange((r + by) % n, (r + n - by) % n, r)
				print r, "waitall"
			}
		if (name == "halo")
			for (i = 0; i < 5; i++) {
				exchange(y + (x + 1) % side, y + (x + side - 1) % side, r)
				exchange(y + (x + side - 1) % side, y + (x + 1) % side, r)
				exchange((r + side) % n, (r + n - side) % n, r)
				exchange((r + n - side) % n, (r + side) % n, r)
				print r, "waitall"
				print r, "compute", 100000
			}
		if (name == "pairwise")
			for (i = 1; i < n; i++) {
				exchange((r + i) % n, (r + n - i) % n, r)
				print r, "waitall"
			}
		if (name == "linear") {
			for (i = 1; i < n; i++)
				exchange((r + i) % n, (r + n - i) % n, r)
			print r, "waitall"
		}
		if (name == "barrier")
			print r, name
		if (name == "bcast")
			print r, name, bytes, 0
		if (name == "reduce" || name == "allreduce")
			print r, name, bytes, 0
		if (name == "allgather" || name == "alltoall")
			print r, name, bytes, bytes
		print r, "finalize"
	}
}
