#!/usr/bin/env bash
# What make says, and on how many cores it builds.
source "$(dirname "$0")/../lib.sh"
# What a make that runs this test has set does not count here.
unset MAKEFLAGS MAKELEVEL MFLAGS MAKEOVERRIDES CC CPPFLAGS LDFLAGS CFLAGS YES V
tree() { make --no-print-directory -C "$HOPLINE_ROOT" BUILD="$PWD/build" BIN="$PWD/bin" "$@"; }
# jobs [OPTION...]: -j as make has it in a recipe, of one goal
jobs() { tree -f Makefile -f "$PWD/more.mk" "$@"; }

t 'one goal is made on all cores; -j, MAKEFLAGS and a second goal say otherwise' '
	mkdir fake && printf "#!/bin/sh\necho 7\n" >fake/nproc && chmod +x fake/nproc && PATH=$PWD/fake:$PATH &&
	echo "flags other:; @echo \$(filter -j%,\$(MAKEFLAGS))" >more.mk && is "$(jobs flags)" -j7 && is "$(jobs -j3 flags)" -j3 && is "$(jobs -j1 flags)" -j1 && is "$(MAKEFLAGS=-j2 jobs flags)" -j2 &&
	is "$(jobs flags other | sort -u)" "" && is "$(MAKELEVEL=1 jobs flags)" ""'

t 'a line a file; V=1: the commands; -s: nothing' '
	file=$PWD/build/release/tools/lib/cli/choices.o &&
	is "$(tree "$file")" "  CC $file" && rm "$file" && tree V=1 "$file" >out && grep -q "^gcc .*-o $file " out && ! grep -q "  CC" out && rm "$file" && is "$(tree -s "$file")" ""'

t 'what others leave in build/ under a name that ends in .d is not read; a header that changes is seen' '
	file=$PWD/build/release/tools/lib/cli/choices.o && tree -s "$file" && mkdir -p build/chroots/sid/invoke-rc.d && echo "no rule: : *" >build/chroots/invoke-rc.d &&
	is "$(tree -W tools/lib/cli/choices.h "$file")" "  CC $file" && ! tree "$file" | grep CC'

# One make has all goals: it installs more where one of them wants more.
t 'studies whose scripts name neither METIS nor Scotch install neither, and so need not build again; others do' '
	set_up() { tree tools= gsearch_programs= -n "$@" | grep -o "tools/setup [a-z]*$" | sort -u; } && is "$(set_up gsearch demo)" "tools/setup study" && is "$(set_up programs)" "tools/setup study" &&
	is "$(set_up demo decide decide-count curves {estimate-truth,promises,releases,theta,three-logs,tolerance}{,-keep})" "tools/setup demo"'

t 'make help: each target that is a study, a check or a door, with what it does' '
	tree help >out && for target in help demo test check test-cluster lint coverage bench instructions fuzz install clean curves grap gsearch-full topaware theta report \
		level-spread-FIGURE level-spread-full express-mesh-quick validate-jobs watch; do
		grep -qE "^make $target[ =]*.*  [^ ]" out || { echo "$target"; cat out; exit 1; }
	done && ! grep -vE "^make.*  [^ ]" out && awk "{ print \$2 }" out | sort | uniq -d >twice && ! grep -qx demo twice'

t 'make check: a test that has passed is due again when a program that it runs has changed, and one that failed is' '
	quick() { tree tools= gsearch_programs= check check_tests=t650-claims >out 2>&1; } && none="check: all have passed, and nothing that they run has changed" &&
	mkdir bin && cp "${HOPLINE_BIN:-$HOPLINE_ROOT/bin}"/* bin && quick && grep -q "^tests/metrics/t650-claims.t .* ok" out && quick && grep -qx "$none" out &&
	touch bin/netsim && quick && grep -qx "$none" out && touch bin/metrics && quick && grep -q "^tests/metrics/t650-claims.t .* ok" out &&
	cp bin/metrics good && printf "#!/bin/sh\nexit 1\n" >bin/metrics && exits 2 quick && exits 2 quick && cp good bin/metrics && quick && grep -q "^tests/metrics/t650-claims.t .* ok" out'

t 'what draws ends with the paths of what it drew' '
	for target in level-spread-fig10 level-spread-part express-mesh-demo express-mesh-structure level-spread-keep; do
		tree tools= gsearch_programs= -n $target | tail -n 1 | grep -q "^pipelines/lib/made " || { echo $target; exit 1; }
	done &&
	made=$HOPLINE_ROOT/pipelines/lib/made && mkdir a b "c d" && touch a/fig2.svg a/fig10.svg a/means.csv b/x.csv "c d/fig1.svg" &&
	is "$("$made" a)" "$(printf "\nThe pictures: a/fig10.svg a/fig2.svg")" && is "$("$made" a fig2)" "$(printf "\nThe picture: a/fig2.svg")" &&
	is "$("$made" b)" "$(printf "\nThe table: b/x.csv")" && is "$("$made" "c d")" "$(printf "\nThe picture: c d/fig1.svg")"'

done_testing
