#!/usr/bin/env bash
# The one program on the PATH: hopline, which runs the others.
source "$(dirname "$0")/../lib.sh"
tools='alloc gen-workload map metrics netsim'

t 'alone it shows its help, with every tool' '
	hopline >out && hopline --help | cmp - out &&
	for tool in $tools; do grep -q "^  $tool  " out || exit 1; done'

t 'help is --help, and of a tool that of the tool' '
	hopline --help >want && hopline help | cmp - want && hopline map --help >want && hopline help map | cmp - want &&
	exits 2 hopline help nosuch 2>err && grep -q "^hopline: unknown tool .nosuch.; known: .*netsim" err'

t '--list tools names the tools that are built, each with a sentence' '
	hopline --list tools >list && ! grep -v "^[a-z-]*  *[a-z]" list &&
	sed "s/ .*//" list | sort | tr "\n" " " >names &&
	echo -n "$tools " | cmp - names'

t '--version, of hopline and through it' '
	version=$(cat "$HOPLINE_ROOT/VERSION") &&
	test "$(hopline --version)" = "hopline $version" &&
	test "$(hopline map --version)" = "map $version" &&
	for tool in $tools; do test "$(hopline $tool --version)" = "$tool $version" || exit 1; done'

t 'a tool gets its arguments as they were typed' '
	spec="dragonfly:g=3,a=2,p=4" &&
	printf "job,nodes,a b\n1,2,\"x  y\"\n" >"two words.csv" &&
	hopline alloc --machine $spec --policy simple "two words.csv" >one &&
	alloc --machine $spec --policy simple "two words.csv" | cmp - one &&
	grep -q "two words.csv" one'

t 'a tool keeps its exit status' '
	exits 1 hopline alloc --machine dragonfly:g=3,a=2,p=4 --policy simple missing.csv 2>/dev/null &&
	exits 2 hopline alloc --policy nosuch 2>/dev/null'

t 'an unknown tool, an unknown option: exit 2, and what to do' '
	exits 2 hopline nosuch 2>err && grep -q "^hopline: unknown tool .nosuch." err && grep -q "^Try " err &&
	exits 2 hopline "map|alloc" 2>err && grep -q "unknown tool" err &&
	exits 2 hopline ../bin/map 2>err && grep -q "unknown tool" err &&
	exits 2 hopline --nosuch 2>err && grep -q "unknown option" err'

if [ "$(dirname "$(command -v hopline)")" -ef "$HOPLINE_ROOT/bin" ]; then
	t '--share is a directory with machine files' '
		ls "$(hopline --share)"/machines/*.conf >/dev/null'
else
	skip '--share is a directory with machine files' 'the programs are not in bin/ of the tree'
fi

t 'sweep, decide and study: help, and what cannot be asked' '
	hopline help sweep | grep -qx "Run the cells of GRID that have no result in the folder OUT yet." &&
	hopline help decide | grep -q "^  POLICIES=simple,level-spread,rdn  today" && hopline study | grep -q "level-spread-full" &&
	exits 2 hopline decide FOO=1 2>err && grep -q "^hopline: decide: unknown setting .FOO.; known: .*POLICIES" err &&
	is "$(sed -n "s/.*; known: //p" err)" "$(sed -n "/^decide_variables :=/{ :more; /\\\\$/{ N; s/\\\\\n\t*//; b more }; s/.*:= //p }" "$HOPLINE_ROOT/pipelines/decide/module.mk")" &&
	exits 1 hopline decide LOG=none.swf out 2>err && grep -q "cannot be read" err &&
	exits 2 hopline sweep 2>err && grep -q "GRID and OUT are needed" err'

t 'man shows the page of a topic, a tool and a subcommand, and the overview; help does of a topic' '
	for words in policies tutorial alloc "metrics compare" "gen-workload random" ""; do
		hopline man $words >page && test "$(wc -l <page)" -gt 20 || { echo "$words"; exit 1; }
	done &&
	hopline man policies >page && hopline help policies | cmp - page && grep -q "level-spread" page &&
	exits 2 hopline man nosuch 2>err && grep -q "^hopline: no page about .nosuch." err'

t 'where there is no man(1), mandoc(1) shows a page; without either it says which package has one' '
	mkdir few && for program in bash env sed grep awk sort uniq cat basename dirname readlink ls find head tail tr cut; do
		ln -s "$(command -v $program)" few || exit 1
	done &&
	hopline=$(command -v hopline) && PATH=$PWD/few exits 1 "$hopline" man alloc 2>err && grep -q "(Debian: man-db); the page is .*alloc.1$" err &&
	ln -s "$(command -v mandoc)" few && PATH=$PWD/few "$hopline" man alloc >page && test "$(wc -l <page)" -gt 20'

t 'study new: a folder whose files make a sweep, as it says' '
	hopline study new mine >said && grep -qx "mine/grid >grid.csv" said && ! grep -r "@NAME@" mine && exits 1 hopline study new mine 2>err &&
	for name in "" -x a/b Upper; do exits 2 hopline study new "$name" 2>err && grep -q "wanted a name of small letters" err || exit 1; done &&
	bash -e said && is "$(rows means.csv | wc -l)" 6 && grep -q "^level-spread,16," means.csv && { ! command -v gnuplot || grep -q "<svg" means.svg; }'

t 'CITATION.cff names this version' '
	grep -qx "version: $(cat "$HOPLINE_ROOT/VERSION")" "$HOPLINE_ROOT/CITATION.cff"'

t 'it may be called through a link' '
	ln -s "$(command -v hopline)" h && test "$(./h map --version)" = "$(hopline map --version)"'

done_testing
