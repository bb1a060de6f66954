#!/usr/bin/env bash
# Every figure of every study, from tables whose cells look like commands: they are drawn, and no command runs.
source "$(dirname "$0")/../lib.sh"
pipelines=$HOPLINE_ROOT/pipelines
export HOPLINE_BIN=${HOPLINE_BIN:-$HOPLINE_ROOT/bin} pipelines
export plain=$shared_dir/plain spiked=$shared_dir/spiked ran=$shared_dir/ran
mkdir "$plain" "$spiked" "$ran"

# figures STUDY [WHICH]: what `draw` of that study takes after DIR, a line a figure; WHICH is `each` for the first one of each script
figures() {
	case $1 in
	curves) echo "$plain/curves/grid.csv" ;;
	theta) echo ;;
	validate) printf '%s\n' booksim sst ;;
	*) awk -F, -v which="${2-}" 'NR > 1 { script = $2; if (script !~ /^metrics /) sub(/ .*/, "", script); if (which != "each" || !drawn[script]++) print $1 }' "$pipelines/$1/drawings.csv" ;;
	esac
}
studies='curves express-mesh grap gsearch level-spread theta topaware validate'

# The tables are the kept ones, and for those that are not kept: curves, the points of Fig. 10 to 13, a machine's routers.
tables_of_curves() {
	printf '%s\n' picture,network,machine,pattern,routings,loads,warmup,duration 'one,net,torus:k=4x4,uniform,minimal par,0.1,1us,1us' \
		'one,net,torus:k=4x4,tornado,minimal,0.1,1us,1us' >"$plain/curves/grid.csv"
	{
		echo network,pattern,routing,load,accepted_load,saturated,latency_mean_s,latency_p99_s,hops_mean,packets,warmup_s,duration_s
		for load in 0.1 0.2 0.3; do
			printf "net,%s,$load,$load,no,1e-6,2e-6,3,1000,1e-6,1e-6\n" uniform,minimal uniform,par tornado,minimal
		done
		echo net,uniform,par,0.9,0.8,yes,1e-5,2e-5,3,1000,1e-6,1e-6
	} >"$plain/curves/curves.csv"
	printf '%s\n' network,pattern,bound,hops_mean,zero_load_s net,uniform,0.5,3,8e-7 net,tornado,1.2,3,8e-7 >"$plain/curves/bounds.csv"
}
points() {
	awk 'BEGIN {
		OFS = ","
		print "series,order,pattern,case,alloc,small,large"
		a = split("simple slurm rdg rdr rrr rdn rrn jokanovic-as-published", alloc, " ")
		for (k = 1; k <= a; k++) for (n = 1; n <= 5; n++) {
			print "random", "small", "", n, alloc[k], 0.5 + n * k % 7 / 2, 0.5 + n % 5 / 2
			print "random", "large", "", n, alloc[k], 0.5 + n * k % 5 / 2, 0.5 + n % 7 / 2
		}
	}'
}
mkdir "$plain/curves"
tables_of_curves
for study in ${studies#curves}; do
	mkdir "$plain/$study"
	cp "$HOPLINE_ROOT/data/results/$study"/*.csv "$plain/$study"
done
sed -i '/,node,\|,stall_s,/d' "$plain/level-spread/links.csv"	# that its first row is in Fig. 5, and its last one in Fig. 6
sed -i '1b; 2~8!d' "$plain/validate/booksim.csv"	# gnuplot goes through all of it for each panel
points >"$plain/level-spread/points.csv"
printf '%s\n' x,y,z,what,outer 0,0,0,chosen,yes 1,0,0,service,yes 2,0,0,other,yes >"$plain/topaware/fig1.csv"

# What a shell, gnuplot, awk or sed would do, were the cell put into a command: >FILE makes a file, without a blank.
commands() {
	cat <<END
';>$ran/1;'
";>$ran/2;"
\$(>$ran/3)
\`>$ran/4\`
'.system('>$ran/5').'
".system(">$ran/6")."
x"||system(">$ran/7")||"
1)||system(">$ran/8")||(1
<>$ran/9
|>$ran/10
' "it's" \$( \` {/:Bold @x %s \\
END
}
commands >"$shared_dir/commands"

# spike QUOTED TEXT <TABLE: after the rows the first and the last again, once a cell and command, with the command in the cell's place;
# only in cells that are texts (TEXT is 1), or only in others.  QUOTED is 1: as CSV has it.
spike() {
	awk -F, -v OFS=, -v quoted="$1" -v text="$2" -v commands="$shared_dir/commands" '
		/^#/ { print; next }
		{ print }
		!rows++ { width = NF; next }
		NF == width { if (!first) first = $0; last = $0; for (i = 1; i <= NF; i++) if ($i !~ /^[-+0-9.e]*$/) is_text[i] }
		END {
			while ((getline command <commands) > 0) {
				if (quoted) { gsub(/"/, "\"\"", command); command = "\"" command "\"" }
				for (i = 1; i <= width; i++)
					if ((i in is_text) == text) { $0 = first; $i = command; print; $0 = last; $i = command; print }
			}
		}'
}
# spiked TEXT: the tables, so spiked; three studies read theirs with `metrics select`, which wants CSV
spiked() {
	local table study
	for table in "$plain"/*/*.csv; do
		study=${table#"$plain/"} study=${study%/*}
		mkdir -p "$spiked/$study"
		case $study in express-mesh | level-spread | topaware) spike 1 "$1" ;; *) spike 0 "$1" ;; esac <"$table" >"$spiked/$study/${table##*/}"
	done
	cp "$plain/curves/grid.csv" "$spiked/curves"
}

