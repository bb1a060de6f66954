# cielo-log -- jobs for alloc --schedule: a full queue of them, of random sizes, so that the machine fills and fills again.
#	awk -f cielo-log.awk -v set=N -v machine=SPEC
# Sizes are log-uniform from 1 to 1,024 nodes, runtimes from 100 to 10,000 s.  The same numbers from any awk.

function random() {	# Park and Miller: x stays below 2^31, and products below 2^53
	x = x * 16807 % 2147483647
	return x / 2147483647
}
function log_uniform(low, high) { return int(low * exp(random() * log(high / low))) }

BEGIN {
	x = set * 7919 + 1
	for (i = 0; i < 10; i++) random()
	print "#hopline 1"
	print "#machine " machine
	print "case,job,nodes,submit_s,runtime_s"
	for (i = 1; i <= 600; i++) print set ",other" i "," log_uniform(1, 1025) ",0," log_uniform(100, 10000)
}
