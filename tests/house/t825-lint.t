#!/usr/bin/env bash
# The checkers of `make lint` find what they are there for, and nothing in what is right; counts of lines, memory; instructions beside a table.
source "$(dirname "$0")/../lib.sh"
# shellcheck disable=SC2034 # the tests' commands use them
lint=$HOPLINE_ROOT/tests/lint/run instructions=$HOPLINE_ROOT/tests/bench/instructions memcheck=$HOPLINE_ROOT/tests/lint/memcheck

# has PROGRAM TITLE COMMANDS: a test that needs a program
has() {
	if command -v "$1" >/dev/null; then t "$2" "$3"; else skip "$2" "no $1 here"; fi
}

# warns COMPILER FLAG: the Makefile's warnings of a compiler name FLAG for a file, and stop on it
warns() {
	make -s -C "$HOPLINE_ROOT" BUILD="$PWD/build" BIN="$PWD/bin" lint_src="$PWD/bad.c" lint_more= "lint-$1" >out 2>&1 && { echo "no error"; return 1; }
	grep -q -e "bad.c:.*$2" out || { cat out; return 1; }
}

narrow='#include <stdint.h>
uint8_t low(uint32_t x);
uint8_t low(uint32_t x) { return x; }'
for compiler in gcc clang; do
	has $compiler "$compiler: a narrowing conversion is an error" '
		echo "$narrow" >bad.c && warns '$compiler' "conversion"'
done

has cppcheck 'cppcheck: a null pointer that is used is found; die() is known not to come back' '
	printf "%s\n" "#include <stdlib.h>" "#include \"lib/cli/cli.h\"" "int first(const int *p);" \
		"int first(const int *p) { if (!p) die(1, \"none\"); return *p; }" >good.c &&
	sed "s/die(1, .none.)/abs(1)/" good.c >bad.c &&
	"$lint" cppcheck "$PWD/good.c" && exits 1 "$lint" cppcheck "$PWD/bad.c" >out && grep -q "bad.c:4.*nullPointerRedundantCheck" out'

has clang-tidy 'clang-tidy: memory that leaks is an error; words of the field are none' '
	printf "%s\n" "#include <stdlib.h>" "int give(int from, int to);" "int give(int from, int to)" "{" \
		"	int *p = malloc((size_t)from);" "	if (!p)" "		return to;" "	return *p = from;" "}" >bad.c &&
	sed "s/return \*p = from/free(p); return from/" bad.c >good.c &&
	clang-tidy --quiet --config-file="$HOPLINE_ROOT/.clang-tidy" good.c -- -std=c11 &&
	exits 1 clang-tidy --quiet --config-file="$HOPLINE_ROOT/.clang-tidy" bad.c -- -std=c11 >out && grep -q unix.Malloc out'

has shellcheck 'shellcheck: words that part are found in a script' '
	printf "#!/bin/sh\nrm \$1\n" >bad && exits 1 "$lint" shellcheck "$PWD/bad" >out && grep -q SC2086 out &&
	printf "#!/bin/sh\nrm \"\$1\"\n" >good && "$lint" shellcheck "$PWD/good"'

has mandoc 'mandoc: a fault in a page is found' '
	printf ".Dd January 1, 2025\n.Dt A 1\n.Os\n.Sh NAME\n.Nm a\n.Nd b\n.Nosuch\n" >bad.1 &&
	exits 1 "$lint" mandoc "$PWD/bad.1" >out && grep -q Nosuch out'

t 'words: a test that defines a word of lib.sh anew is found' '
	printf "%s\n" "# a test" "	true && job() { :; } &&" >good.t && sed s/job/is/ good.t >bad.t && "$lint" words "$PWD/good.t" &&
	exits 1 "$lint" words "$PWD/bad.t" >out && echo "$PWD/bad.t:2: is is a word of tests/lib.sh" | diff - out'

t 'links: a page that names a file which is not there is found' '
	echo "[a](b.md#c) [d](https://e.f/g)" >a.md && exits 1 "$lint" links "$PWD/a.md" >out && echo "$PWD/a.md: b.md is not there" | diff - out && >b.md && "$lint" links "$PWD/a.md"'

t 'comments: one that opens with "the same" or the like is found' '
	printf "%s\n" "/* What is the same. */" "int a;" >good.c && sed "s/What is the/The/" good.c >bad.c && "$lint" comments "$PWD/good.c" &&
	exits 1 "$lint" comments "$PWD/bad.c" >out && echo "$PWD/bad.c:1:/* The same. */" | diff - out'

