#!/usr/bin/env bash
# t698-plot -- metrics plot: what gnuplot is given, what is drawn, and that no cell is more than a text.
. "$(dirname "$0")/../lib.sh"

q="'"
# told COMMAND...: gnuplot is only listened to; what it is told is in script
told() {
	mkdir -p heard && cat >heard/gnuplot <<-END && chmod +x heard/gnuplot
		#!/bin/sh
		cat >"$PWD/script"
		echo drawn
		case \$(sed -n "s/^set terminal \([a-z]*\).*/\1/p" "$PWD/script") in
		svg) echo "</svg>" ;;
		pngcairo) printf "IEND\256B\140\202" ;;
		dumb) yes "" | head -n 9999 ;;
		esac
	END
	PATH=$PWD/heard:$PATH "$@" >drawn || return
	[ "$(head -n 1 drawn)" = drawn ]
}
# block NAME: the rows of one of its blocks
block() { sed -n "/^\\\$$1 << END\$/,/^END\$/p" script | sed '1d;$d'; }
# ours LINE...: a table
ours() { printf '%s\n' "$@" >in.csv; }
# said TEXT: a text as gnuplot is told it
said() {
	local LC_ALL=C i c
	printf '"'
	for ((i = 0; i < ${#1}; i++)); do
		c=${1:i:1}
		case $c in [A-Za-z\ ]) printf %s "$c" ;; *) printf '\\%03o' "'$c" ;; esac
	done
	printf '"'
}
# without a gnuplot: what the commands of this folder need but that
lonely() { PATH=$(dirname "$(command -v metrics)") "$(command -v metrics)" "$@"; }
export q
export -f told block ours said lonely

# drawn TITLE COMMANDS: a test that needs gnuplot itself
drawn() {
	if command -v gnuplot >/dev/null; then t "$@"; else skip "$1" 'gnuplot is not installed'; fi
}

t 'bars: a block of each group, side by side, in the unit of the column' '
	ours policy,class,time_s rdn,small,1e-6 rdn,large,3e-6 rdg,small,2e-6 rdg,large,4e-6 &&
	told metrics plot bars --x policy --y time_s --by class in.csv &&
	is "$(block bars0)" "-0.2 1
0.8 2" && is "$(block bars1)" "0.2 3
1.2 4" && [ -z "$(block intervals0)" ] && grep -qxF "set ylabel $(said "time (µs)")" script && grep -qF "title \"small\"" script && grep -qF "title \"large\"" script &&
	grep -qF "(\"rdn\" 0, \"rdg\" 1)" script'
t 'a bar that the table does not have is said' '
	printf "%s\n" p,v,g a,1,one a,2,two b,3,one >in.csv && metrics plot bars --x p --y v --by g --format svg in.csv >out.svg &&
	test "$(grep -c "no value" out.svg)" = 1 && printf "%s\n" b,0,two >>in.csv && metrics plot bars --x p --y v --by g --format svg in.csv >out.svg && ! grep -q "no value" out.svg'

t 'bars upon each other: heights reached, the highest drawn first; an x without a group; what cannot stand so' '
	ours p,g,v a,one,3 a,two,4 b,one,1 b,two,2 b,three,5 && told metrics plot bars --stack --x p --y v --by g in.csv &&
	is "$(block bars0)" "0 3
1 1" && is "$(block bars1)" "0 7
1 3" && is "$(block bars2)" "1 8" && is "$(grep -o "bars[0-2] using" script | paste -sd" ")" "bars2 using bars1 using bars0 using" && ! grep -q "no value" script &&
	refuses 2 "--stack: --log y" metrics plot bars --stack --log y --x p --y v in.csv && refuses 2 "--stack: bars" metrics plot bars --stack --half v --x p --y v in.csv &&
	ours p,v a,-1 && refuses 1 "--stack: values below 0" metrics plot bars --stack --x p --y v in.csv'

t 'intervals: half a length, or both ends; where a cell is empty there is none' '
	ours a,v,h,l,u x,10,2,7,14 y,20,,, && told metrics plot bars --x a --y v --half h in.csv && is "$(block intervals0 | cut -d" " -f1-4)" "0 8 0 4" &&
	told metrics plot bars --x a --y v --low l --high u in.csv && is "$(block intervals0 | cut -d" " -f1-4)" "0 7 0 7"'
t 'several rows of a bar are their mean, with the interval of metrics summary' '
	ours case,alloc,v 1,a,11 1,a,12 2,a,14 2,a,15 3,a,19 3,a,13 1,b,7 && metrics summary --by alloc --of v --no-preamble in.csv >sum.csv &&
	told metrics plot bars --x alloc --y v in.csv && is "$(block bars0 | head -n 1)" "0 $(column mean sum.csv | head -n 1)" && is "$(block bars0 | tail -n 1)" "1 7" &&
	block intervals0 | awk "NR == 1 { print \$2, \$2 + \$4 } END { exit NR != 1 }" >got && metrics select --columns ci95_low,ci95_high --no-preamble sum.csv | sed -n 2p >want &&
	near "$(cut -d" " -f1 got)" "$(cut -d, -f1 want)" 1e-4 && near "$(cut -d" " -f2 got)" "$(cut -d, -f2 want)" 1e-4'
t 'lines: sorted by x, each group apart, rows without a value left out' '
	ours load,routing,v 0.4,min,4 0.1,min,1 0.2,val,9 0.2,min, 0.3,min,2 && told metrics plot lines --x load --y v --by routing in.csv &&
	is "$(block line0)" "0.1 1
0.3 2
0.4 4" && is "$(block line1)" "0.2 9"'
t 'several files and a stream with a preamble in its middle are one table' '
	table mesh:k=2 n,v 1,5 >a.csv && table mesh:k=2 n,v 2,6 >b.csv && cat a.csv b.csv >c.csv && printf "v,n\n7,3\n" >d.csv &&
	told metrics plot lines --x n --y v c.csv d.csv && is "$(block line0 | paste -sd,)" "1 5,2 6,3 7"'
t 'the axis: the name of a column and its unit' '
	while read -r column value label; do
		ours "x,$column" "a,$value" && told metrics plot bars --x x --y "$column" in.csv && grep -qxF "set ylabel $(said "$label")" script || { echo "$column $value: $(grep ylabel script)"; exit 1; }
	done <<-END
		wait_mean_s 7200 wait_mean (hours)
		wait_mean_s 7199 wait_mean (s)
		wait_mean_s 259200 wait_mean (days)
		comm_time_s 0.002 comm_time (ms)
		comm_time_s 4e-9 comm_time (ns)
		comm_time_s 0 comm_time (ns)
		_s 4e-9 _s
		comm_bytes 12000 comm_bytes (kB)
		bytes 3 bytes (B)
		rate_bytes_per_s 8e9 rate (GB/s)
		bisection_bits_per_s 8e9 bisection (Gb/s)
		packets 2000000 packets (millions)
		jobs 12 jobs
		loss -12000000 loss (millions)
	END'
t 'names under bars: the less room the more aslant, in characters cut, and without any an error that tells how much' '
	while read -r bars wanted; do
		{ echo a,v && seq $bars | sed "s/.*/a long name &,1/"; } >in.csv && told metrics plot bars --x a --y v in.csv && grep -q "rotate by $wanted (" script || { echo $bars; exit 1; }
	done <<-END
		3 0
		9 -30
		25 -60
		40 -90
	END
	{ echo a,v && seq 100 | sed "s/.*/é long name &,1/"; } >in.csv && says 1 "metrics: 100 bars have no room for their names: --size 1338x400" metrics plot bars --x a --y v in.csv &&
	told metrics plot bars --x a --y v --size 1338x400 in.csv && told metrics plot bars --x a --y v --format png --size 2700x400 in.csv && head -n 11 in.csv >few.csv && told metrics plot bars --x a --y v --format text few.csv &&
	grep -qF "($(said "é lon") 0, " script'
t 'logarithmic axes begin above 0, and intervals that come from below it with them' '
	ours a,v,h x,10,20 y,40,1 && told metrics plot bars --x a --y v --half h --log y in.csv && grep -qx "set logscale y" script &&
	low=$(sed -n "s/^set yrange .\([^:]*\):.*/\1/p" script) && holds "$low > 0 && $low < 10" && block intervals0 | awk -v low=$low "NR == 1 { exit !(\$2 > low * 0.9 && \$2 < 10) }" &&
	ours a,v x,10 y,0 && says 1 "metrics: in.csv:3: v: ${q}0${q}: must be above 0 on a logarithmic axis" metrics plot bars --x a --y v --log y in.csv'
t 'what compare wrote, two classes against each other' '
	for i in 1 2 3 4; do for p in a b; do for c in small large; do echo "$i,$p,$c,$((i + ${#c} * 2))$([ $p = b ] && echo .$i)"; done; done; done | sed "1i case,alloc,class,comm_time_s" >in.csv &&
	metrics compare --baseline a --points points.csv in.csv >shares.csv &&
	told metrics plot scatter points.csv && is "$(block points0)" "$(rows points.csv | cut -d, -f3,4 | tr , " ")" && grep -qxF "set xlabel $(said "small: ratio to the baseline") offset 0,0.5" script &&
	told metrics plot scatter shares.csv && is "$(block points0)" "$(metrics select --where alloc=b --columns ratio_small,ratio_large --no-preamble shares.csv | sed 1d | tr , " ")" &&
	[ "$(block intervals0 | wc -l)" = 2 ] && cut -d, -f3,4 in.csv >two.csv && refuses 2 "no table of metrics compare" metrics plot scatter two.csv'
t 'the baseline is named where the preamble of compare says which' '
	for i in 1 2 3; do for p in rdn rdg; do for c in small large; do echo "$i,$p,$c,$((i + ${#c}))$([ $p = rdg ] && echo .$i)"; done; done; done | sed "1i case,alloc,class,comm_time_s" >in.csv &&
	metrics compare --baseline rdn in.csv >shares.csv && metrics compare --no-preamble --baseline rdn in.csv >bare.csv && metrics compare --baseline=rdn in.csv >same.csv &&
	for f in shares:rdn same:rdn "bare:the baseline"; do
		told metrics plot scatter ${f%%:*}.csv && grep -qxF "set ylabel $(said "large: ratio to ${f#*:}")" script || exit 1
	done && told metrics plot scatter --xlabel ours --ylabel "large jobs" shares.csv && grep -qxF "set ylabel $(said "large jobs")" script && grep -qF "set xlabel $(said ours) " script'
t 'labels of axes as the user wants them, with the unit; a picture without axes has none' '
	ours load,alloc,time_s 1,a,2e-6 2,a,3e-6 && told metrics plot lines --x load --y time_s --xlabel "Load (of a link)" --ylabel "Time of a message" in.csv &&
	grep -qxF "set ylabel $(said "Time of a message (µs)")" script && grep -qF "set xlabel $(said "Load (of a link)") " script &&
	told metrics plot bars --x alloc --y time_s --ylabel t in.csv && grep -qxF "set ylabel $(said "t (µs)")" script && refuses 2 "unrecognized option" metrics plot nodes --xlabel x in.csv'
t 'points: two columns, a colour a group, texts beside them' '
	ours a,b,g,t 1,2,p,one 3,4,q,two && told metrics plot scatter --x a --y b --by g --label t in.csv && is "$(block points0)" "1 2" && is "$(block points1)" "3 4" &&
	grep -q "^set label 2 at 1,2 .*\"one\"$" script && grep -q "^set label 3 at 3,4 .*\"two\"$" script'

# Whatever a shell, gnuplot or XML would take for more than a text.
hostile='a"b\101$(>one)`>two`@three%d%%{/=40 x}_^~é<b>&amp; '\''; system "touch four"; "|touch five'
export hostile
t 'texts of tables are told by their numbers, so that there is nothing to run' '
	printf "%s,%s,v_s\n\"%s\",\"%s\",3\n" "x y" "b]y" "${hostile//\"/\"\"}" "${hostile//\"/\"\"}" >in.csv &&
	told metrics plot bars --x "x y" --by "b]y" --y v_s --title "$hostile" in.csv && grep -qF "set title $(said "$hostile")" script && grep -qF " title $(said "$hostile")" script &&
	! grep -q "[\`@{}<>]" <(grep -v "END$" script) && [ "$(LC_ALL=C tr -d "\n\t -~" <script | wc -c)" = 0 ]'
drawn 'and they are drawn as they are' '
	short=${hostile%%~*} && printf "%s,by,v_s\n\"%s\",\"%s\",3\n" "x y" "${short//\"/\"\"}" "${hostile//\"/\"\"}" >in.csv &&
	metrics plot bars --x "x y" --by by --y v_s --title "$hostile" --size 2000x400 in.csv >o.svg && is "$(ls)" "in.csv
o.svg" && [ "$(sed -n "s|.*<text>\(.*\)</text>.*|\1|p" o.svg | sed "s/&lt;/</g; s/&gt;/>/g; s/&amp;/\&/g; s/^ *//; s/ *$//" | grep -cxF -e "$hostile" -e "$short")" = 3 ]'
drawn 'control characters and bytes that are no UTF-8 leave an SVG well-formed' '
	printf "x,v\n\"a\tb\001c\377d\355\240\200e\360\220\200\200f\",3\n" >in.csv && metrics plot bars --x x --y v in.csv >o.svg && [ "$(LC_ALL=C tr -d -c "\000-\010\013-\037\177" <o.svg | wc -c)" = 0 ] &&
	grep -q "a b c�d���e𐀀f" o.svg'
drawn 'what ends a CDATA section in XML leaves an SVG well-formed, and is drawn' '
	printf "x,v,g\n]]>,3,a]]>b]]>\n" >in.csv && metrics plot bars --x x --y v --by g --title "]]></text>" in.csv >o.svg && ! grep -q "]]>" o.svg && [ "$(grep -c "]]&gt;" o.svg)" = 3 ] &&
	{ ! command -v xmllint >got || xmllint --noout o.svg; }'
