# idle.awk -- models of a router on messages of a packet: awk -v files=N, which wrote idle1.csv … idleN.csv
#
# They are of an output-queued router; an input-queued one; that with a faster crossbar; that with channels given slowly; one with buffers behind a fast crossbar; and, if N is 6,
# the way of the third message link by link.  A message that is alone takes as long by all of them.  One that waits behind another in
# its input (case 4) is sooner through with a faster crossbar and later with slow channels, and soonest where nothing queues there:
# strictly so where links have one channel.

BEGIN {
	for (k = 1; k <= files; k++)
		load_table("idle" k ".csv")
	for (i = 1; i <= 3; i++)
		for (k = 2; k <= 5; k++)
			if (took(k, i) != took(1, i))
				broken("message " i ": " took(1, i) " s, in idle" k ".csv " took(k, i))
	if (files == 6)
		check_way(number("idle6.csv", rows["idle6.csv"], "tail_ps", 0) * 1e-12)
	if (rows["idle1.csv"] == 4)
		check_blocked(took(1, 4), took(2, 4), took(3, 4), took(4, 4))
	exit breaches > 0
}

function took(k, i) { return number("idle" k ".csv", i, "comm_time_s", 0) }

function check_way(time)
{
	if ((time - took(1, 3)) ^ 2 > (time * 1e-8) ^ 2)
		broken("message 3: " took(1, 3) " s, by --route " time)
}

function check_blocked(output, input, fast, slow,   strict)
{
	strict = one_channel()
	if (output > fast || fast > input || (strict && fast == input))
		broken("blocked: " output " s by an output-queued router, with a faster crossbar " fast ", by an input-queued one " input)
	if (slow < input || (strict && slow == input))
		broken("blocked: " input " s, with channels given slowly " slow)
}

function one_channel(   options, routing)
{
	options = preamble["idle1.csv"]
	routing = of_row("idle1.csv", 1, "routing", "")
	return options !~ /--vcs/ && (options ~ /machine fattree/ || (options !~ /machine torus/ && routing == "dimension-order"))
}
