#!/usr/bin/env bash
# gen-workload synthetic: open-loop rows.
. "$(dirname "$0")/../lib.sh"

gen() { gen-workload synthetic --machine dragonfly:g=17,a=4,p=4 "$@"; }

t 'one job on all nodes, a task a node' '
	gen --load 0.3 --no-preamble >w && cat >want <<-E &&
	case,job,nodes,tasks,pattern,load,duration_s,warmup_s
	1,1,272,272,uniform,0.3,2e-05,1e-05
	E
	cmp w want'

t 'a case a pattern and load, loads within patterns' '
	gen --load 0.1,0.25 --pattern uniform,adversarial >w &&
	[ "$(rows w | cut -d, -f1,5,6 | xargs)" = "1,uniform,0.1 2,uniform,0.25 3,adversarial,0.1 4,adversarial,0.25" ]'

t 'sizes, times, nodes and repeats' '
	gen --load 1 --bytes 4KiB --duration 1.5us --warmup 0 --job-nodes 9 --repeat 2 >w &&
	[ "$(rows w | xargs)" = "1,1,1,9,9,uniform,4096,1,1.5e-06,0 2,2,1,9,9,uniform,4096,1,1.5e-06,0" ]'

t 'every open-loop pattern' '
	for p in uniform adversarial transpose bitcomplement tornado permutation; do
		[ "$(gen --load 0.5 --pattern $p | column pattern)" = $p ] || exit 1
	done'

done_testing