has ctags 'walk: the way of a parameter from unit to unit; a row of jobs goes by few' '
	mkdir -p tree/tools/lib && cd tree &&
	printf "%s\n" "#include \"lib/low.h\"" "#include \"lib/mid.h\"" "int" "top(const int *row)" "{" "	const int *at = &row[1];" "" "	low(row);" "	low(at);" "	mid(at);" \
		"	return low(row[2] > 1 ? row : at);" "}" >tools/top.c &&
	printf "%s\n" "#include \"lib/low.h\"" "int" "mid(const int *r)" "{" "	return low(r) + low(0);" "}" >tools/lib/mid.c &&
	printf "%s\n" "int" "low(const int *p)" "{" "	return *p;" "}" >tools/lib/low.c && >tools/lib/low.h && >tools/lib/mid.h &&
	"$HOPLINE_ROOT/tests/lint/walk" tools/top.c:top:row "$PWD" >out &&
	printf "%s\n" "top top(row)" "  lib/low low(p)" "  lib/mid mid(r)" "    lib/low low(p), a return" "4 stays, 0 climbs, 1 returns" | diff - out &&
	exits 2 "$HOPLINE_ROOT/tests/lint/walk" tools/top.c:none:row "$PWD" >/dev/null 2>err && grep -q "no function none" err &&
	for way in netsim/table/case.c:case_read:b map/map.c:do_case:b alloc/alloc.c:coexist:b; do
		"$HOPLINE_ROOT/tests/lint/walk" "tools/$way" | awk -v way="$way" "END { if (\$1 < 2 || \$1 > 40 || \$3 > 0) { print way, \$0; exit 1 } }" || return 1
	done'

t 'types: a name of two types is found' '
	printf "%s\n" "typedef struct cut {" "	int at;" "} cut;" "typedef struct hole hole;" >a.h && printf "%s\n" "struct hole {" "	cut first;" "};" >b.c && "$lint" types "$PWD/a.h" "$PWD/b.c" &&
	echo "typedef enum cut { A } cut;" >>b.c && exits 1 "$lint" types "$PWD/a.h" "$PWD/b.c" >out && grep -q "b.c:4:typedef enum cut" out'

t 'columns: a line of more than 140 is found, unless a text makes it so' '
	{ printf "/* %0137d\n" 0; printf "	say(\"%0140d\");\n" 0; } >good.c && printf "/* %0138d\n" 0 >bad.c && "$lint" columns "$PWD/good.c" &&
	exits 1 "$lint" columns "$PWD/bad.c" >out && grep -q "^$PWD/bad.c:1:" out'

# house: a tree of two rooms and a tool, without fault
house() {
	mkdir -p tools/lib/a tools/lib/b tools/one/sub
	for u in lib/a/x lib/a/y lib/b/z one/one; do
		echo "#pragma once" >tools/$u.h
		printf "%s\n" "#include \"$u.h\"" >tools/$u.c
	done
	echo "#include \"lib/b/z.h\"" >>tools/lib/a/x.h
	echo "int z(void); int x(void); int x(void) { return z(); }" >>tools/lib/a/x.c
	echo "int z(void); int z(void) { return 1; }" >>tools/lib/b/z.c
	echo "#include \"lib/a/x.h\"" >>tools/one/one.c
}
objects() { for f in $(cd tools && find . -name "*.c"); do mkdir -p build/tools/$(dirname $f) && gcc -Itools -c -o build/tools/${f%c}o tools/$f || return; done; }
finds() { exits 1 "$HOPLINE_ROOT"/tests/lint/rooms . build >out && grep -qxF "rooms: $1" out || { cat out; return 1; }; }

has nm 'rooms: a tree without circles is none; a circle of files, of folders, of calls; lib/ that includes a tool; a header without #pragma once' '
	house && objects && "$HOPLINE_ROOT"/tests/lint/rooms . build &&
	(echo "#include \"lib/a/y.h\"" >>tools/lib/b/z.c && finds "a circle of includes between rooms: lib/a > lib/b > lib/a") && house &&
	(echo "#include \"lib/a/x.h\"" >>tools/lib/a/y.h && echo "#include \"lib/a/y.h\"" >>tools/lib/a/x.c &&
		finds "a circle of includes between units: lib/a/x > lib/a/y > lib/a/x") && house &&
	(echo "int x(void); int y(void); int y(void) { return x(); }" >>tools/lib/b/z.c && objects &&
		finds "a circle of calls between rooms: lib/a > lib/b > lib/a") && house &&
	(echo "#include \"one/one.h\"" >>tools/lib/b/z.c && finds "lib/b/z.c includes one/one.h, of another tool") && house &&
	(sed -i 1d tools/lib/a/y.h && exits 1 "$HOPLINE_ROOT"/tests/lint/rooms . >out && grep -qxF "rooms: tools/lib/a/y.h lacks #pragma once" out)'

