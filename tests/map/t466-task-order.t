#!/usr/bin/env bash
# t466-task-order -- how the ranks of a program are numbered along its process grid, as map --nodes takes it: as MPI_Cart_create does, the
# last dimension fastest, or with --task-order first the first one.
. "$(dirname "$0")/../lib.sh"
q="'"
export q

# leaves: 90 hosts below three leaf switches
leaves() { printf '%s\n' 'SwitchName=a Nodes=n[0-29]' 'SwitchName=b Nodes=n[30-59]' 'SwitchName=c Nodes=n[60-89]' 'SwitchName=top Switches=a,b,c' >t.conf; }
# program first|last: what a halo exchange of 8x8x4 ranks sends, numbered so: a matrix
program() {
	awk -v order="$1" 'BEGIN {
		split("8 8 4", extent, " ")
		for (d = order == "first" ? 1 : 3; d >= 1 && d <= 3; d += order == "first" ? 1 : -1) { stride[d] = step + !step; step = stride[d] * extent[d] }
		print "rank_a,rank_b,bytes"
		for (x = 0; x < 8; x++) for (y = 0; y < 8; y++) for (z = 0; z < 4; z++) {
			at[1] = x; at[2] = y; at[3] = z; rank = x * stride[1] + y * stride[2] + z * stride[3]
			for (d = 1; d <= 3; d++) if (at[d] + 1 < extent[d]) print rank "," rank + stride[d] ",2000"
		}
	}'
}
# placed OPTION...: the mapping of such a program on 16 of the hosts, as a table
placed() { map --nodes "n[3-9,30-32,60-65]" --topology t.conf --quiet "$@"; }
other() { [ "$1" = first ] && echo last || echo first; }
# play PROGRAM TABLE: how long that program takes on that mapping
play() {
	program "$1" >"$1.csv" && { grep "^#hopline\|^#machine" "$2"; echo job,nodes,tasks,pattern,matrix,node_list,task_nodes
		echo "a,16,256,matrix,$1.csv,$(column node_list "$2"),$(column task_nodes "$2")"; } | netsim --quiet | column comm_time_s
}

t 'both programs on both mappings: each gains on its own, what is said of it, and loses on the other; the default is for the last fastest' '
	leaves && placed --dims 8x8x4 --algorithm linear >linear && placed --dims 8x8x4 >usual && placed --dims 8x8x4 --task-order last >last &&
	placed --dims 8x8x4 --task-order first >first && cmp <(rows usual) <(rows last) && for p in first last; do
		launcher=$(play $p linear) own=$(play $p $p) other=$(play $p $(other $p)) &&
		holds "$own < 0.7 * $launcher && $other > 2 * $own" && map --nodes "n[3-9,30-32,60-65]" --topology t.conf --dims 8x8x4 --task-order $p --judge netsim 2>err >out &&
		gain=$(sed -n "s/^map: job ${q}job$q, $p dimension fastest.* time \(-[0-9]*\)%\$/\1/p" err) && near "1 + $gain / 100" "$own / $launcher" 0.1 || { cat err; exit 1; }
	done && holds "$(play last first) > $(play last linear)"'
t 'of a matrix, too: what a program sends, and its grid' '
	leaves && for p in first last; do program $p >$p.csv; done && for p in first last; do
		placed --matrix $p.csv --dims 8x8x4 --task-order $p --algorithm grid-order --cell 4x2x2 >$p.map &&
		is "$(column task_nodes $p.map | sha256sum)" "$(placed --dims 8x8x4 --task-order $p --algorithm grid-order --cell 4x2x2 | column task_nodes | sha256sum)" || exit 1
	done; holds "$(play last last.map) < 0.8 * $(play last first.map)" && placed --matrix last.csv --dims 8x8x4 --algorithm linear | rows | grep -q "^job,16,256,matrix,4x8x8,,last.csv,"'
