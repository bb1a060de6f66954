#!/usr/bin/env bash
# The checkers of `make lint` find what they are there for, and nothing in what is right; instructions beside a table.
source "$(dirname "$0")/lib.sh"
# shellcheck disable=SC2034 # the tests' commands use them
lint=$HOPLINE_ROOT/tests/lint/run instructions=$HOPLINE_ROOT/tests/bench/instructions

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