has gcov 'coverage: lines that were run and those that were not; below 90% is an error; a source that is gone does not count' '
	mkdir -p tools build/tools && printf "%s\n" "int main(int n, char **arg)" "{" "	(void)arg;" "	if (n == 1)" "		return 0;" "	return 1;" "}" >tools/x.c &&
	gcc --coverage -c -o build/tools/x.o tools/x.c && gcc --coverage -o x build/tools/x.o && ./x && cp build/tools/x.gcno build/tools/gone.gcno &&
	exits 1 "$HOPLINE_ROOT"/tests/lint/coverage build >out && printf "%s\n" " 75.0     3     4 tools/x.c 6" " 75.0     3     4 tools/" "coverage: that is less than 90%" | diff - out &&
	exits 1 ./x y && "$HOPLINE_ROOT"/tests/lint/coverage build >out && printf "%s\n" "100.0     4     4 tools/x.c" "100.0     4     4 tools/" | diff - out'

has valgrind 'memcheck: a value that was never set is found in a tool, also where the test does not look at how it ends; in a compiled test' '
	mkdir good bad && printf "%s\n" "#include <stdio.h>" "#include <stdlib.h>" "int main(void)" "{" "	int *p = calloc(2, sizeof *p);" "	puts(p && p[1] ? \"not ok 1\" : \"ok 1\");" "	puts(\"1..1\");" "}" >tool.c &&
	gcc -g -O0 -o good/tool tool.c && sed "s/calloc(2, sizeof/malloc(2 * sizeof/" tool.c >unset.c && gcc -g -O0 -o bad/tool unset.c &&
	printf "%s\n" "#!/bin/sh" "PATH=\$HOPLINE_BIN:\$PATH" "tool || true" >one.t && cp bad/tool two.t && cp good/tool three.t &&
	"$memcheck" tests good one.t three.t >out && ! grep -q Conditional out &&
	exits 1 "$memcheck" tests bad one.t >out && grep -q "Conditional jump.*uninitialised" out && grep -q "unset.c:6" out && grep -q "^All tests successful" out &&
	exits 1 "$memcheck" tests good one.t two.t >out && grep -q "two.t .*Wstat" out && grep -q "unset.c:6" out'

has valgrind 'memcheck: a tool that loses blocks in each case is found, one that holds some at its end is not' '
	mkdir bin && printf "#!/bin/sh\nseq \$3\n" >bin/gen-workload && printf "#!/bin/sh\nfor last; do :; done\ncat \"\$last\"\n" | tee bin/alloc bin/netsim >bin/metrics && chmod +x bin/* &&
	printf "%s\n" "#include <stdio.h>" "#include <stdlib.h>" "int main(int n, char **arg)" "{" "	FILE *in = fopen(arg[n - 1], \"r\");" "	void *volatile p;" "	int c;" "	for (p = malloc(1); (c = getc(in)) != EOF; putchar(c))" \
		"		if (c == 10)" "			p = malloc(1);" "}" >map.c && gcc -O0 -o bin/map map.c &&
	exits 1 "$memcheck" cases bin >out && is "$(cat out)" "memcheck: map loses 4 blocks in 3 cases, 13 in 12"'

head=run,instructions,packet_hops,compiler,processor,libc,flags
t 'instructions: up to 5% more pass, more does not, and it is said how to renew the table' '
	printf "%s\n" $head "a,1000,10,gcc 12,x86_64,glibc 2.36,-O2" "b,1000,10,gcc 12,x86_64,glibc 2.36,-O2" >old &&
	sed "s/^a,1000/a,1050/; s/2.36/2.41/" old >new && "$instructions" compare old new >out && grep -q "a: 1050, +5.00%" out &&
	sed "s/^b,1000,10/b,1051,11/" old >new && exits 1 "$instructions" compare old new >out &&
	grep -q "b: 1051, +5.10% (and 11 packet-hops, not 10)" out && grep -q "instructions-renew" out &&
	sed "s/^b,1000/b,900/" old >new && "$instructions" compare old new >out && grep -q "less than the table" out'

t 'instructions: a run too many or too few is an error' '
	printf "%s\n" $head "a,1000,10,gcc 12,x86_64,glibc 2.36,-O2" "b,1000,10,gcc 12,x86_64,glibc 2.36,-O2" >old &&
	sed 2d old >new && exits 1 "$instructions" compare old new >out && grep -q "a: in the table, but not run" out &&
	exits 1 "$instructions" compare new old >out && grep -q "a: not in the table" out'

t 'instructions: another compiler, processor or other flags are not compared' '
	printf "%s\n" $head "a,1000,10,gcc 12,x86_64,glibc 2.36,-O2" >old &&
	for change in "s/gcc 12/gcc 13/" "s/x86_64/aarch64/" "s/-O2/-O3/"; do
		sed "s/,1000,/,2000,/; $change" old >new && "$instructions" compare old new >out && grep -q "not compared" out || exit 1
	done'

t 'the table of instructions has the runs that are counted' '
	grep -o "^	run .[a-z -]*" "$instructions" | cut -c7- >runs && test "$(wc -l <runs)" = 3 &&
	sed 1d "$HOPLINE_ROOT/tests/bench/instructions.csv" | cut -d, -f1 | cmp - runs'

done_testing
