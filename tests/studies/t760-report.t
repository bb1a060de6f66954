#!/usr/bin/env bash
# The report, as far as it can be looked at without a browser.
source "$(dirname "$0")/../lib.sh"
report=$HOPLINE_ROOT/pipelines/report/report
export HOPLINE_BIN=${HOPLINE_BIN:-$HOPLINE_ROOT/bin}

# Two small studies of the test's own: `plain`, and `awkward` with all that is hard.
export HOPLINE_STUDIES=$shared_dir/studies
results=$shared_dir/results
mkdir -p "$HOPLINE_STUDIES"/{plain,awkward,nothing} "$results"/{plain,awkward}
heading=figure,file,title,claims,table,cells,printed,seen,pipe
printf '# Plain\n\nOne `word` of [a link](https://example.org/x).\n' >"$HOPLINE_STUDIES/plain/README.md"
printf '%s\n' $heading 'Fig. 1,fig1.svg,first,,,,,one line,' >"$HOPLINE_STUDIES/plain/figures.csv"
cp "$HOPLINE_STUDIES/plain"/* "$HOPLINE_STUDIES/nothing"
printf '# A < B & C\n\n    a command\n\nThe lead\nin two lines.\n\nMore.\n' >"$HOPLINE_STUDIES/awkward/README.md"
cat >"$HOPLINE_STUDIES/awkward/figures.csv" <<EOF
$heading
Fig. 1,fig1.svg,"a ""title"", with <b> & 'quotes'",AW-1 AW-2,fig1.csv,size=big colour=red,"**30%** < 40%
on two lines","seen: x < y & ""z""",echo 1 | sed s/1/2/
Fig. 10,fig10.svg,not there,,,,,,
Table 1,numbers.csv,a table,,,,,rows,
EOF
cat >"$HOPLINE_STUDIES/awkward/grid" <<'EOF'
#!/bin/sh
echo id,size,colour,simulations
for i in 1 2 3; do echo "$i,big,red,1000"; echo "$i,small,red,7"; done
EOF
chmod +x "$HOPLINE_STUDIES/awkward/grid"
printf '%s\n' 'id,where,claim,paper_value,v1,v2,measured,holds,why' \
	'AW-1,Fig. 1,"a, b < c",3%,1%,2%,1% to 2%,yes,"judged ""so"" & so. it is <so>"' 'AW-2,Fig. 1,d,4%,,,9%,no,' 'AW-3,II,e,5%,5%,,5%,partly,' >"$results/awkward/claims.csv"
printf '%s\n' id,reason 'AW-1,it is <so>' 'AW-2,another' >"$HOPLINE_STUDIES/awkward/reasons.csv"
printf '%s\n' 'made by: make <it>' 'version: 1: 2' '0123abcd  fig1.csv' >"$results/awkward/MANIFEST"
printf '%s\n' '#hopline 1' '#run tool 1.0 --x "a,b"' '#run other 1.0' alloc,mean_s 'rdn,0.000139520588' '"a,<b>",12' >"$results/awkward/fig1.csv"
{ echo n,square; for i in $(seq 601); do echo "$i,$((i * i))"; done; } >"$results/awkward/numbers.csv"

# drawing WORDS: a picture as gnuplot writes them
drawing() {
	cat <<EOF
<?xml version="1.0" encoding="utf-8"  standalone="no"?>
<svg 
 width="900" height="640"
 viewBox="0 0 900 640"
 xmlns="http://www.w3.org/2000/svg"
 xmlns:xlink="http://www.w3.org/1999/xlink"
>

<title>Gnuplot</title>
<desc>Produced by GNUPLOT</desc>

<g id="gnuplot_canvas">

<rect x="0" y="0" width="900" height="640" fill="#ffffff"/>
<defs>
	<circle id='gpDot' r='0.5' stroke-width='0.5' stroke='currentColor'/>
	<use xlink:href='#gpDot' id='gpPt6' fill='currentColor' stroke='none'/>
</defs>
<g fill="none" color="black" stroke="currentColor">
</g>
<g fill="none" color="black" stroke="currentColor">
	<path stroke='rgb(221, 221, 221)' d='M0,0 L1,1'/><polygon fill = 'rgb(  8,  48, 107)' fill-opacity = '0.9' points = '0,0 1,1'/>
	<use xlink:href='#gpPt6' color='rgb( 33, 113, 181)'/><rect fill="url(#gpDot)"/>
	<text fill="black" font-family="sans-serif">$1</text>
</g>
</g>
</svg>
EOF
}
for file in plain/fig1 awkward/fig1 awkward/fig1-other; do drawing "words of $file" >"$results/$file.svg"; done
sed -i "/^ width=/d" "$results/plain/fig1.svg"		# as the terminal writes it when its size is dynamic

page=$shared_dir/page.html
"$report" "$page" "$results" || echo "Bail out! no page"

# well_formed PAGE: every element that is opened is closed, in order, and no attribute comes twice.
well_formed() {
	awk '
		BEGIN { RS = "<" }
		NR == 1 || /^[!?]/ { next }
		{
			tag = $0
			sub(/>.*/, "", tag)
			name = tag
			sub(/[ \n\t\/].*/, "", name)
			if (tag == $0) { print "no end of tag: " tag; bad = 1 }
			if (tag ~ /^\//) {
				name = substr(tag, 2)
				if (open[depth--] != name) { print "</" name "> closes <" open[depth + 1] ">"; exit bad = 1 }
				next
			}
			split("", seen)
			rest = tag
			while (match(rest, /[a-z:-]+ *= *("[^"]*"|\047[^\047]*\047)/)) {
				attribute = substr(rest, RSTART, RLENGTH)
				sub(/ *=.*/, "", attribute)
				if (seen[attribute]++) { print "twice " attribute ": " tag; bad = 1 }
				rest = substr(rest, RSTART + RLENGTH)
			}
			if (tag !~ /\/$/) open[++depth] = name
		}
		END { if (depth) print "still open: " open[depth]; exit bad || depth > 0 }' "$1"
}

