#!/usr/bin/env bash
# tools/setup with a compiler, a package manager and a terminal of the test's own; what make says and on how many cores; a
# build without METIS, Scotch, OTF2 and jansson.
source "$(dirname "$0")/../lib.sh"
setup=$HOPLINE_ROOT/tools/setup
# What a make that runs this test has set does not count here.
unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES CC CPPFLAGS LDFLAGS CFLAGS YES V
export setup

# a folder with a compiler and an apt-get: the former knows no library whose name stands in $LACKS, until apt-get has installed it, and says
# of the others that their program (`-x c -`) links; the latter notes what it was asked for in `asked`
bare() {
	mkdir fake && cat >fake/cc <<-'END' && cat >fake/apt-get <<-'END2' && printf '#!/bin/sh\nexec "$@"\n' >fake/sudo && chmod +x fake/*
		#!/bin/sh
		for name in $LACKS; do
			case "$*" in *-l$name*) grep -qs "lib$name" asked || exit 1 ;; esac
		done
		case "$*" in *'-x c -'*) exec cat >/dev/null ;; esac
		exec gcc "$@"
	END
		#!/bin/sh
		echo "$*" >>asked
	END2
	PATH=$PWD/fake:$PATH
	export CC=cc LACKS
}
# reuse MAKE...: into this folder's build/ go the objects of the tree's own build whose files and headers name no such library, so that this
# make has the others to compile
reuse() {
	local there=$HOPLINE_ROOT/build/release file
	[ -d "$there/tools" ] && ! grep -q sanitize "$there/flags" || return 0
	"$@" "$PWD/build/release/flags" && cp -rp "$there/tools" build/release && touch -d 2000-01-01 build/release/flags && find build -name '*.d' -delete &&
		(cd "$HOPLINE_ROOT" && grep -rlE 'HAVE_(METIS|SCOTCH|OTF2|JANSSON)' tools --include='*.[ch]') >named &&
		(cd "$HOPLINE_ROOT" && grep -rlFf <(sed -n 's|.*/\([^/]*\.h\)$|/\1"|p' "$OLDPWD/named") tools --include='*.c') >>named &&
		sed -n 's|\.c$|.o|; s|^|build/release/|p' named | xargs rm -f
}
asked() { [ ! -e asked ] || tr -s ' ' '\n' <asked | grep -x "$1"; }
on_a_terminal() { script -qec "$1" typescript >printed; }

t 'no terminal: what is missing is named and installed, without a question' '
	bare && LACKS="csv metis" && "$setup" </dev/null >out 2>err && ! test -s out &&
	grep -q "libcsv, csv.h (Debian: libcsv-dev)" err && ! grep -q "go on" err && test "$(asked libcsv-dev)" && test "$(asked libmetis-dev)" && ! asked libscotch-dev'

if script -qec true /dev/null >/dev/null 2>&1; then
	t 'on a terminal: a question; no installs nothing; yes, or a bare return, does' '
		bare && LACKS=csv && ! on_a_terminal "echo n | cat; $setup" <<<n && grep -q "about to run: .*apt-get install libcsv-dev" printed && grep -q "setup: go on? " printed &&
		grep -q "nothing is installed" printed && ! test -e asked && on_a_terminal "$setup" <<<"" && test "$(asked libcsv-dev)" &&
		rm asked && on_a_terminal "$setup" <<<yes && test "$(asked libcsv-dev)"'
	t 'YES=1 is the answer' '
		bare && LACKS=csv && YES=1 on_a_terminal "$setup" </dev/null && ! grep -q "go on" printed && test "$(asked libcsv-dev)"'
	t 'without METIS, and no to the question: it goes on' '
		bare && LACKS=metis && on_a_terminal "$setup" <<<n && grep -q "setup: going on without" printed && ! test -e asked'
else
	skip 'on a terminal: a question' 'no program script, or no pseudo-terminals'
fi

