#!/usr/bin/env bash
# The manual pages: right mdoc, and the same options as --help.
source "$(dirname "$0")/../lib.sh"
tools='alloc gen-workload map metrics netsim'

page() { echo "$HOPLINE_ROOT/tools/$1/$1.1"; }
# of_tool TOOL: its page and those of its subcommands
of_tool() { find "$(page "$1")" "$HOPLINE_ROOT/tools/$1/pages" -name '*.1' 2>/dev/null; }
pages() { find "$HOPLINE_ROOT/tools" -name '*.[1-9]' | sort; }

# helps TOOL: the help of a tool and of each of its subcommands
helps() {
	local sub
	"$1" --help
	case $1 in
	gen-workload | metrics)
		for sub in $(subcommands "$1"); do "$1" "$sub" --help || return 1; done
		[ "$1" != metrics ] || for sub in $(forms); do metrics plot "$sub" --help || return 1; done ;;
	map) map advise --help ;;
	esac
}

# subcommands TOOL: what can follow it, as its sources define them
subcommands() { grep -rhox 'const subcommand subcommand_[a-z_]* = { "[a-z-]*".*' "$HOPLINE_ROOT/tools/$1" | cut -d '"' -f 2; }

# forms: what can follow `metrics plot`
forms() { grep -hox 'const subcommand plot_[a-z]* = { "[a-z]*".*' "$HOPLINE_ROOT"/tools/metrics/plot/*.c | cut -d '"' -f 2; }

# Long options: at the head of a line of --help; in the items of a page.
helped() { helps "$1" | sed -n 's/^ *\(-[^ ], \)\?--\([a-z][a-z-]*\).*/\2/p' | sort -u; }
paged() { sed -n '/^\.It /s/Fl -\([a-z][a-z-]*\)/\n\1\n/gp' "$@" | grep -x '[a-z][a-z-]*' | sort -u; }

for tool in $tools; do
	t "$tool: the options of --help are those of its pages" "
		helped $tool >help && test -s help && paged \$(of_tool $tool) >page && diff help page"
done

# wordless TOOL: words that --help offers as values of options, and no item of the tool's pages has
wordless() {
	local name words word
	helps "$1" | sed -nE 's/^ *(-[^ ], )?--([a-z-]+)=([^ ]*\|[^ ]*).*/\2 \3/p' | sort -u | while read -r name words; do
		for word in ${words//|/ }; do
			grep -hE "^\.It (.* )?Fl -$name( |\$)" $(of_tool "$1") | grep -qwE -e "$word" -e 'Ar WORD' || echo "--$name=$word"
		done
	done
}
for tool in $tools; do
	t "$tool: the words that --help offers for an option are in an item of its pages" "
		wordless $tool >missing && ! test -s missing || { cat missing; exit 1; }"
done

t 'the options of each subcommand are in its page, or in that of the tool' '
	cd "$HOPLINE_ROOT/tools" && for tool in gen-workload metrics; do
		for sub in $(subcommands $tool); do
			more=; [ $sub != swf ] || more=gen-workload/pages/hopline-gen-workload-log.1
			{ $tool $sub --help && { [ $sub != plot ] || for form in $(forms); do metrics plot $form --help; done; }; } |
				sed -n "s/^ *\(-[^ ], \)\?--\([a-z][a-z-]*\).*/\2/p" | sort -u >"$shared_dir/help"
			paged $tool/$tool.1 $tool/pages/hopline-$tool-$sub.1 $more >"$shared_dir/page"
			comm -23 "$shared_dir/help" "$shared_dir/page" >"$shared_dir/missing" && ! test -s "$shared_dir/missing" ||
				{ echo "$tool $sub: no page has" $(cat "$shared_dir/missing"); exit 1; }
		done
	done'

for tool in gen-workload metrics; do
	t "$tool: every subcommand has a page" "
		for sub in \$(subcommands $tool); do test -s \"$HOPLINE_ROOT/tools/$tool/pages/hopline-$tool-\$sub.1\" || { echo \$sub; exit 1; }; done"
done

t 'metrics: the page describes every form of plot' '
	test "$(forms | wc -l)" -ge 5 && for form in $(forms); do grep -q "^\.It Cm $form$" "$HOPLINE_ROOT/tools/metrics/pages/hopline-metrics-plot.1" || { echo $form; exit 1; }; done'

# described TOOL: some page has all that --list names; one line says which none has
described() {
	local missing
	missing=$("$1" --list | sed "/^$/d; /^[a-z]*:$/d; s/ .*//" | sort -u | comm -23 - <(grep -h "^\.\(It\|Cm\) " $(pages) | tr " " "\n" | sort -u) | sed "s/^/ /" | tr -d "\n")
	[ -z "$missing" ] || { echo "no page has \".It Cm NAME\" for:$missing (what is only tried needs none)"; return 1; }
}
for tool in alloc map netsim; do
	t "$tool: pages describe all that --list names" "described $tool"
done

t 'a policy that is in no page: one line names it, and says that one that is only tried needs no line there' '
	printf "#!/bin/sh\n%s --list\necho \"ours  as we please\"\n" "$(command -v alloc)" >alloc && chmod +x alloc &&
	! (PATH=$PWD:$PATH && described alloc) >out && is "$(cat out)" "no page has \".It Cm NAME\" for: ours (what is only tried needs none)"'

# examples PAGE: what stands literally in its section EXAMPLES
examples() {
	awk '
		/^\.Sh/ { on = /EXAMPLES/ }
		/^\.Ed/ { code = 0 }
		on && code { gsub(/\\e/, "\\"); print }
		on && sub(/^\.Dl /, "") { gsub(/\\e/, "\\"); print }
		/^\.Bd/ { code = 1 }' "$1"
}
# Some want a file of a site, a launcher or a recorded run.
not_here='SLURM_|/etc/slurm|theta\.interconnect|trace/index|LOG=|libexec|GRID'
export not_here
for name in $(pages | sed "s,.*/tools/,," | grep -v -e stream.5 -e tutorial.7); do
	text=$(examples "$HOPLINE_ROOT/tools/$name")
	[[ $text && ! $text =~ $not_here ]] || continue
	t "$name: its examples run" "
		ln -s '$HOPLINE_ROOT/data' data && ln -s '$HOPLINE_ROOT/pipelines' pipelines && examples '$HOPLINE_ROOT/tools/$name' >run &&
		{ bash -e -o pipefail run >out 2>err || { cat err; exit 1; }; }"
done

# The tutorial: what it prints is what is printed.
tutorial() {
	awk '
		/^\.Ed/ { if (part == "run") print "} >said 2>&1"; if (part == "said") print "END"; part = "" }
		part { gsub(/\\e/, "\\"); print }
		/^\.Bd .*indent$/ { part = "run"; print "{" }
		/^\.Bd .*8n$/ { part = "said"; print "diff said - <<'\''END'\''" }' "$HOPLINE_ROOT/tools/hopline/hopline-tutorial.7"
}
t 'the tutorial prints what it says' '
	tutorial >run && test "$(grep -c "^diff" run)" -gt 9 && bash -e run'

t 'hopline: the options of --help are those of the page' '
	hopline --help | sed -n "s/^ *\(-[^ ], \)\?--\([a-z][a-z-]*\).*/\2/p" | sort -u >help && test -s help &&
	sed "/^\.Ss Options of every/,\$d" "$(page hopline)" >head.1 && paged head.1 >page && diff help page'

t 'gen-workload and metrics have the subcommands that the tests look at' '
	test "$(subcommands gen-workload | wc -l)" -ge 5 && test "$(subcommands metrics | wc -l)" -ge 5'

# Pages that are installed only under names of their own are not found: no fault.
t 'mandoc finds no fault in any page' '
	"$HOPLINE_ROOT/tests/lint/run" mandoc >faults || { cat faults; exit 1; }'

t 'every tool has a page' '
	for tool in $tools; do test -s "$(page $tool)" || { echo $tool; exit 1; }; done'

done_testing
