#!/usr/bin/env bash
# t758-decide -- from a job log to a decision: the grid, a page of a small machine, and the schedule against whole simulations.
# shellcheck disable=SC2016,SC2034 # the tests' commands are quoted
source "$(dirname "$0")/../lib.sh"
study=$HOPLINE_ROOT/pipelines/decide
export HOPLINE_BIN=${HOPLINE_BIN:-$HOPLINE_ROOT/bin} done_dir=$shared_dir/out
export LOG=$shared_dir/log.swf MACHINE=dragonfly:g=3,a=2,p=2 POLICIES=simple,rdn PERIOD=1d WARMUP=1d PERIODS=3 \
	PATTERNS=halo3d,spread BYTES=10KB SHARES=0.5 PACKET=2KB OTHER_PERIODS=2 OTHER_SHARES=0.2 OTHER_BYTES=5KB FIRST=no

# Four days of six jobs a day, of 1 to 6 of 12 nodes, most of the day long.
awk 'BEGIN { print "; MaxNodes: 12\n; MaxProcs: 12"
	for (d = 0; d < 4; d++) for (j = 0; j < 6; j++) print ++n, d * 86400 + j * 9000, 0, 12000 + 3000 * (j + d) % 7, 1 + (5 * j + d) % 6, -1, -1, 1 + (5 * j + d) % 6, 36000, -1, 1, 1, 1, -1, 1, -1, -1, -1 }' >"$LOG"

t 'the grid: every policy in every period, then other shares and sizes' '
	"$study/grid" >grid && test "$(sed 1d grid | wc -l)" = $((6 + 4 + 4)) && test "$(column policy grid | sort | uniq -c | xargs)" = "7 rdn 7 simple" &&
	test "$(column shares grid | sort | uniq -c | xargs)" = "4 0.2 10 0.5" && "$study/grid" --count | grep -qx "14 cells, 700 questions or more"'
t 'what cannot be asked' '
	q="'\''" && for bad in "LOG=none.swf|LOG: $q$PWD/none.swf$q: cannot be read" "LOG=.|LOG: $q$PWD/.$q: cannot be read" "PERIOD=1|PERIOD: ${q}1$q: must be whole days, as 7d" "PERIODS=1|PERIODS: ${q}1$q: an interval needs two periods or more" \
		"OTHER_PERIODS=1|OTHER_PERIODS: ${q}1$q: an interval needs two periods or more; 0: none" "OTHER_PERIODS=x|OTHER_PERIODS: ${q}x$q: must be a number"; do
		env "${bad%%|*}" "$study/grid" >o 2>e && exit 1
		grep -qxF "decide: ${bad#*|}" e || { cat e; exit 1; }
	done'
# Every printable character and a line break, and as one word of READ.  The dot in front, as make drops blanks there.
# shellcheck disable=SC2059 # the format is the text
every=.$(printf "$(printf '\\%03o' $(seq 32 126))")$'\n'.
quoted_every="'${every//\'/\'\"\'\"\'}'"
export every quoted_every

# recorder FOLDER: tools that write down what they are given, in gen-workload.args and alloc.args of the folder in which they run
recorder() {
	local tool
	mkdir "$1" && cp "$HOPLINE_BIN/metrics" "$1" || return
	for tool in gen-workload alloc; do
		printf '#!/bin/sh\nprintf "%%s\\0" "$@" >%q\n' "$PWD/$tool.args" >"$1/$tool" && chmod +x "$1/$tool"
	done
}
# word TEXT <ARGUMENTS ended by NUL: whether it is one of them
word() { TEXT=$1 awk 'BEGIN { RS = "\1" } $0 == ENVIRON["TEXT"] { found = 1 } END { exit !found }' <(tr '\1\0' '\2\1'); }