t 'a table has the first dimension fastest: there the grid is turned, with what wraps around and the cells' '
	m="map --quiet --nodes 0-7 --machine mesh:k=2x4,cores=1" && $m --dims 2x4 --periodic y --algorithm geom >got &&
	rows got | grep -q "^job,8,8,cartesian,4x2,x,," && column task_nodes got | grep -qx "0 2 4 6 1 3 5 7" &&
	$m --dims 2x4 --periodic y --task-order first --algorithm geom >got && rows got | grep -q "^job,8,8,cartesian,2x4,y,," && column task_nodes got | grep -qx 0-7'
t 'cells have the dimensions of --dims' '
	m="map --quiet --nodes 0-3 --machine mesh:k=4,cores=6 --dims 4x6 --algorithm grid-order" &&
	is "$($m --cell 2x3 | column task_nodes)" "0-1x3 0-3x3 2-3x3" &&
	is "$($m --cell 2x3 --task-order first | column task_nodes)" "0-1x2 0-1x2 0-3x2 2-3x2 2-3x2"'
t 'without --dims the grid of a pattern is the one that MPI_Dims_create makes, in that order' '
	m="map --quiet --nodes 0-7 --machine mesh:k=8,cores=1 --algorithm linear" &&
	$m --pattern halo3d | rows | grep -q "^job,8,,halo3d,2x2x2," && $m --pattern halo2d | rows | grep -q "^job,8,,halo2d,2x4," &&
	$m --pattern halo2d --task-order first | rows | grep -q "^job,8,,halo2d,4x2," && $m --pattern alltoall | rows | grep -q "^job,8,,alltoall,,"'
t 'rows of fft3d and sub-alltoall are those of the last dimension' '
	m="map --quiet --nodes 0-7 --machine mesh:k=8,cores=1 --algorithm linear --dims 2x4" && for p in fft3d sub-alltoall; do
		$m --pattern $p | rows | grep -q "^job,8,8,$p,4x2," && $m --pattern $p --task-order first | rows | grep -q "^job,8,8,$p,2x4," || exit 1
	done'
t 'messages have what was typed' '
	m="map --quiet --nodes 0-7 --machine mesh:k=8,cores=1" && typed() { exits 2 "${@:2}" >out 2>err && is "$(sed -n 1p err)" "$1"; } &&
	typed "map: --dims: ${q}2x4$q: must have 3 dimensions for ${q}halo3d$q" $m --dims 2x4 --pattern halo3d &&
	typed "map: --periodic: ${q}xz$q: must name dimensions of the process grid, which has xy" $m --dims 2x4 --periodic xz &&
	typed "map: --dims: ${q}2x4$q: --cell 2x3 does not divide it: 4 / 3" $m --dims 2x4 --algorithm grid-order --cell 2x3 &&
	typed "map: --dims: ${q}2x4$q: --cell 2x2x2 has 3 dimensions, not 2" $m --dims 2x4 --algorithm grid-order --cell 2x2x2 &&
	typed "map: --dims: ${q}2x4$q: --cell 3 alone must be whole lines of 4 tasks, or give 2 extents" $m --dims 2x4 --algorithm grid-order --cell 3'
t 'the numbering is said where it matters: of a grid, in more than one dimension, of one job for a launcher' '
	said() { sed -n "s/^map: job ${q}[a-z]*$q, \(.*\)against the launcher.*/\1/p"; } && m="map --nodes 0-7 --machine mesh:k=8,cores=2 --format mpich-rank-order" &&
	is "$($m --dims 4x4 2>&1 >out | said)" "last dimension fastest as in MPI_Cart_create, " && is "$($m --dims 4x4 --task-order first 2>&1 >out | said)" "first dimension fastest, " &&
	$m --dims 16 2>err >out && grep -q "against the launcher" err && is "$(said <err)" "" && $m --dims 1x16x1 2>err >out && is "$(said <err)" "" &&
	table mesh:k=8,cores=2 job,nodes,pattern,dims,node_list a,8,cartesian,4x4,0-7 >in.csv &&
	is "$(map --algorithm auto --format mpich-rank-order in.csv 2>&1 >out | said)" "first dimension fastest, "'

done_testing