# draw_all FROM [each]: all figures of FROM, or one of each script; those that fail are named in `failed` with the last line that they said
draw_all() {
	local from=$1 which=${2-} study figure
	: >failed
	for study in $studies; do
		rm -f "$from/$study"/*.svg
		while read -r figure; do
			"$pipelines/$study/draw" "$from/$study" ${figure:+"$figure"} >said 2>&1 || echo "$study $figure: $(tail -n 1 said)" >>failed
		done < <(figures "$study" "$which")
	done
}
pictures() { (cd "$1" && printf '%s\n' */*.svg); }
nothing_ran() { ! find "$ran" -type f | grep .; }

(cd "$shared_dir" && draw_all "$plain" each && mv failed plain-failed)

t 'each script draws from ordinary tables' '
	diff /dev/null "$shared_dir/plain-failed" && test "$(pictures "$plain" | wc -l)" -ge 33 &&
	for picture in "$plain"/*/*.svg; do grep -q "</svg>" "$picture" || exit 1; done'

t 'all figures are drawn where there are texts that look like commands, which are drawn or left out, and none of them runs' '
	spiked 1 && draw_all "$spiked" && nothing_ran && diff /dev/null failed &&
	test "$(pictures "$spiked" | wc -l)" = 54 && for picture in $(pictures "$spiked"); do grep -q "</svg>" "$spiked/$picture" || { echo "no $picture"; exit 1; }; done'

t 'nor do commands in the place of numbers' '
	spiked 0 && draw_all "$spiked" each && nothing_ran'

t 'a folder whose name looks like commands has the same pictures' '
	dir="$PWD/it'"'"'s \"q\" \$(>d) \`>b\` @x {y} %s; <z" && mkdir "$dir" && cp -r "$plain/." "$dir" && rm "$dir"/*/*.svg && draw_all "$dir" each && diff /dev/null failed &&
	test "$(pictures "$dir" | wc -l)" -ge 33 && for picture in $(pictures "$dir"); do cmp "$plain/$picture" "$dir/$picture" || exit 1; done &&
	test ! -e d && test ! -e b'

t 'a grid of curves names no pictures elsewhere and no commands' '
	cp -r "$plain/curves" c && while read -r name; do
		sed "2s|^one,|$name,|" c/grid.csv >grid && exits 1 "$pipelines/curves/draw" c grid 2>err && grep -qF "draw: grid: picture: '"'"'$name'"'"': wanted a word" err || exit 1
	done < <(printf "%s\n" "../x" "x;e touch y" ".x" "a b" "\$(>d)") && test ! -e x.svg && test ! -e y && test ! -e d'

t 'a script of gnuplot gets values as they are' '
	source "$pipelines/lib/draw.sh" &&
	{ echo "set print out"; echo "print a"; echo "print b"; echo "print here"; } >script &&
	value=$(commands) && plot ./script out=printed a="$value" b="<>$ran/x" && { echo "$value"; echo "./<>$ran/x"; echo .; } | diff - printed && nothing_ran'

t 'no script of gnuplot starts a program, and no other script starts gnuplot' '
	grep -rnE "system *\(|\`|[\"'"'"'][<|]|popen|^[ 	]*(!|shell)" --include="*.plt" --include="*.gp" "$pipelines" | grep -vE "^[^:]*:[0-9]*:[ 	]*#" >starts
	! grep . starts && test "$(grep -rlE "^[^#]*gnuplot (-|\"|'"'"'|[a-z/\$])" "$pipelines" --include="*" | grep -v "\.\(md\|svg\|csv\|awk\|plt\|gp\)$")" = "$pipelines/lib/draw.sh"'

done_testing