t 'every character goes through the grid, the sweep and the cell as it is' '
	recorder bin && log="./${every//\//}.swf" && cp "$LOG" "$log" && policy=${every//,/} && export HOPLINE_BIN=$PWD/bin &&
	LOG=$log READ="--match $quoted_every --from 3" MACHINE=$every POLICIES="$policy" OTHER_PERIODS=0 PERIODS=2 "$study/grid" >grid && test "$(wc -l <grid)" = 3 &&
	! "$study/../sweep" grid runs 2>err && word "$every" <gen-workload.args && word "$PWD/$log" <gen-workload.args && word "$policy" <alloc.args &&
	test "$(tr "\0" "\n" <gen-workload.args | grep -c "^--m\|^--from$\|^3$")" = 5 || { cat err; tr "\0" "\n" <gen-workload.args; exit 1; }'
t 'what is a plus, a pattern of files or an escape elsewhere plays the jobs that were asked for' '
	recorder bin && touch "JobID=10" && export HOPLINE_BIN=$PWD/bin && for read in "JobID=1[0-9]+|10.*" "JobID=1*" "user=%2B,+\\d" "a=\$HOME\`id\`"; do
		READ="--match $read" MACHINE=graph:unavailable=4-5+12,broken=r3+r4 PERIODS=2 OTHER_PERIODS=0 "$study/grid" | sed 2q >grid && ! "$study/../sweep" grid runs 2>/dev/null &&
		word "$read" <gen-workload.args && word graph:unavailable=4-5+12,broken=r3+r4 <gen-workload.args || { echo "$read"; tr "\0" "\n" <gen-workload.args; exit 1; }
	done'
t 'gen-workload log sees what the log is; with --field it is the Standard Workload Format' '
	recorder bin && export HOPLINE_BIN=$PWD/bin && echo "JobID|AllocNodes|Submit" >log && for reads in "|log" "--match a=b|log" "--field job=2|swf"; do
		! READ=${reads%|*} LOG=log "$study/read" . 2>/dev/null && tr "\0" " " <gen-workload.args | grep -q "^${reads#*|} " || { echo "$reads"; exit 1; }
	done'
t 'a machine without ugal-l is asked about its own routing' '
	for m in fattree:k=2,n=2=adaptive rdragonfly:g=3,a=4,p=2=adaptive slimfly:q=5,p=1=ugal-l torus:k=4=ugal-l dragonfly:g=3,a=2,p=2=ugal-l; do
		is "$(ROUTINGS= MACHINE=${m%=*} PERIODS=2 OTHER_PERIODS=0 "$study/grid" | column routing | sort -u)" "${m##*=}" || { echo "$m"; exit 1; }
	done'
t 'once: a question that comes again is not asked again, whoever asks; each is counted' '
	mkdir answers && export ASKED=$PWD/asked && q() { printf "#hopline 1\n#machine mesh:k=2\n#run %s\njob,nodes%s\na,2%s\n" "$@"; } && once() { "$study/once" answers "echo >>runs; cat"; } &&
	q one "" "" | once >a && q two ,link_busy , | once | cmp - a && is "$(wc -l <runs)" 1 && diff a <(printf "#hopline 1\n#machine mesh:k=2\njob,nodes,link_busy\na,2,\n") &&
	{ q one "" "" && echo b,2; } | once | tail -n 1 | grep -qx b,2 && is "$(cut -d" " -f3 asked | xargs)" "1 1 2" && ! grep -qv "^[0-9.]* [0-9.]* [12]$" asked &&
	! q one "" x | "$study/once" answers "cat; exit 3" >o && test ! -s o && ! q one "" x | "$study/once" answers "cat; exit 3" >o'
t 'what cannot be played is said before the first cell' '
	touch empty.swf && echo "no log" >text && for bad in "LOG=empty.swf|empty input" "LOG=text|does not tell what log it is" "POLICIES=simple,foo|unknown policy .foo." "ROUTINGS=ugal-l,foo|--routing: .foo." "ROUTINGS=foo|--routing: .foo." "READ=--no-such|unrecognized option .--no-such." \
		"READ=--match '\''a|a quote that does not end" "READ=--match job=none|is left" "REFERENCE=foo|unknown policy .foo." "MACHINE=torus:k=0|k"; do
		! env "${bad%%|*}" "$study/decide" out 2>err && grep -q -- "${bad#*|}" err && grep -q "^decide: " err && test ! -e out/runs || { echo "$bad"; cat err; exit 1; }
	done'
t 'a page: what was asked, a sentence and a row for each policy, pictures, assumptions' '
	"$study/decide" "$done_dir" 2>err || { cat err; exit 1; }
	xmllint --noout "$done_dir/decision.html" 2>/dev/null || ! command -v xmllint >/dev/null || { xmllint --noout "$done_dir/decision.html"; exit 1; }
	for what in "<b>rdn</b>: turnaround [0-9.]*% [a-z]* (95% interval" "<tr><td>simple<small>today</small></td>" "id=\"changes-title\"" "id=\"strip-turnaround-title\"" \
		"Each draws one of halo3d,spread, with messages of 10KB" "make decide LOG=$LOG MACHINE=dragonfly:g=3,a=2,p=2"; do grep -q "$what" "$done_dir/decision.html" || { echo "$what"; exit 1; }; done'
t 'its numbers are those of the table, and these those of the tools' '
	gen-workload swf --quiet --machine $MACHINE --seed 2 --pattern $PATTERNS --bytes $BYTES --comm-share $SHARES --nodes-most machine --resample 2-2 --resample-length 2d "$LOG" |
		alloc --quiet --policy rdn --schedule easy --network "map --quiet | netsim --quiet --routing ugal-l --packet 2KB --steady 1,20ms" --network-tolerance 5% |
		metrics schedule --quiet --by case,alloc --from 86400 --to 172800 >mine &&
	awk "NR == 1 || /,10KB,0.5,2,rdn,all,/" "$done_dir/periods.csv" >theirs &&
	for c in jobs turnaround_mean_s node_hours network_slowdown_mean; do test -n "$(column $c mine)" && test "$(column $c mine)" = "$(column $c theirs)" || { echo $c; exit 1; }; done'
t 'the sentence that decides: what is better or worse and by how much, what more periods would settle' '
	decided() { cp "$done_dir"/{read,*.svg} . && awk -F, -v OFS=, -v rdn="$1" -v spread="$2" "NR == 1 { for (i = 1; i <= NF; i++) at[\$i] = i } NR > 1 && \$at[\"measure\"] == \"turnaround_mean_s\" && \$at[\"alloc\"] != \"simple\" {
			split(\$at[\"alloc\"] == \"rdn\" ? rdn : spread, v, \"/\"); \$at[\"baseline\"] = 100; \$at[\"difference\"] = v[1]; \$at[\"difference_half\"] = v[2]; \$at[\"ratio\"] = 1 + v[1] / 100; \$at[\"verdict\"] = v[3]; \$at[\"cases\"] = 3 } { print }" \
			<(sed "s/^\(.*,\)rdn\(,.*\)/&\n\1level-spread\2/" "$done_dir/decision.csv") >decision.csv && POLICIES=simple,rdn,level-spread "$study/page" . | sed -n "s/<p class=\"decision\">\(.*\)<\/p>/\1/p"; } &&
	is "$(decided 12/6/worse -2/3/undecided)" "Keep simple: of the two policies tried beside it, rdn is worse by 6.0 to 18% in turnaround, level-spread is undecided; four more days would settle it, if the difference stays." &&
	is "$(decided -12/2.5/better 0/0/equal)" "Change to rdn: of the two policies tried beside it, rdn is better by 9.5 to 14% in turnaround, level-spread is equal." &&
	is "$(decided -12/2/better -20/2/better)" "Change to level-spread: of the two policies tried beside it, rdn is better by 10 to 14% in turnaround, level-spread is better by 18 to 22%." &&
	is "$(decided 0.1/6/undecided -0.1/9/undecided)" "Nothing speaks for a change from simple: of the two policies tried beside it, rdn and level-spread are undecided; the difference is too small for more periods to settle it." &&
	is "$(decided 0.1/6/undecided 10/129/undecided)" "Nothing speaks for a change from simple: of the two policies tried beside it, rdn and level-spread are undecided; the intervals are too wide to say more."'
t 'numbers have two digits and a unit that fits' '
	sed "s/<small>.*<\/small>//" "$done_dir/decision.html" | grep -oE "<td class=\"n\">(−)?[0-9][^<]*" | sed "s/.*>//" >cells && test "$(wc -l <cells)" -gt 20 &&
	! grep -vE "^(−)?([0-9]+|[0-9]\.[0-9]|0\.[0-9]{1,3}|[0-9]+\.[0-9]{2})( ± ([0-9]+|[0-9]\.[0-9]|0\.[0-9]{1,3}|[0-9]+\.[0-9]{2}))?( s| min| h| d|%)?$" cells'
t 'what lies beyond the axis of the main result has an arrow' '
	cp "$done_dir/decision.csv" . && awk -F, -v OFS=, "NR == 1 { for (i = 1; i <= NF; i++) at[\$i] = i } NR > 1 && \$at[\"bytes\"] == \"5KB\" { \$at[\"difference\"] = \$at[\"baseline\"] * 9 } { print }" decision.csv >far && mv far decision.csv &&
	"$study/draw" . 2>err && ! cmp -s strip-turnaround.svg "$done_dir/strip-turnaround.svg" && cmp changes.svg "$done_dir/changes.svg" || { cat err; exit 1; }'
t 'a second time nothing runs, and the page is the same' '
	cp "$done_dir/decision.html" before && "$study/decide" "$done_dir" 2>err && grep -q "nothing to do\|0 cells\|all .* done" err || cat err; cmp before "$done_dir/decision.html"'
t 'the command on the page is the question, whatever its characters' '
	mkdir -p pipelines/decide && printf "#!/bin/bash\nprintf \"%%s\\\\0\" \"\$LOG\" \"\$READ\" \"\$MACHINE\" \"\$POLICIES\" >got\n" >pipelines/decide/grid && chmod +x pipelines/decide/grid &&
	printf "study =\nall setup:\ninclude $study/module.mk\n" >Makefile && export READ="--match $quoted_every" MACHINE=$every POLICIES=simple,rdn,level-spread,$every LOG="/tmp/$every" &&
	for by in "make decide" "hopline decide"; do
		ASKED_AS=$by "$study/page" "$done_dir" >page && sed -n "/<pre>/,/<\/pre>/p" page | sed "s/.*<pre>//; s/<\/pre>.*//; s/&lt;/</g; s/&gt;/>/g; s/&quot;/\"/g; s/&amp;/\&/g" >command &&
		printf "%s\0" "$LOG" "$READ" "$MACHINE" "$POLICIES" >want && (unset LOG READ MACHINE POLICIES && make() { command make -s decide-count "${@:2}"; } && hopline() { export "${@:2}" && pipelines/decide/grid; } && . ./command) &&
		cmp want got || { cat command; exit 1; }
	done'
t 'what was read, and what was not; at the top where much is not' '
	mkdir bin && ln -s "$HOPLINE_BIN"/* bin && rm bin/gen-workload && printf "#!/bin/sh\n\"%s/gen-workload\" \"\$@\" | sed \"/^#run/r %s/losses\"\n" "$HOPLINE_BIN" "$PWD" >bin/gen-workload && chmod +x bin/gen-workload &&
	printf "%s\n" "#left-out too-wide 12 118" "#left-out before-from 3 7" "#read 39 jobs 24 node-hours 949 of 1000" >losses && HOPLINE_BIN=$PWD/bin "$study/read" "$done_dir" && "$study/page" "$done_dir" >page &&
	grep -q "Only 94.9% of the log.*s node-hours are in" page && grep -q "<tr><td>too-wide</td><td class=\"n\">12</td><td class=\"n\">118</td></tr>" page && grep -q "before-from<small>as asked</small>" page &&
	sed -i "s/949/950/" losses && HOPLINE_BIN=$PWD/bin "$study/read" "$done_dir" && "$study/page" "$done_dir" >page && ! grep "node-hours are in" page && grep -q "24 jobs, 950 node-hours of about 1000" page &&
	printf "%s\n" "#left-out not-a-record 2 5" >losses && HOPLINE_BIN=$PWD/bin "$study/read" "$done_dir" && "$study/page" "$done_dir" >page && grep -q "Only 92.3% of" page &&
	: >losses && HOPLINE_BIN=$PWD/bin "$study/read" "$done_dir" && "$study/page" "$done_dir" >page && grep -q "Nothing was left out" page && ! grep "node-hours are in" page'
t 'of a table of sacct, as gen-workload reads it: jobs wider than the machine, lines that are no record, jobs that share nodes' '
	printf "%s\n" "JobID|Submit|Start|End|State|AllocNodes|NodeList" "1|2024-01-01T00:00:00|2024-01-01T00:00:00|2024-01-01T01:00:00|COMPLETED|41|n[10-50]" none \
		"2|2024-01-01T00:00:00|2024-01-01T00:00:00|2024-01-01T01:00:00|COMPLETED|1|n1" "3|2024-01-01T00:00:00|2024-01-01T00:00:00|2024-01-01T01:00:00|COMPLETED|1|n1" >s.txt &&
	export LOG=s.txt READ=--shared=whole POLICIES=simple && "$study/read" . 2>/dev/null && printf "%s\n" "#left-out nodes-above-most 1 2" "#left-out not-a-record 1 3" "#read 4 jobs 3 node-hours 14 of 43" "#shared whole 2 4" | cmp - <(sort read) &&
	cp "$done_dir"/{decision.csv,*.svg} . && "$study/page" . >page && grep -q "Only 29.3% of" page && grep -q "<td>jobs that share nodes: whole</td><td class=\"n\">2</td>" page || { cat read; grep -A9 "What was read" page; exit 1; }'
t 'a first look comes first, and says so; of the largest jobs, and then of all' '
	export FIRST=yes PERIODS=3 POLICIES=simple,rdn OTHER_PERIODS=0 && mkdir out && cp -r "$done_dir/runs" out && rm out/runs/grids/* out/runs/*/"$("$study/grid" | column id | sed -n 1p)"* &&
	"$study/decide" out 2>err && grep "^decide:" err | sed "s/[0-9]* questions/N questions/" >said &&
	printf "decide: %s\n" "6 cells, N questions or more; to do: 1" "a first look at the schedule alone: out/decision.html" "a first look: out/decision.html" | cmp - said &&
	! grep "first look" out/decision.html && test "$(awk -F, "NR == 1 { for (i = 1; i <= NF; i++) at[\$i] = i } FNR > 1 { print \$at[\"most\"] }" out/runs/grids/*.csv | sort | uniq -c | xargs)" = "6 4 0 4 21" &&
	MOST=2 PERIODS=2 "$study/decide" out 2>err && grep -q "A first look.</b> Only 2 periods of 1d, and of each only the 2 jobs" out/decision.html && grep -q "MOST=2" out/decision.html &&
	test "$(awk -F, "NR == 1 { for (i = 1; i <= NF; i++) at[\$i] = i } \$at[\"class\"] == \"all\" { print \$at[\"jobs\"] }" out/periods.csv | sort -u)" = 2'
t 'two routings: a table for each, and bars for both' '
	ROUTINGS=ugal-l,minimal PERIODS=2 OTHER_PERIODS=0 "$study/decide" "$done_dir" 2>err || { cat err; exit 1; }
	for what in "turnaround (minimal)" "node-hours (ugal-l)"; do grep -q "^$what,rdn," "$done_dir/changes.csv" && grep -qF "$what" "$done_dir/changes.svg" || { echo "$what"; exit 1; }; done
	test "$(grep -c "<h3[^>]*>All jobs, " "$done_dir/decision.html")" = 2 || { grep -o "<h[0-9][^>]*>[^<]*" "$done_dir/decision.html"; exit 1; }'
t 'a log that has changed is another question' '
	cp "$LOG" other.swf && LOG=$PWD/other.swf "$study/grid" | sed -n 2p | tr , "\n" >row && echo ";" >>other.swf &&
	! "$study/cell" $(LOG=$PWD/other.swf "$study/grid" | awk -F, "NR == 1 { split(\$0, n) } NR == 2 { for (i = 2; i <= NF; i++) if (n[i] != \"log_hash\" && n[i] != \"read\") print n[i] \"=\" \$i; print \"log_hash=0000000000000000\"; print \"read=\" }") 2>e &&
	grep -q "is not the log that the grid was made of" e'

# placed: a table of sacct whose run times follow a slowdown of 1 + 0.1 (JobID mod 5), by 0.3 and 0.6 of them
placed() {
	awk 'function at(s) { return strftime("%Y-%m-%dT%H:%M:%S", 1704067200 + s, 1) }
		BEGIN { print "JobID|User|JobName|Submit|Start|End|Timelimit|NNodes|State|NodeList"
		for (i = 0; i < 60; i++) { s = 1 + i % 2; t = 1000 * (1 + 0.3 * s * 0.1 * (i % 5)) * (1 + 0.01 * (i * 7 % 11 - 5) / 5)
			printf "%d|u%d|app|%s|%s|%s|01:00:00|2|COMPLETED|n%d,n%d\n", i, s, at(2000 * i), at(2000 * i), at(2000 * i + t), 1 + i % 12, 1 + (i + 5) % 12 } }'
}
t 'shares are estimated where the log says on which nodes jobs ran; else, it says, they are assumed' '
	is "$(SHARES= "$study/estimate" . 2>err)" 0.3 && grep -q "does not say on which nodes of .* jobs ran: a share of 0.3 is assumed" err &&
	! SHARES=estimate "$study/decide" out 2>err && grep -q "^decide: SHARES=estimate: the log does not say" err &&
	mkdir bin && ln -s "$HOPLINE_BIN"/* bin && rm bin/alloc && printf "#!/bin/sh\nexec awk -f \"%s/alloc.awk\"\n" "$PWD" >bin/alloc && chmod +x bin/alloc && cat >alloc.awk <<-"EOF" &&
		BEGIN { FS = OFS = "," }
		/^#/ { print; next }
		!job { for (i = 1; i <= NF; i++) if ($i == "job") job = i; print $0, "communication_slowdown"; next }
		{ print $0, 1 + 0.1 * ($job % 5) }
	EOF
	printf "SwitchName=s%d Nodes=n[%d-%d]\n" 1 1 4 2 5 8 3 9 12 >topology.conf && echo "SwitchName=top Switches=s[1-3]" >>topology.conf && placed >log &&
	export LOG=log MACHINE=graph:topology=topology.conf HOPLINE_BIN=$PWD/bin && file=$(SHARES= "$study/estimate" . 2>err) &&
	is "$file" "$(realpath shares-*.csv)" && awk -F, "/^u/ { n += \$1 == \"u1\" ? 0.25 < \$6 && \$6 < 0.35 : 0.55 < \$6 && \$6 < 0.65 } END { exit n != 2 }" "$file" &&
	is "$(SHARES= "$study/estimate" . 2>err)" "$file" && test ! -s err && is "$(SHARES= BYTES=1MB "$study/estimate" --known . 2>err)" "" || { cat err log; exit 1; }
	sed "s|,0\.5,|,$file,|" "$done_dir/decision.csv" >decision.csv && cp "$done_dir"/read . && export SHARES=$file OTHER_PERIODS=0 && "$study/draw" . && "$study/page" . >page &&
	grep -q "100% of the node-hours tell it" page && grep -q "shares-title" page && grep -q "SHARES=estimate" page && ! grep "shares-[0-9a-f]*.csv" page'

t 'schedules with the answers of the network are near whole simulations' '
	"$study/miniatures" 5-6 >rows && awk -F, "NR > 1 && \$10 > \$9 { e = (\$12 - \$11) / (\$10 - \$9) - 1; sum += e < 0 ? -e : e; alone = \$13 - 1; off += alone < 0 ? -alone : alone; n++ }
		END { print n, sum / n, off / n; exit !(n > 40 && sum / n < 0.08 && sum / n < off / n) }" rows'
done_testing
