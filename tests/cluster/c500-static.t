#!/usr/bin/env bash
# c500-static -- the tarball of `make static`: its programs run where there is nothing else, and write what those of the usual build write.
# shellcheck source=/dev/null disable=SC2016
source "$(dirname "$0")/../lib.sh"
source "$(dirname "$0")/lib.sh"
unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES CC CPPFLAGS CFLAGS YES V
enter=(chroot)
[ "$(id -u)" = 0 ] || enter=(unshare --map-root-user chroot)
mkdir "$shared_dir/empty" && { "${enter[@]}" "$shared_dir/empty" / 2>"$shared_dir/why"; [ $? = 126 ]; } || skip_all 'no chroot for this user'
LDFLAGS=-static "$HOPLINE_ROOT/tools/setup" --check build >/dev/null 2>&1 || skip_all 'libcsv, PCRE2 or zlib is not here as an archive'
tarball=$(make -s --no-print-directory -C "$HOPLINE_ROOT" static 2>"$shared_dir/why" | tail -n 1)
[ -n "$tarball" ] || { cat "$shared_dir/why"; exit 1; }
tar -C "$shared_dir" -xzf "$HOPLINE_ROOT/$tarball"
top=$(echo "$shared_dir"/hopline-*)
export top shared_dir

# bare TOOL ARGUMENTS: in a root where only the tools are
bare() { "${enter[@]}" "$shared_dir/empty" "/$1" "${@:2}"; }
usual() { "${HOPLINE_BIN:-$HOPLINE_ROOT/bin}/$1" "${@:2}"; }
# pipe HOW: the main job, played with statistics, and what the machine is
pipe() {
	$1 gen-workload random --cases 2 --machine dragonfly:g=9,a=4,p=4 | $1 alloc --policy level-spread | $1 map --algorithm random |
		$1 netsim --routing ugal-l >results && cat results && $1 metrics summary --by alloc,class --of comm_time_s - <results
	$1 metrics machine --machine fattree:k=4,n=2 2>/dev/null
}

t 'no program wants a library, nor an interpreter' '
	for program in "$top"/libexec/hopline/*; do
		! readelf -lW "$program" | grep INTERP || { echo "$program"; exit 1; }
	done'

t 'each tool is in bin/, with its pages; hopline finds them' '
	for tool in gen-workload alloc map netsim metrics; do
		test "$("$top/bin/$tool" --version)" = "$(usual $tool --version)" && test -s "$top/share/man/man1/hopline-$tool.1" || { echo $tool; exit 1; }
	done && test "$("$top/bin/hopline" map --version)" = "$(usual map --version)"'

t 'in an empty root the main pipe writes the bytes of the usual build' '
	cp "$top"/libexec/hopline/* "$shared_dir/empty" && pipe usual >want && pipe bare >got && test "$(wc -l <want)" -gt 40 && cmp want got'

done_testing
