# manifest.sh -- OUT/MANIFEST: what the results of a grid are, and what made them.
# shellcheck shell=bash disable=SC2154,SC2034

# write_manifest: of the whole grid, whichever part of it this sweep was
write_manifest() {
	local draft=$out/.MANIFEST.$HOSTNAME.$$

	{ about; sums; } >"$tmp/manifest"
	cp "$tmp/manifest" "$draft" && mv "$draft" "$out/MANIFEST" || { rm -f "$draft"; return 1; }
}

# about: lines "key: value"
about() {
	local good failed

	good=$(cells_in good)
	echo "study: $study"
	echo "version: $("$bin/netsim" --version 2>/dev/null | sed -n 1p || true)"
	echo "commit: $(commit)"
	built
	echo "programs: $programs"
	echo "parallel: $(version_of_parallel)"
	for host in "$out"/hosts/*; do echo "host: ${host##*/}, $(<"$host")"; done
	echo "grid: $grid_hash"
	echo "cells: $cells"
	echo "simulations: $(sum_of 2 good) of $(sum_of 2 good none unrecorded changed)"
	echo "done: $good"
	mapfile -t failed < <(files_of failed '')
	echo "failed: ${#failed[@]}"
	echo "to do: $((cells - good - ${#failed[@]}))"
	times_of_records | awk '{ printf "time: %.0f s\nprocessor time: %.0f s\n", $1, $2 }'
}

# version_of_parallel: as its text has it, for to run it takes longer than a cell of some studies
version_of_parallel() {
	sed -n '/^ *\$Global::version = \([0-9]*\);$/ { s//\1/p; q; }' "$(command -v parallel)" | grep . || parallel --version | awk 'NR == 1 { print $NF }'
}

commit() {
	local commit

	commit=$(git -C "$root" rev-parse HEAD 2>/dev/null) || { echo unknown; return; }
	git -C "$root" diff --quiet HEAD 2>/dev/null || commit+=' (changed)'
	echo "$commit"
}

# built: the compiler signs the program; its flags are known when it was built in this tree
built() {
	local compiler flags=unknown

	compiler=$(grep -a -o -m 1 -E '(GCC: \([^)]*\) |clang version )[0-9.]+' "$bin/netsim" 2>/dev/null | sed -n 1p) || true
	[[ $bin != "$root/bin" || ! -r $root/build/release/flags ]] || flags=$(<"$root/build/release/flags")
	echo "compiler: ${compiler:-unknown}"
	echo "flags: $flags"
}

# sums: SHA-256 of the grid and of every result, as sha256sum writes and checks them
sums() {
	(cd "$out" && sha256sum "grids/$grid_hash.csv")
	awk 'FNR == NR { sum[substr($2, 9, 16)] = $0; next } $2 == "good" { print sum[$1] }' "$tmp/sums" "$tmp/states"
}