t 'a library without root: CPPFLAGS and LDFLAGS, for its header and for its own file' '
	mkdir -p home/include home/lib && printf "#define CSV_OF_OURS 1\nstruct csv_parser { int x; };\nint csv_init(struct csv_parser *, unsigned char);\n" >home/include/csv.h &&
	printf "#include <csv.h>\nint csv_init(struct csv_parser *p, unsigned char o) { return p->x = o; }\n" | gcc -Ihome/include -shared -fPIC -x c - -o home/lib/libcsvofours.so &&
	printf "#!/bin/sh\nn=\$#; while [ \$n -gt 0 ]; do a=\$1; shift; [ \"\$a\" != -lcsv ] || a=-lcsvofours; set -- \"\$@\" \"\$a\"; n=\$((n - 1)); done\nexec gcc \"\$@\"\n" >cc && chmod +x cc && export CC=$PWD/cc &&
	exits 1 "$setup" --check build 2>err && grep -q "libcsv-dev" err &&
	CPPFLAGS=-Ihome/include exits 1 "$setup" --check build 2>err && LDFLAGS="-Lhome/lib" "$setup" --check build >out'

t 'what only tests need is not for demo' '
	mkdir few && for program in sh gcc cc1 as ld collect2 mktemp rm cat grep id parallel gnuplot perl; do ! command -v $program >/dev/null || ln -s "$(command -v $program)" few/; done &&
	if command -v parallel >/dev/null && command -v gnuplot >/dev/null; then PATH=$PWD/few "$setup" --check demo >out || exit 1; fi &&
	PATH=$PWD/few exits 1 "$setup" --check test 2>err >out && grep -q "(Debian: mandoc)" err && grep -q "prove, of Perl" err'

[[ "$("$setup" --check build 2>/dev/null)" = 'METIS SCOTCH'?(' OTF2')?(' JANSSON') ]] || { skip 'METIS and Scotch' 'this machine has not both'; done_testing; exit; }
t 'what may be missing is printed when it is there' '
	bare && LACKS="open-trace jansson" && test "$("$setup" --check build)" = "METIS SCOTCH" && LACKS="metis open-trace jansson" && test "$("$setup" --check build 2>err)" = SCOTCH &&
	grep -q "the build goes without" err && grep -q libmetis-dev err && ! grep -q libscotch err && LACKS="metis csv" exits 1 "$setup" --check build >out 2>err'

t 'a build without METIS, Scotch, OTF2 and jansson: map and gen-workload say what they lack, and do the rest' '
	bare && LACKS="metis scotch open-trace jansson" && make=(make -s -C "$HOPLINE_ROOT" BUILD="$PWD/build" BIN="$PWD/bin" CC="$PWD/fake/cc" CFLAGS=-O0) &&
	reuse "${make[@]}" 2>err && "${make[@]}" "$PWD/bin/map" "$PWD/bin/metrics" "$PWD/bin/gen-workload" 2>>err &&
	grep -q "the build goes without" err && PATH=$PWD/bin:$PATH && ! ldd bin/map | grep -e metis -e scotch && map --list | grep "^metis .*not in this build, which has no METIS" &&
	map --list | grep "^scotch .*not in this build, which has no Scotch" && map --list | grep "^geom " | { ! grep "not in"; } &&
	printf "%s\n" "#machine mesh:k=4x4" job,nodes,pattern,node_list a,2,halo2d,0-1 >in.csv &&
	refuses 2 "map: algorithm '\''metis'\'' is not in this build, which has no METIS: install" map --algorithm metis in.csv &&
	refuses 2 "map: --from: algorithm '\''scotch'\'' is not in this build, which has no Scotch: install" map --algorithm gsearch --from scotch in.csv &&
	map --algorithm gsearch in.csv | rows | grep -q "^a," && metrics machine --machine slimfly:q=5 2>err | grep -q ,bound, && grep -q "^metrics: this build has no METIS" err &&
	refuses 1 "a.otf2: this build has no OTF2: install" bin/gen-workload trace --machine mesh:k=2 --out p.goal a.otf2 &&
	echo "{}" >a.json && refuses 1 "a.json:1: this is JSON, and this build has no jansson: install" bin/gen-workload log --format sacct --machine mesh:k=2 a.json'

t 'another word is a mistake' 'exits 2 "$setup" everything 2>err && exits 2 "$setup" --check 2>err && exits 2 "$setup" build demo 2>err && grep -q "^usage: " err'
done_testing
