# bound -- a row of bounds.csv from what one packet to each target did on the machine.
#
# Reads netsim's --links (of any run: what class a link is), its --job-links and its table.
# Busiest are the node's link with most packets and the link between routers with most.  A packet
# takes the latencies of its links and routers and the time that its `bytes` take on one link of 1 GB/s.

FNR == 1 { file++; delete at; for (i = 1; i <= NF; i++) at[$i] = i; next }
file == 1 { class[$at["link"]] = $at["class"]; next }
file == 2 { used[$at["link"]] += $at["packets"]; next }
$at["packets"] > 0 { packets += $at["packets"]; hops += $at["packets"] * $at["routers_mean"] }
END {
	for (link in used) {
		c = class[link]
		if (!(c in takes)) takes[c] = latency(c "-latency", c == "node" ? "40ns" : key("latency", "40ns"))
		under_way += used[link] * takes[c]
		if (c == "node" && used[link] > sent) sent = used[link]
		if (c != "node" && used[link] > most) most = used[link]
	}
	if (failed) exit 1
	hops /= packets
	printf "%s,%s,%.4f,%.6g,%.6g\n", network, pattern, sent / most, hops, under_way / packets + hops * latency("router-latency", "100ns") + bytes * 1e-9
}