# ids PAGE, targets PAGE: every id, and every anchor that something points to
ids() { grep -oE " id=[\"'][^\"']*" "$1" | sed "s/.*=[\"']//" | sort; }
targets() { grep -oE "(src|href) *= *[\"'][^\"']*" "$1" | sed "s/.*=[\"']//" | sort -u; }

# article ID: the article of that id, to its end
article() { awk -v id="$1" 'index($0, "<article") && index($0, "id=\"" id "\"") { on = 1 } on { print } on && /<\/article>/ { exit }' "$page"; }

t 'a page has a section for each study with results, an article for each figure, and says which study has none' '
	grep -o "<section class=\"study\" id=\"[a-z]*\"" "$page" | sed "s/.*id=//" >got && printf "\"%s\"\n" awkward plain | diff - got &&
	grep -o "<article class=\"figure\" id=\"[a-z0-9-]*\"" "$page" | sed "s/.*id=//" >got &&
	printf "\"%s\"\n" awkward-fig-1 awkward-fig-10 awkward-table-1 plain-fig-1 | diff - got &&
	grep -q "No results here of the study <code>nothing</code>" "$page"'

t 'the page is well-formed, and the check would see if it were not' '
	well_formed "$page" &&
	for spoil in "s,</figure>,," "s,<figure>,<figure class=\"a\" class=\"b\">," "s,</article>,</section>,"; do
		sed "$spoil" "$page" >bad.html && ! well_formed bad.html >out && test -s out || exit 1
	done'

t 'it needs no network and no script: links are anchors in the page, and all of them lead somewhere' '
	targets "$page" >links &&
	! grep -v -e "^#" -e "^data:,$" links && ! grep -qiE "<script|@import|<iframe|<link [^>]*stylesheet|javascript:" "$page" &&
	! grep -o "url([^#][^)]*)" "$page" &&
	ids "$page" >ids &&
	sed -n "s/^#//p" links | sort | comm -23 - ids >lost && ! test -s lost || { cat lost; false; }'