drawn 'the ending of a file, in any case, says what is drawn; PDF is PDF and the same at any time and place' '
	ours a,v x,1 && for e in svg:"<?xml" SVG:"<?xml" png:".PNG" pdf:"%PDF-" PdF:"%PDF-" txt:" "; do
		metrics plot bars --x a --y v --output o.${e%%:*} in.csv && head -c ${#e} o.${e%%:*} | head -n 1 | LC_ALL=C grep -aq "^${e#*:}" || { echo $e; exit 1; }
	done && TZ=Asia/Tokyo metrics plot bars --x a --y v --format pdf in.csv | cmp - o.pdf && metrics plot bars --x a --y v --format pdf --output out in.csv && cmp out o.pdf && LC_ALL=C grep -aq "CreationDate (D:19700101000000Z)" o.pdf'
t 'another ending, one that --format belies: refused, with what can be drawn' '
	ours a,v x,1 && for e in jpg jpeg eps svgz pdf.gz x; do refuses 2 "--output: ${q}o.$e${q}: must end in .svg, .png, .pdf or .txt" metrics plot bars --x a --y v --output o.$e in.csv && [ ! -e o.$e ] || exit 1; done &&
	refuses 2 "--output: ${q}o.svg${q}: must end in .pdf, as --format says" metrics plot bars --x a --y v --format pdf --output o.svg in.csv && mkdir a.jpg && told metrics plot bars --x a --y v --output a.jpg/out in.csv; [ "$(head -n 1 a.jpg/out)" = drawn ]'
t 'sizes in which nothing can be read are refused' '
	ours a,v x,1 && while read -r format size least; do refuses 2 "--size: ${q}$size${q}: must be at least $least" metrics plot bars --x a --y v --format $format --size $size in.csv || exit 1; done <<-END
		text 2x2 30x10, in characters
		text 80x9 30x10, in characters
		svg 99x400 100x100
		png 640x1 100x100
		pdf 1x1 100x100
	END
	for f in text:30x10 svg:100x100; do told metrics plot bars --x a --y v --format ${f%:*} --size ${f#*:} in.csv || exit 1; done'
drawn 'numbers across that differ in the last bit are one place, and near ones are not' '
	ours x,v 0.1,1 0.10000000000000002,2 && for form in lines scatter; do metrics plot $form --x x --y v --format text in.csv >$form || exit 1; done &&
	ours x,v 1600000001,1 1600000002,2 1600000003,1 && told metrics plot lines --x x --y v --format text in.csv && [ "$(block line0 | cut -d" " -f1 | sort -u | wc -l)" = 3 ] &&
	told metrics plot scatter --x x --y v --format text in.csv && [ "$(block points0 | cut -d" " -f1 | sort -u | wc -l)" = 3 ] && metrics plot scatter --x x --y v --format text in.csv | grep -q 1.600000002'
drawn 'SVG: one white page that scales, and no name of gnuplot where a pointer rests' '
	ours a,v x,1 && metrics plot bars --x a --y v in.csv >o.svg && grep -q "viewBox=\"0 0 640 400\"" o.svg && ! grep -q "<title>" o.svg && grep -q "#ffffff" o.svg && tail -n 2 o.svg | grep -q "^</svg>$"'
drawn 'text is no wider than 80 columns, or the terminal, and tells the axis' '
	ours a,v_s,g x,1,p y,2,p x,4,q && metrics plot bars --x a --y v_s --by g --format text in.csv >80 && grep -q "^ *v (s)$" 80 && grep -q "\*\*\*\*p *####q" 80 && awk "length > 80 { exit 1 }" 80 &&
	COLUMNS=50 metrics plot bars --x a --y v_s --by g --format text in.csv | awk "length > n { n = length } END { exit n > 50 || n < 40 }" && ! grep -q " $" 80 && ! grep -q "$(printf "\f")" 80'
drawn 'the same bytes each time, on standard output and in a file, whose name says the format' '
	ours a,v x,1 y,2 && for e in svg png txt; do
		f=${e/txt/text} && metrics plot lines --x v --y v --output o.$e in.csv >said && [ ! -s said ] && metrics plot lines --x v --y v --format $f - <in.csv | cmp - o.$e || exit 1
	done && [ "$(head -c 4 o.png | tail -c 3)" = PNG ] && ! grep -qi "20[0-9][0-9]-[01]" o.svg'
drawn 'an environment of another taste changes nothing' '
	ours a,v x,1 && metrics plot bars --x a --y v in.csv >a.svg && mkdir home && echo "set title \"mine\"" >home/.gnuplot && HOME=$PWD/home GNUTERM=nonsense LC_ALL=de_DE.UTF-8 metrics plot bars --x a --y v in.csv | cmp - a.svg'

M=dragonfly:g=3,a=2,p=2
export M
t 'nodes: groups side by side, routers across, nodes down; idle, unavailable' '
	table "$M,unavailable=11" case,job,nodes,node_list 1,big,4,"4 6 8 10" 1,small,2,0-1 2,big,1,0 >in.csv &&
	metrics plot nodes --case 1 --format text in.csv >got; printf "%s\n" "0  1  2" "B. AA AA" "B. .. ." "" "A big (4)  B small (2)  . idle (5)" | diff - got &&
	lonely plot nodes --case 1 --format text in.csv | cmp - got'
t 'nodes: planes of a torus, nodes of a router side by side, a colour for all that are alike' '
	table torus:k=3x2x2,p=2 job,nodes,class,node_list a,3,s,0-2 b,2,s,"12 23" c,1,l,22 >in.csv && metrics plot nodes --by class --format text in.csv >got &&
	printf "%s\n" "z=0    z=1" "AAA... A....." "...... ....BA" "" "A s (5)  B l (1)  . idle (18)" | diff - got'
t 'nodes: leaves of a fat-tree, subgroups of a Slim Fly, groups that circuits join' '
	while read -r spec first; do
		table "$spec" job,nodes,node_list a,1,0 >in.csv && metrics plot nodes --format text in.csv | sed -n "${first%%:*}p" >got && is "$(cat got)" "${first#*:}" || { echo "$spec"; exit 1; }
	done <<-END
		fattree:k=2,n=3 1:0  1
		fattree:k=4,n=2 1:A...
		slimfly:q=3,p=2 2:A.. ... ... ...
		rdragonfly:g=3,a=2,p=2,h=2 2:A. .. ..
	END'
t 'nodes: one case, one job a node, and something to draw' '
	table $M case,job,nodes,node_list 1,a,1,0 2,b,1,0 >in.csv && refuses 1 "in.csv:5: case: ${q}2${q}: is another case than ${q}1${q}: --case says which of them is drawn" metrics plot nodes in.csv &&
	table $M job,nodes,node_list a,1,0 b,1,0 >in.csv && refuses 1 "in.csv:5: node_list: ${q}0${q}: node 0 has a job already" metrics plot nodes in.csv &&
	table $M job,nodes,node_list a,1,99 >in.csv && refuses 1 "in.csv:4: node_list: ${q}99${q}:" metrics plot nodes in.csv &&
	table $M job,nodes,node_list a,1, >in.csv && refuses 1 "no row has a node_list" metrics plot nodes in.csv && refuses 1 "no row of case ${q}7${q} has a node_list" metrics plot nodes --case 7 in.csv &&
	table $M job,nodes a,1 >in.csv && refuses 1 node_list metrics plot nodes in.csv && refuses 2 --machine metrics plot nodes <<<job,node_list'
t 'nodes: a map is text, in whatever file' '
	table $M job,nodes,node_list a,1,0 >in.csv && metrics plot nodes in.csv >a && metrics plot nodes --format text --output b.txt in.csv && cmp a b.txt &&
	refuses 2 "--format: a map of nodes is text" metrics plot nodes --format svg in.csv && refuses 2 "--output: ${q}o.svg${q}: must end in .txt" metrics plot nodes --output o.svg in.csv'
t 'machine: a line for each link, a point for each router, classes by name' '
	for m in dragonfly:g=5,a=4,p=2 dragonflyplus:g=3,leaves=2,p=1 fattree:k=3,n=3 torus:k=4x3x3 expressmesh:k=5x3,gap=2 slimfly:q=3,p=1 hypercube:n=5 torus:k=6 mesh:k=2x2x2x2x2; do
		metrics plot machine --machine $m --format svg >out.svg && n=$(metrics machine --machine $m | metrics select --no-preamble --columns routers | tail -1) &&
		test "$(grep -o "gpPt[56]" out.svg | wc -l)" -ge "$n" || { echo "$m"; exit 1; }
	done && metrics plot machine --machine dragonfly:g=5,a=4,p=2 --format svg >out.svg && grep -q ">global<" out.svg && ! grep -q ">without<" out.svg &&
	for m in dragonflyplus:g=3,leaves=2,p=1,broken=r6 fattree:k=2,n=3,broken=r9 dragonfly:g=5,a=4,p=1,broken=r3+links:0.1:1 torus:k=4x4,broken=r5; do metrics plot machine --machine $m --format svg >out.svg || exit 1; done &&
	metrics plot machine --machine fattree:k=3,n=3 --format svg | grep -q ">without<" &&
	printf "job,nodes\na,1\n" | alloc --policy simple --machine mesh:k=3x2 | metrics plot machine --format svg | grep -q ">router with nodes<" &&
	refuses 1 "metrics: ${q}slimfly:q=43${q} has 120185 links between routers, and a picture has room for 20000: draw a smaller one" metrics plot machine --format svg --machine slimfly:q=43 &&
	refuses 2 "metrics: --format text: a network is drawn as svg or png; --output FILE says where" metrics plot machine --format text --machine mesh:k=3'

t 'errors: columns, numbers, empty tables, too much' '
	ours a,v x,1 x,y && says 1 "metrics: in.csv:3: v: ${q}y${q}: must be a number" metrics plot bars --x a --y v in.csv && refuses 1 "in.csv:1: w: this column is missing" metrics plot bars --x a --y w in.csv &&
	says 1 "metrics: in.csv:2: a: ${q}x${q}: must be a number" metrics plot lines --x a --y v in.csv && ours a,v x, && refuses 1 "nothing to draw" metrics plot bars --x a --y v in.csv &&
	ours a,v && refuses 1 "nothing to draw" metrics plot scatter --x a --y v in.csv && ours a,v,h x,1,1 x,2,1 && refuses 1 "in.csv:3: a: ${q}x${q}: is there twice" metrics plot bars --x a --y v --half h in.csv &&
	refuses 2 "an interval has two ends" metrics plot bars --x a --y v --low h in.csv && refuses 2 "one of them" metrics plot bars --x a --y v --half h --low h --high h in.csv &&
	refuses 2 "--log x" metrics plot bars --x a --y v --log x in.csv && refuses 2 "--x is required" metrics plot lines --y v in.csv && refuses 2 "--x and --y: a point has both" metrics plot scatter --x a in.csv &&
	{ echo a,b,v && seq 121 | sed "s/$/,1,1/"; } >in.csv && refuses 1 "121 bars are too many" metrics plot bars --x a --y v in.csv && { echo a,v,g && seq 13 | sed "s/.*/x,1,&/"; } >in.csv &&
	refuses 1 "in.csv:14: g: ${q}13${q}: is one group too many: at most 12" metrics plot bars --x a --y v --by g in.csv && refuses 2 "--size: ${q}9${q}: must be WIDTHxHEIGHT" metrics plot bars --x a --y v --size 9 in.csv &&
	ours a,v,l,u x,1,2,1 && refuses 1 "in.csv:2: l: ${q}2${q}: must not be above" metrics plot bars --x a --y v --low l --high u in.csv'
t 'no gnuplot, one that fails, is killed or draws nothing: one line, and no file' '
	ours a,v x,1 && refuses 1 "gnuplot is not installed" lonely plot bars --x a --y v --output o.svg in.csv && [ ! -e o.svg ] &&
	mkdir bin && PATH=$PWD/bin:$PATH && while IFS=, read -r does says; do
		printf "#!/bin/sh\n%s\n" "$does" >bin/gnuplot && chmod +x bin/gnuplot && refuses 1 "$says" metrics plot bars --x a --y v --output o.svg in.csv && [ ! -e o.svg ] && [ "$(wc -l <err)" = 1 ] || exit 1
	done <<-END
		echo half; exit 3,gnuplot failed: exit status 3
		echo "  line 3: no such thing" >&2; echo half; exit 1,gnuplot failed: line 3: no such thing
		echo half; kill -9 \$\$,gnuplot was killed by signal 9
		exit 0,gnuplot drew nothing
		echo "line 2: unknown or ambiguous terminal type" >&2; exit 1,this gnuplot has no terminal ${q}svg${q}
	END'
drawn 'what gnuplot draws in part is no picture, whatever it returns' '
	real=$(command -v gnuplot) && ours a,v x,1 y,2 && mkdir bin && printf "#!/bin/sh\n%s - | head -c \$KEEP\n" "$real" >bin/gnuplot && chmod +x bin/gnuplot && for f in svg png pdf text; do
		KEEP=1000000 PATH=$PWD/bin:$PATH metrics plot bars --x a --y v --format $f --output whole in.csv && size=$(wc -c <whole) || exit 1
		for keep in 1 $((size / 2)) $((size - 400)) $((size - 8)); do
			KEEP=$keep PATH=$PWD/bin:$PATH refuses 1 "gnuplot drew a part of the picture only" metrics plot bars --x a --y v --format $f --output o in.csv && [ ! -e o ] || { echo $f $keep of $size; exit 1; }
		done
	done'
t 'output: not over the input, not to a folder; what does not fit is taken away' '
	table $M job,nodes,node_list a,1,0 >in.csv && refuses 2 "cannot write ${q}in.csv${q}: it is an input" metrics plot nodes --format text --output in.csv in.csv && grep -q "^a,1,0$" in.csv &&
	mkdir d && refuses 1 "cannot open ${q}d${q}" metrics plot nodes --format text --output d in.csv && { [ ! -e /dev/full ] || { exits 1 metrics plot nodes --format text --output /dev/full in.csv && [ -e /dev/full ] &&
	exits 1 metrics plot nodes --format text in.csv >/dev/full; }; }'
t 'the forms are listed and helped as subcommands are' '
	is "$(metrics plot --list | cut -d" " -f1 | paste -sd" ")" "bars lines scatter nodes machine" && metrics plot --help | grep -q "metrics plot FORM --help" && metrics plot bars --help | grep -q -- --half &&
	refuses 2 "unknown form ${q}bar${q}; did you mean ${q}bars${q}?" metrics plot bar && refuses 2 "name a form: bars" metrics plot && metrics --quiet plot --list | grep -q "^bars " &&
	refuses 2 "looks at tables only" metrics plot bars --x a --y b --machine $M'

done_testing
