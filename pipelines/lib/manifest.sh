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
	local good failed version

	good=$(cells_in good)
	echo "study: $study"
	version=$("$bin/netsim" --version 2>/dev/null) || true
	echo "version: ${version%%$'\n'*}"
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
	times_of_records 'time: %.0f s\nprocessor time: %.0f s\n'
}

# version_of_parallel: as its text has it, for to run it takes longer than a cell of some studies
version_of_parallel() {
	local version

	version=$(sed -n '/^ *\$Global::version = \([0-9]*\);$/ { s//\1/p; q; }' "$(command -v parallel)")
	[[ ! $version ]] || { echo "$version"; return; }
	parallel --version | awk 'NR == 1 { print $NF }'
}

commit() {
	local commit

	commit=$(git -C "$root" describe --always --abbrev=40 --exclude='*' --dirty=' (changed)' 2>/dev/null) || commit=unknown
	echo "$commit"
}

# built: the compiler signs the program; its flags are known when it was built in this tree
built() {
	local compiler flags=unknown

	compiler=$(grep -a -o -m 1 -E '(GCC: \([^)]*\) |clang version )[0-9.]+' "$bin/netsim" 2>/dev/null) || true
	[[ $bin != "$root/bin" || ! -r $root/build/release/flags ]] || flags=$(<"$root/build/release/flags")
	compiler=${compiler%%$'\n'*}
	echo "compiler: ${compiler:-unknown}"
	echo "flags: $flags"
}

# sums: SHA-256 of the grid and of every result, as sha256sum writes and checks them
sums() {
	(cd "$out" && sha256sum "grids/$grid_hash.csv")
	awk 'FNR == NR { sum[substr($2, 9, 16)] = $0; next } $2 == "good" { print sum[$1] }' "$tmp/sums" "$tmp/states"
}
