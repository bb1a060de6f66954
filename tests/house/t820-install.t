#!/usr/bin/env bash
# make install and make uninstall, into a directory of the test's own.
source "$(dirname "$0")/../lib.sh"
tools='alloc gen-workload map metrics netsim'
export dest=$shared_dir/dest
# The variables of a make that runs this test come with MAKEFLAGS; its job server does not.
run_make() { make -s -C "$HOPLINE_ROOT" "$@" 2>&1; }

t 'make install puts programs, pages and machines under DESTDIR and PREFIX' '
	run_make install DESTDIR="$dest" PREFIX=/usr && cd "$dest/usr" &&
	test "$(ls bin)" = hopline &&
	test "$(ls libexec/hopline | grep -v "^gsearch-" | tr "\n" " ")" = "$tools " &&
	for tool in $tools; do test -s share/man/man1/hopline-$tool.1 || exit 1; done &&
	for page in 1/hopline.1 5/hopline-stream.5 7/hopline.7 7/hopline-machines.7; do test -s share/man/man$page || exit 1; done &&
	ls share/hopline/machines/*.conf >/dev/null && libexec/hopline/metrics columns end_s | grep -q "job ends"'

t 'whatever the umask, everyone may read all of it, and run what is run; programs and folders of others keep their modes' '
	mkdir -p closed/usr && chmod 711 closed/usr && (umask 077 && run_make install DESTDIR="$PWD/closed" PREFIX=/usr) &&
	is "$(find closed/usr/* -type d ! -perm 755 -o -type f ! -perm 644 ! -perm 755)" "" && is "$(stat -c %a closed/usr)" 711 &&
	diff <(cd "$dest" && find . -type f -perm /111 | sort) <(cd closed && find . -type f -perm /111 | sort)'

t 'every page of the tree is installed' '
	find "$HOPLINE_ROOT/tools" -name "*.[1-9]" | sed "s,.*/,,; /^hopline/!s/^/hopline-/" | sort >pages && test $(wc -l <pages) -gt 10 &&
	find "$dest/usr/share/man" -type f | sed "s,.*/,," | sort | cmp - pages'

t 'what is installed runs by itself' '
	PATH=/usr/bin:/bin && version=$(cat "$HOPLINE_ROOT/VERSION") &&
	test "$("$dest/usr/bin/hopline" map --version)" = "map $version"'

t 'an installed pipe runs, and agrees with the one in the tree' '
	PATH=$dest/usr/bin:/usr/bin:/bin && share=$(hopline --share) &&
	case $share in "$dest"/usr/share/hopline) ;; *) echo "$share"; exit 1 ;; esac &&
	hopline gen-workload random --cases 1 --machine dragonfly:g=17,a=4,p=4 |
	hopline alloc --policy level-spread | hopline map >installed &&
	"${HOPLINE_BIN:-$HOPLINE_ROOT/bin}/gen-workload" random --cases 1 --machine dragonfly:g=17,a=4,p=4 |
	"${HOPLINE_BIN:-$HOPLINE_ROOT/bin}/alloc" --policy level-spread |
	"${HOPLINE_BIN:-$HOPLINE_ROOT/bin}/map" | cmp - installed'

t 'sweep, decide and study run without the source tree' '
	PATH=$dest/usr/bin:/usr/bin:/bin && unset HOPLINE_BIN && hopline study | grep -q "^hopline study level-spread-full " &&
	! hopline study | grep -e "-keep\|report\|decide" &&
	! hopline study theta-keep 2>err && grep -q "wants the source tree" err &&
	seq 24 | awk "BEGIN { print \"; MaxNodes: 12\\n; MaxProcs: 12\" } { n = \$1; print n, n * 9000, 0, 12000, 1 + n % 6, -1, -1, 1 + n % 6, 36000, -1, 1, 1, 1, -1, 1, -1, -1, -1 }" >log.swf &&
	hopline decide LOG=log.swf MACHINE=dragonfly:g=3,a=2,p=2 POLICIES=simple,rdn PERIOD=1d WARMUP=0d PERIODS=2 OTHER_PERIODS=0 out 2>err >said &&
	grep -qx out/decision.html said && grep -q "hopline decide LOG=[^ ]*/log.swf" out/decision.html &&
	hopline sweep --status out/grid.csv out/runs | grep -q "^done 4 of 4 "'

t 'shells find how to complete, for the command that is installed' '
	PATH=$dest/usr/bin:/usr/bin:/bin && cd "$dest/usr/share" && for shell in bash:bash-completion/completions/hopline zsh:zsh/site-functions/_hopline \
		fish:fish/vendor_completions.d/hopline.fish; do
		hopline completion ${shell%%:*} | cmp - ${shell#*:} || exit 1
	done && grep -q "^complete .* hopline$" bash-completion/completions/hopline && is "$(hopline completion words --pol hopline alloc | cut -f 1)" --policy='

t 'every machine file builds' '
	for file in "$dest"/usr/share/hopline/machines/*.conf; do
		printf "job,nodes\n1,1\n" | "$dest/usr/bin/hopline" alloc --machine "$file" --policy simple >/dev/null || exit 1
	done'

if git -C "$HOPLINE_ROOT" rev-parse --verify -q HEAD >/dev/null 2>&1; then
	t 'make dist: what is committed, under one folder' '
		run_make dist BUILD="$PWD" >said && tarball=hopline-$(cat "$HOPLINE_ROOT/VERSION").tar.gz && test "$(tail -n1 said)" = "$PWD/$tarball" || { cat said; exit 1; }
		tar -tzf "$tarball" | sed -n "s,^hopline-[0-9.]*/,,p" | grep -v "/$\|^$" | sort >have &&
		git -C "$HOPLINE_ROOT" ls-tree -r --name-only HEAD | sort | cmp - have'
else
	skip 'make dist: what is committed, under one folder' 'no git tree'
fi

t 'make uninstall takes all of it away' '
	run_make uninstall DESTDIR="$dest" PREFIX=/usr && test -z "$(find "$dest" -type f)"'

done_testing
