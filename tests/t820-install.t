#!/usr/bin/env bash
# make install and make uninstall, into a directory of the test's own.
source "$(dirname "$0")/lib.sh"
tools='alloc gen-workload map metrics netsim'
export dest=$shared_dir/dest
# The variables of a make that runs this test come with MAKEFLAGS; its job server does not.
run_make() { make -s -C "$HOPLINE_ROOT" "$@" 2>&1; }

t 'make install puts programs, pages and machines under DESTDIR and PREFIX' '
	run_make install DESTDIR="$dest" PREFIX=/usr && cd "$dest/usr" &&
	test "$(ls bin)" = hopline &&
	test "$(ls libexec/hopline | tr "\n" " ")" = "$tools " &&
	for tool in $tools; do test -s share/man/man1/hopline-$tool.1 || exit 1; done &&
	for page in 1/hopline.1 5/hopline-stream.5 7/hopline.7 7/hopline-machines.7; do test -s share/man/man$page || exit 1; done &&
	ls share/hopline/machines/*.conf >/dev/null'

t 'what is installed runs by itself' '
	PATH=/usr/bin:/bin && version=$(cat "$HOPLINE_ROOT/VERSION") &&
	test "$("$dest/usr/bin/hopline" map --version)" = "map $version"'

t 'an installed pipe runs, and agrees with the one in the tree' '
	PATH=/usr/bin:/bin:$dest/usr/bin && share=$(hopline --share) &&
	case $share in "$dest"/usr/share/hopline) ;; *) echo "$share"; exit 1 ;; esac &&
	hopline gen-workload random --cases 1 --machine dragonfly:g=17,a=4,p=4 |
	hopline alloc --policy level-spread | hopline map >installed &&
	"${HOPLINE_BIN:-$HOPLINE_ROOT/bin}/gen-workload" random --cases 1 --machine dragonfly:g=17,a=4,p=4 |
	"${HOPLINE_BIN:-$HOPLINE_ROOT/bin}/alloc" --policy level-spread |
	"${HOPLINE_BIN:-$HOPLINE_ROOT/bin}/map" | cmp - installed'

t 'every machine file builds' '
	for file in "$dest"/usr/share/hopline/machines/*.conf; do
		printf "job,nodes\n1,1\n" | "$dest/usr/bin/hopline" alloc --machine "$file" --policy simple >/dev/null || exit 1
	done'

t 'make uninstall takes all of it away' '
	run_make uninstall DESTDIR="$dest" PREFIX=/usr && test -z "$(find "$dest" -type f)"'

done_testing
