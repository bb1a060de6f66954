# figures -- the tables of the paper's figures, a function for each command of drawings.csv: $figure, from the tables of a grid in $dir.
# shellcheck shell=bash disable=SC2154,SC2034

# structure: Fig. 5: diameter, hops, bisection bandwidth, radix, routers and links over system sizes
structure() {
	take structure.csv family,nodes,routers,links,radix_max,diameter,links_mean,bisection_links,bisection_kind,bisection_bits_per_s
}

# single: Fig. 6: the rate of one job on the whole machine: for each pattern, network and routing the better of the mappings
single() {
	take rates.csv pattern,network,routing,mapping,rate_bytes_per_s series=single |
		metrics summary --no-preamble --by pattern,network,routing,mapping --of rate_bytes_per_s |
		metrics select --no-preamble --columns pattern,network,routing,mapping,mean | awk -F, '
			NR == 1 { print "pattern,network,routing,mapping,rate_bytes_per_s"; next }
			{ run = $1 FS $2 FS $3; if (!(run in most)) order[++runs] = run }
			$5 + 0 > most[run] + 0 { most[run] = $5; by[run] = $4 }
			END { for (k = 1; k <= runs; k++) print order[k] FS by[order[k]] FS most[order[k]] }'
}

# rates BY FIGURES: a row for the workloads in $tmp/rates that are alike in BY; their picture has a dot for each workload
rates() {
	metrics select --no-preamble --columns "$1,rate_bytes_per_s" "$tmp/rates" |
		metrics summary --no-preamble --by "$1" --of rate_bytes_per_s | metrics select --no-preamble --columns "$1,$2"
	picture+=(rates="$tmp/rates")
}

# multi: Fig. 7: workloads of several jobs, clustered
multi() {
	take rates.csv network,routing,rate_bytes_per_s series=multi alloc=clustered >"$tmp/rates"
	rates network,routing count,min,q1,median,q3,max,mean
}

# apart a|b: Fig. 13: what it does to keep jobs apart, under adaptive routing; networks where they are have a star.  a: the job that stays
# the same in all workloads of a set; b: all workloads.
apart() {
	local table=rates by=network conditions=(series=multi)
	[ "$1" = b ] || table=constant by=set,network conditions=()
	take "$table.csv" set,network,alloc,routing,rate_bytes_per_s \
		"${conditions[@]}" routing=adaptive 'network~^(dragonfly|slimfly|fattree|em1)$' |
		awk -F, -v OFS=, 'NR > 1 && $3 == "isolated" { $2 = $2 "*" } { print }' >"$tmp/rates"
	rates "$by,routing" count,min,mean,median,max
}

# sharing 8|9: Fig. 8, workloads whose jobs all run Spread, and 9, those of different patterns: after each workload of a network and routing
# the means so far of MLS and TLS (Eq. 5 and 6)
sharing() {
	local series=multi jobs='jobs of different patterns'
	[ "$1" = 9 ] || series=spread jobs='Spread in all jobs'
	take interference.csv network,routing,mls_mean,tls_mean "series=$series" alloc=clustered |
		awk -F, -v OFS=, '
			NR == 1 { print "network,routing,workloads,mls_mean,tls_mean"; next }
			{ print $1, $2, ++workloads[$1, $2], $3, $4 }'
	picture=(sharing-figure.plt title="Fig. $1: shared links, $jobs")
}