t 'every id is there once, though every picture came with the same' '
	ids "$page" | uniq -d >twice && ! grep . twice &&
	ids "$page" | grep -c gpDot | grep -qx 3'

t 'every picture has a role, a title and a description of its own' '
	awk "/<svg / { pictures++; if (!/role=\"img\"/) exit 1; if (!match(\$0, /aria-labelledby=\"[^\"]*\"/)) exit 1
		split(substr(\$0, RSTART + 17, RLENGTH - 18), id, \" \"); getline title; getline desc
		if (title !~ (\"^<title id=\\\"\" id[1] \"\\\">.+</title>\") || desc !~ (\"^<desc id=\\\"\" id[2] \"\\\">.+</desc>\") || seen[title]++) exit 1 }
		END { exit pictures != 3 }" "$page" && ! grep -i "produced by gnuplot" "$page"'

t 'pictures have no background, black and white are the style sheet'"'"'s, the other colours can be chosen by it' '
	article plain-fig-1 >one && ! grep "<rect x=\"0\"" one && ! grep "\"black\"" one && ! grep "rgb(" one &&
	grep -q "width=.900. height=.640. viewBox=.0 0 900 640." one && grep -q "width=.900. height=.640." <(article awkward-fig-1) &&
	grep -q "color=\"#000000\"" one && grep -q "stroke=\"#000000\" stroke-opacity=\"0.13\"" one && grep -q "fill=\"#08306b\" fill-opacity" one &&
	grep -q "href=.#plain-fig-1-plot-gpPt6. color=\"#2171b5\"" one && grep -q "url(#plain-fig-1-plot-gpDot)" one && grep -q "words of plain/fig1<" one &&
	test "$(grep -c "<g fill" one)" = 1'

t 'whatever gnuplot draws passes whole: patterns, boxed and enhanced texts, dashes, every symbol' '
	cp -r "$results" r && gnuplot -e "set terminal svg enhanced size 800,600; set output \"r/plain/fig1.svg\"; test" &&
	gnuplot -e "set terminal svg; set output \"r/awkward/fig1.svg\"; set style fill pattern 2; set label 1 \"{/:Bold x^2_3} {/Symbol a}\" at 0,0; set multiplot layout 1,2;
		plot x**2 with boxes, \"+\" using 1:1:(sprintf(\"a<&%d\", \$1)) with labels boxed; splot x*y with pm3d; unset multiplot" &&
	"$report" p.html r && page=p.html && well_formed p.html && for study in plain awkward; do
		article $study-fig-1 | sed -n "/<svg/,/<\/svg>/p" | sed "/<svg/,\$!d; /<\/svg>/q" | grep -o "<[a-z][A-Za-z]*" | grep -v "<g$\|<title\|<desc" | sort >got
		sed "/^<rect x=.0. y=.0./d" r/$study/fig1.svg | grep -o "<[a-z][A-Za-z]*" | grep -v "<g$\|<title\|<desc" | sort | diff - got && test "$(wc -l <got)" -gt 250 || exit 1
	done'

# spoil FROM TO: the picture of `plain`, with one text in the place of another
spoil() { drawing words | FROM=$1 TO=$2 awk "{ at = index(\$0, ENVIRON[\"FROM\"]); if (at) \$0 = substr(\$0, 1, at - 1) ENVIRON[\"TO\"] substr(\$0, at + length(ENVIRON[\"FROM\"])); print }"; }

# picture FILE: that picture as a part of a page
echo 'BEGIN { svg(ENVIRON["picture"], "id", "title", "desc") }' >"$shared_dir/picture.awk"
picture() { picture=$1 awk -f "${report%/*}/csv.awk" -f "${report%/*}/html.awk" -f "${report%/*}/svg.awk" -f "$shared_dir/picture.awk"; }
t 'a picture with anything else is refused, and the page before it stays' '
	cp -r "$results" r && drawing words >r/plain/fig1.svg && "$report" p.html r && echo before >p.html && count=0 &&
	spoil "<defs>" "<script>alert(1)</script><defs>" >r/plain/fig1.svg && exits 1 "$report" p.html r 2>err &&
	grep -q "^report: r/plain/fig1.svg: <script>: not in a picture" err && test "$(cat p.html)" = before &&
	drawing words >r/plain/fig1.svg && picture r/plain/fig1.svg | grep -q words &&
	while IFS="|" read -r from to; do
		count=$((count + 1)) && spoil "$from" "$to" >r/plain/fig1.svg && ! drawing words | cmp -s - r/plain/fig1.svg &&
		exits 1 picture r/plain/fig1.svg 2>err >out && grep -qE "^report: r/plain/fig1.svg: .*(not in a picture|not as gnuplot writes it|not a picture|more than a picture)" err ||
			{ echo "$to"; cat err; exit 1; }
	done <<\END
<defs>|<script>alert(1)</script><defs>
<defs>|<SCRIPT>alert(1)</SCRIPT><defs>
<defs>|<script href="x.js"/><defs>
<defs>|<svg:script>alert(1)</svg:script><defs>
<defs>|<style>@import "x.css";</style><defs>
<defs>|<foreignObject><body onload="alert(1)"/></foreignObject><defs>
<defs>|<image xlink:href="http://example.org/x.png"/><defs>
<defs>|<a xlink:href="http://example.org/">x</a><defs>
<defs>|<a xlink:href="javascript:alert(1)"><rect/></a><defs>
<defs>|<animate attributeName="href" to="javascript:alert(1)"/><defs>
<defs>|<set attributeName="onload" to="alert(1)"/><defs>
<defs>|<iframe src="x"></iframe><defs>
<defs>|<p>out of the picture</p><defs>
<defs>|<!-- <g> --><defs>
<defs>|<![CDATA[<script>alert(1)</script>]]><defs>
<defs>|<?xml-stylesheet href="x.css"?><defs>
<defs>|<svg onload="alert(1)"></svg><defs>
<defs>|<svg></svg><defs>
<defs>|words between shapes<defs>
<defs>|</svg><defs>
<defs>|</g></svg><g><g><defs>
<svg |<!DOCTYPE svg [<!ENTITY x "y">]><svg 
<svg |<svg onload="alert(1)" 
<svg |<html><svg 
</svg>|</svg><g onload="alert(1)"/>
</svg>|</svg>more
<text fill="black"|<text onclick="alert(1)" fill="black"
<text fill="black"|<text ONCLICK="alert(1)" fill="black"
<text fill="black"|<text/onclick="alert(1)" fill="black"
<text fill="black"|<text fill=black onclick=alert(1)
<text fill="black"|<text fill="black" tabindex="1"
<text fill="black"|<text fill="black" fill="white"
<text fill="black"|<text fill="&quot; onclick=&quot;alert(1)"
<text fill="black"|<text fill="url(http://example.org/x.svg#y)"
<text fill="black"|<text fill=" URL(//example.org)"
<text fill="black"|<text style="background:url(http://example.org/)"
<text fill="black"|<text style="fill:u\72l(//example.org)"
<text fill="black"|<text style="fill:none;position:fixed"
<text fill="black"|<text id="x y"
words|<b onclick="alert(1)">words</b>
words|<tspan><script>alert(1)</script></tspan>
words|a & b
words|a&nbsp;b
words|&#1;
href='"'#gpPt6' c|href='javascript:alert(1)'"' c
href='"'#gpPt6' c|href='//example.org/x.svg#y'"' c
END
	test $count = 46'
t 'a text that XML has not is refused, and what ends a section of it escaped' '
	cp -r "$results" r && for words in "a\001" "\351" "\355\240\200"; do
		drawing "$(printf "$words")" >r/plain/fig1.svg && exits 1 "$report" p.html r 2>err && grep -q "^report: r/plain/fig1.svg: a text that is none in XML" err || exit 1
	done && drawing "]]> é &lt; &#x25c6;" >r/plain/fig1.svg && "$report" p.html r && grep -q ">]]&gt; é &lt; &#x25c6;</text>" p.html && ! grep -q "]]>" p.html'

t 'the page lets nothing in and nothing run: a policy before all else' '
	sed -n "/<head>/,/Content-Security-Policy/p" "$page" | grep -c . | grep -qx 3 && grep "Content-Security-Policy" "$page" >policy && test "$(wc -l <policy)" = 1 &&
	grep -q "default-src .none.; style-src .unsafe-inline.; img-src data:; base-uri .none.; form-action .none." policy && ! grep -q "script-src" policy'

t 'text is escaped wherever it comes from' '
	grep -q "A &lt; B &amp; C" "$page" && grep -q "<dd>make &lt;it&gt;</dd>" "$page" && article awkward-fig-1 >one &&
	grep -q "a &quot;title&quot;, with &lt;b&gt; &amp; .quotes." one && grep -q "seen: x &lt; y &amp; &quot;z&quot;</desc>" one &&
	grep -q "<td>a,&lt;b&gt;</td>" one && grep -q "a, b &lt; c" "$page" && grep -q "Judged &quot;so&quot; &amp; so.<" "$page" && ! grep -q "example.org" "$page"'

t 'Markdown in a line: code, bold, and what a link says' '
	grep -q "One <code>word</code> of a link." "$page" && grep -q "<p><b>30%</b> &lt; 40%" "$page" && grep -q "<p class=\"lead\">The lead in two lines.</p>" "$page"'

t 'a missing figure is named in the contents, at the head of the figures and at its place; the others are not' '
	sed -n "/<nav/,/<\/nav>/p" "$page" | grep "missing" >got && test "$(wc -l <got)" = 1 && grep -q "Fig. 10" got &&
	grep "Missing from these results" "$page" >got && test "$(grep -o "<a " got | wc -l)" = 1 && grep -q "#awkward-fig-10" got &&
	article awkward-fig-10 | grep -q "<code>fig10.svg</code> is not among these results" && ! article awkward-fig-1 | grep -q "Missing"'

t 'the same figure of another variant is folded below it; fig1 does not take fig10 for one' '
	cp -r "$results" r && drawing ten >r/awkward/fig10.svg && "$report" p.html r && page=p.html && article awkward-fig-1 >one &&
	grep -c "<svg" one | grep -qx 2 && grep -q "The same: other" one && ! grep -q "ten<" one && article awkward-fig-10 | grep -q "ten<"'

t 'claims have their verdict in words, their numbers where several variants have some, how they were judged, and the reason apart' '
	sed -n "/<table class=\"claims\"/,/<\/table>/p" "$page" >table && grep -o "<span class=\"badge [a-z]*\">[^<]*" table | sed "s/.*badge //" >got &&
	printf "%s\n" "yes\">✓ holds" "no\">✗ does not hold" "partly\">◐ holds in part" | diff - got &&
	grep -q "<dt>v1</dt> <dd>1%</dd>.*<dt>v2</dt> <dd>2%</dd>" table && test "$(grep -c "<dl" table)" = 1 &&
	grep -q "^<p>It is &lt;so&gt;.</p>" table && grep -q "class=.why.>How it was judged: Judged [^.]* so[.]</p>" table && ! grep -q "another" table &&
	article awkward-fig-1 | grep -q "href=\"#aw-2\">AW-2</a>.*does not hold.*printed 4%, here 9%"'

t 'the summary counts verdicts, says what holds under both router models, and leads to what does not hold' '
	cp -r "$results" r && printf "%s\n" id,output_holds,input_holds AW-1,yes,yes AW-2,no,partly >r/awkward/routers.csv && "$report" p.html r &&
	sed -n "/<section id=\"summary\"/,/<\/section>/p" p.html >top && grep -q "Of 3 claims 1 hold, 1 hold in part and 1 do not\." top && grep -q "for 1 of the 2 that" top &&
	grep -q "<td data-label=\"[^\"]*\">1 of 2 alike</td><td class=\"ids\" data-label=\"[^\"]*\"><a href=\"#aw-2\">AW-2</a></td>" top && ! grep -q Plain top'

t 'a figure is open where something does not hold as printed, and at the head of its study; others are folded' '
	article awkward-fig-1 | grep -q "<details class=\"whole\" open=\"open\">" && article awkward-fig-10 | grep -q "whole\" open" && article awkward-table-1 | grep -q "<details class=\"whole\">"'

t 'the title that a picture carries is left out where the article has it' '
	cp -r "$results" r && drawing "Fig. 1: words" >r/plain/fig1.svg && drawing "first, and more" >r/awkward/fig1.svg && "$report" p.html r && page=p.html &&
	! article plain-fig-1 | grep -q "Fig. 1: words<" && article awkward-fig-1 | grep -q "first, and more<"'

t 'a claim of the paper that was not measured says so' '
	mkdir -p s/gsearch r/gsearch && cp "$HOPLINE_STUDIES/plain"/* s/gsearch && HOPLINE_STUDIES=$PWD/s "$report" p.html r &&
	test "$(grep -c "<tr role=\"row\" id=\"gs-" p.html)" = "$(grep -c "^GS-" "$HOPLINE_ROOT/data/claims/claims.csv")" &&
	grep -q "0 hold, 0 in part, 0 do not, 15 not measured" p.html'

t 'tables: numbers short and to the right, quoted cells whole, too many rows only counted' '
	article awkward-fig-1 >one && grep -q "<th scope=\"col\">alloc</th><th scope=\"col\" class=\"n\">mean_s</th>" one && grep -q "<td>rdn</td><td class=\"n\">0.0001395</td>" one &&
	article awkward-table-1 | grep -q "601 rows, too many for this page" && ! article awkward-table-1 | grep -q "<td"'

t 'how it was made: the commands of the table, a pipe, and the cells of the grid counted' '
	article awkward-fig-1 | sed -n "/How it was made/,\$p" >made && grep -q "tool 1.0 --x &quot;a,b&quot; |" made && grep -q "^    other 1.0<" made &&
	grep -q "echo 1 |" made && grep -q "3,000 simulations in 3 cells" made && grep -q "pipelines/awkward/cell size=big colour=red simulations=1000<" made &&
	grep -q "of the study.s full grid" made && cp -r "$results" r && printf "%s\n" id,size,colour,simulations 1,big,red,5 >r/awkward/grid.csv &&
	"$report" p.html r && grep -q "5 simulations in 1 cell of the grid of these results" p.html'

t 'the manifest: what is known, and the sums' '
	grep -q "<dt>version</dt><dd>1: 2</dd>" "$page" && grep -q "0123abcd  fig1.csv" "$page"'

t 'the day of the results is that of the newest file where git does not know it' '
	cp -r "$results" r && find r -type f -exec touch -d "2021-03-04 12:00 UTC" {} + && touch -d "2021-03-05 12:00 UTC" r/plain/fig1.svg &&
	TZ=UTC "$report" p.html r && grep -o "<dt>results of</dt><dd>[^<]*" p.html | sed "s/.*>//" >got && printf "%s\n" 2021-03-04 2021-03-05 | diff - got'

t 'the same results give the same page; a study'"'"'s may come from elsewhere' '
	"$report" p.html "$results" && cmp p.html "$page" && mkdir else && drawing elsewhere >else/fig1.svg &&
	"$report" p.html "$results" nothing=else plain=else && test "$(grep -c "elsewhere<" p.html)" = 2 && ! grep -q "No results here" p.html'

t 'what cannot be is an error, and the page before it stays' '
	exits 2 "$report" 2>err && exits 2 "$report" p.html "$results" plain 2>err && grep -q "wanted STUDY=DIR" err &&
	exits 2 "$report" p.html "$results" other=. 2>err && grep -q "other.: no such study" err &&
	exits 1 "$report" p.html "$results" plain=nowhere 2>err && grep -q "nowhere.: no such directory" err &&
	mkdir empty && exits 1 "$report" p.html empty 2>err && grep -q "no results of any study in .empty." err && ! test -e p.html &&
	cp -r "$results" r && echo before >p.html && sed -i "/<\/svg>/d" r/plain/fig1.svg && exits 1 "$report" p.html r 2>err &&
	grep -q "fig1.svg: the picture is cut short" err && test "$(cat p.html)" = before &&
	printf "a,b\n\"open,1\n" >r/awkward/fig1.csv && exits 1 "$report" p.html r 2>err && grep -q "fig1.csv: a quoted cell does not end" err &&
	cp -r "$HOPLINE_STUDIES" s && export HOPLINE_STUDIES=$PWD/s && sed -i "s/colour=red/weight=9/" s/awkward/figures.csv &&
	exits 1 "$report" p.html "$results" 2>err && grep -q "figures.csv: cells: the grid has no column weight" err &&
	sed -i "1s/,seen//" s/awkward/figures.csv && exits 1 "$report" p.html "$results" 2>err && grep -q "figures.csv: no column seen" err &&
	printf "#!/bin/sh\nexit 3\n" >s/awkward/grid && exits 1 "$report" p.html "$results" 2>err && grep -q "awkward: no grid" err'

# The studies of this tree.
unset HOPLINE_STUDIES
page=$shared_dir/tree.html
"$report" "$page"

t 'the page of this tree: well-formed, ids once, anchors that lead somewhere, under 8 MB, and nothing of this machine' '
	well_formed "$page" && ids "$page" >ids && ! uniq -d ids | grep . &&
	targets "$page" | sed -n "s/^#//p" | comm -23 - ids >lost && ! grep . lost &&
	test "$(wc -c <"$page")" -lt 8000000 && ! grep -qF "$HOPLINE_ROOT" "$page" && ! grep -q /tmp/ "$page"'

t 'every figure of the first paper has its place, and every claim' '
	for figure in 2 4a 4b 5 6 7a 7b 8 9 10 11 12 13; do grep -q "id=\"level-spread-fig-$figure\"" "$page" || { echo $figure; exit 1; }; done &&
	for claim in $(seq -w 22); do grep -q "id=\"ls-$claim\"" "$page" || { echo $claim; exit 1; }; done'

t 'claims that a figure names are claims of its study' '
	for study in level-spread express-mesh; do
		awk -f "$HOPLINE_ROOT/pipelines/report/csv.awk" -f /dev/stdin <<EOF | sort -u >named
BEGIN { csv_header("$HOPLINE_ROOT/pipelines/$study/figures.csv", at)
	while (csv_row("$HOPLINE_ROOT/pipelines/$study/figures.csv", cell) > 0) { gsub(/ /, "\n", cell[at["claims"]]); if (cell[at["claims"]] != "") print cell[at["claims"]] } }
EOF
		grep ",$study," "$HOPLINE_ROOT/data/claims/claims.csv" | cut -d, -f1 | sort | comm -23 named - >lost && test -s named && ! grep . lost || exit 1
	done'

# pipes STUDY: its figures' command lines
pipes() {
	awk -f "$HOPLINE_ROOT/pipelines/report/csv.awk" -v file="$HOPLINE_ROOT/pipelines/$1/figures.csv" -f <(cat <<'EOF'
BEGIN { csv_header(file, at); while (csv_row(file, cell) > 0) if (cell[at["pipe"]] != "") print cell[at["pipe"]] }
EOF
	)
}

t 'the command lines on the page work and print rows' '
	for study in level-spread curves validate express-mesh; do pipes $study; done >lines && test "$(wc -l <lines)" -ge 15 &&
	while IFS= read -r line; do
		bash -o pipefail -c "$line" </dev/null >out 2>err && test "$(rows out | wc -l)" -ge 1 || { echo "$line"; cat err; exit 1; }
	done <lines'

done_testing
