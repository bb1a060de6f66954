# made-by.sh -- the MANIFEST of results that are kept: what made them, and the sums of their tables.
# shellcheck shell=bash disable=SC2154

# made_by COMMAND FOLDER: FOLDER/MANIFEST; $root is the project's
made_by() {
	{
		echo "made by: $1"
		echo "version: $(map --version | sed -n 1p), commit $(git -C "$root" rev-parse --short HEAD 2>/dev/null || echo unknown)$(git -C "$root" diff --quiet HEAD -- . ":!data/results" 2>/dev/null || echo ' (changed)')"
		echo "compiler: $(${CC:-gcc} --version | sed -n 1p)"
		echo "processor: $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | sed -n 1p)"
		(cd "$2" && sha256sum -- *.csv)
	} >"$2/MANIFEST"
}
