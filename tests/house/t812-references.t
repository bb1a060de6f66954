#!/usr/bin/env bash
# The manual pages among themselves: what one names is there, and each is named where one looks for it.
source "$(dirname "$0")/../lib.sh"
export tools='alloc gen-workload map metrics netsim'

pages() { find "$HOPLINE_ROOT/tools" -name '*.[1-9]' | sort; }

# named PAGE: as it is installed, `name section`
named() {
	local name=${1##*/}
	case $name in hopline*) ;; *) name=hopline-$name ;; esac
	echo "${name%.*} ${name##*.}"
}

# Other packages' pages that ours name.
others='aprun 1|cat 1|gnuplot 1|ibnetdiscover 8|mpicc 1|pcre2pattern 3|scontrol 1|slurmctld 8|srun 1'

t 'every page that a page names is there' '
	for page in $(pages); do named $page; done >names &&
	grep -o "Xr [a-z0-9-]* [1-9]" $(pages) | sed "s/Xr //" | grep -Ev ":($others)\$" | sort -u >named && test -s named &&
	awk -F: "FNR == NR { there[\$0]; next } !(\$2 in there) { print \$1 \" names \" \$2; bad = 1 } END { exit bad }" names named'

t 'a section that a page points to is in that page' '
	awk "/^\.S[hs] / { there[FILENAME, substr(\$0, 5)]; next }
		/^\.(.* )?Sx / { sub(/^\.(.* )?Sx /, \"\"); sub(/ [.,;)].*/, \"\"); gsub(/\"/, \"\"); wanted[FILENAME, \$0]; n++ }
		END { for (w in wanted) if (!(w in there)) { split(w, part, SUBSEP); print part[1] \": no section \" part[2]; bad = 1 } exit bad || n < 10 }" $(pages)'

t 'the overview names every page but those of subcommands' '
	for page in "$HOPLINE_ROOT"/tools/*/*.[1-9]; do [[ $page = */hopline.7 ]] || named "$page"; done | sed "s/^/.It Xr /" | sort >wanted &&
	is "$(sort -u "$HOPLINE_ROOT/tools/hopline/hopline.7" | comm -23 wanted -)" ""'

t 'the page of a tool names the pages of its subcommands' '
	cd "$HOPLINE_ROOT" && for page in tools/*/pages/*.1; do
		tool=${page#tools/} tool=${tool%%/*}
		grep -q "Xr $(named $page)" tools/$tool/$tool.1 || { echo $page; exit 1; }
	done'

# Long ones are split.
t 'the page of a tool has at most 250 lines' '
	for tool in $tools hopline; do
		test "$(wc -l <"$HOPLINE_ROOT/tools/$tool/$tool.1")" -le 250 || { echo $tool; exit 1; }
	done'

t 'what the papers'\'' numbers rest on: the end of the page of the studies is what the kept claims and knobs.csv say' '
	"$HOPLINE_ROOT/pipelines/report/rests" >rests && sed "/^## What the papers. numbers rest on/,\$!d" "$HOPLINE_ROOT/pipelines/README.md" |
		sed "/^### /,\$!d" | diff <(sed 1d rests) -'

t 'make pages: a file for each page, in which every link leads somewhere, and an index of all' '
	"$HOPLINE_ROOT/tools/hopline/html" html $(pages) && test "$(ls html/*.[1-9].html | wc -l)" = "$(pages | wc -l)" &&
	grep -oh "href=\"[^\"]*\"" html/index.html | cut -d "\"" -f 2 | sort -u >indexed && is "$(cd html && printf "%s\n" *.[1-9].html | sort | comm -23 - ../indexed)" "" &&
	grep -oh "href=\"[^\"#]*\"" html/*.html | sort -u | cut -d "\"" -f 2 | while read -r file; do test -e "html/$file" || { echo "no $file"; exit 1; }; done'

# columns PAGE FROM TO: those that a section of a page lists
columns() { sed -n "/^\.Sh $2/,/^\.Sh $3/p" "$HOPLINE_ROOT/tools/$1" | sed -n "s/^\.It Va //p" | tr -d ' ' | tr , '\n'; }

t 'metrics columns has every column that hopline-stream(5) and hopline-results(7) list, and every one that a tool names' '
	metrics columns --no-preamble | metrics select --no-preamble --columns column - | sed 1d | sort >known && test "$(wc -l <known)" -gt 90 &&
	{ columns hopline/hopline-stream.5 COLUMNS MATRICES; columns netsim/hopline-results.7 "OUTPUT COLUMNS" FILES; } | sort -u >listed && test "$(wc -l <listed)" -gt 80 &&
	is "$(comm -23 listed known)" "" &&
	{ grep -rhoE "(sink_own|request_column)\([^\"]*\"[a-z_0-9]+\"" "$HOPLINE_ROOT"/tools/{netsim,alloc,map}
		grep -oE "\{ \"[a-z_0-9]+\", " "$HOPLINE_ROOT/tools/netsim/table/results.c"; } | cut -d "\"" -f 2 | sort -u >named && test "$(wc -l <named)" -gt 40 &&
	is "$(comm -23 named known)" ""'

t 'every key of a machine is an item of hopline-machines(7)' '
	grep -rhoE "\{ \"[a-z-]+\", KEY_" "$HOPLINE_ROOT/tools/lib/machine" | cut -d "\"" -f 2 | sort -u >keys && test $(wc -l <keys) -gt 30 &&
	grep -hE "^\.(It|Cm) " "$HOPLINE_ROOT/tools/hopline/hopline-machines.7" | tr " " "\n" >words &&
	is "$(sort -u words | comm -23 keys -)" ""'

# commits FILE...: "FILE HASH" of each hash that a MANIFEST names as the commit of its results
commits() {
	awk '/commit/ && !/^[0-9a-f]+  / { sub(/^.*commit/, ""); n = split($0, word, /[^0-9a-z]+/)
		for (i = 1; i <= n; i++) if (length(word[i]) >= 7 && length(word[i]) <= 40 && word[i] ~ /^[0-9a-f]+$/ && word[i] ~ /[0-9]/) print FILENAME, word[i] }' "$@"
}
# unheard FILE...: those that are not in the history of this tree
unheard() { commits "$@" | while read -r file hash; do git -C "$HOPLINE_ROOT" merge-base --is-ancestor "$hash" HEAD 2>/dev/null || echo "$file: $hash"; done; }
# unclean FILE...: manifests of 0.2.0 or later that were made with changes that no commit has
unclean() { grep -LE "^version: .* 0\\.1\\." "$@" | xargs -r grep -lE "\\(changed\\)|uncommitted"; }
if [ "$(git -C "$HOPLINE_ROOT" rev-parse --is-shallow-repository 2>/dev/null)" = false ]; then
	t 'results that are kept name commits of the history or "unknown", and none with changes' '
		manifests=$(ls "$HOPLINE_ROOT"/data/results/*/MANIFEST) && test "$(commits $manifests | wc -l)" -ge 10 && is "$(unheard $manifests)" "" && is "$(unclean $manifests)" "" &&
		printf "%s\n" "version: map 0.2.0, commit 0badc0de (changed)" "1234567  a.csv" >bad && is "$(unheard bad)" "bad: 0badc0de" && is "$(unclean bad)" bad &&
		printf "%s\n" "version: map 0.2.0" "commit: unknown" >good && is "$(unheard good)$(unclean good)" ""'
else
	skip 'results that are kept name commits of the history' 'no whole git history'
fi

done_testing
