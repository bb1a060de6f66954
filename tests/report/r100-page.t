#!/usr/bin/env bash
# The report in headless Chromium: phone and desktop, light and dark, print.
# HOPLINE_SHOTS: a folder for the screenshots and the PDF, to look at.
source "$(dirname "$0")/../lib.sh"
here=$HOPLINE_ROOT/tests/report
export HOPLINE_BIN=${HOPLINE_BIN:-$HOPLINE_ROOT/bin}
shots=${HOPLINE_SHOTS:-$shared_dir/shots}
page=$shared_dir/page.html
mkdir -p "$shots"
shots=$(cd "$shots" && pwd)

for browser in chromium chromium-browser google-chrome ''; do command -v "$browser" >/dev/null 2>&1 && break; done
[ -n "$browser" ] || { echo '1..0 # SKIP no chromium here'; exit 0; }

# browse SCHEME WIDTH HEIGHT OPTIONS URL: a browser of its own, without a network
browse() {
	local scheme=1 profile status=0
	[ "$1" = light ] || scheme=0
	profile=$(mktemp -d)
	timeout 120 "$browser" --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --hide-scrollbars --enable-logging=stderr \
		--host-resolver-rules='MAP * ~NOTFOUND' --user-data-dir="$profile" --blink-settings=preferredColorScheme="$scheme" \
		--window-size="$2,$3" "${@:4}" 2>"$shared_dir/log" || status=$?
	rm -rf "$profile"
	return $status
}

if ! browse light 800 600 --dump-dom about:blank >"$shared_dir/blank" || ! grep -q "<body>" "$shared_dir/blank"; then
	echo "1..0 # SKIP $browser does not start here: $(tail -1 "$shared_dir/log")"
	exit 0
fi
"$HOPLINE_ROOT/pipelines/report/report" "$page"

# probe SCHEME WIDTH PAGE: what probe.js finds there.  The page sits in a frame of that width: a window
# is never narrower than 500 px.
probe() {
	{ sed '/Content-Security-Policy/d; /<\/body>/,$d' "$3"; printf '<script>\n'; cat "$here/probe.js"; printf '</script>\n</body></html>\n'; } >probed.html
	cat >frame.html <<EOF
<!DOCTYPE html><meta name="color-scheme" content="light dark"><body>
<iframe src="probed.html" style="width:$2px;height:900px;border:0"></iframe>
<script>onmessage = e => { document.body.innerText = e.data }</script>
EOF
	browse "$1" 1400 1000 --virtual-time-budget=5000 --dump-dom "file://$PWD/frame.html" | sed 's/<br>/\n/g; s/<\/*[a-z][^>]*>/\n/g' | grep ': '
}
# complaints PROBED: what should not be there
complaints() { grep -E '^(beyond|faint|picture without|heading out)|^without the keyboard: [^0]|^overflow: [^0]' "$1"; }
fine() { grep -q '^end: of probe' "$1" && ! complaints "$1"; }

for width in 390 1280; do
	for scheme in light dark; do
		t "$width px, $scheme: nothing wider than the window, text to be seen, pictures with words, headings in order" "
			probe $scheme $width '$page' >got && fine got && grep -qx 'width: $width' got && grep -qx 'background: $scheme' got &&
			grep -q '^pictures: [1-9]' got || { cat got; false; }"
	done
done

t 'on the phone wide pictures scroll in boxes of their own, which the keyboard reaches' '
	probe light 390 "$page" >got && grep "^scrolling: [1-9]" got && grep -qx "without the keyboard: 0" got'

t 'the probe sees what is wrong' '
	sed "s|<main |<div style=\"width:500px; color:#999\">wide and faint</div><h5>deep</h5><svg></svg>&|" "$page" >bad.html &&
	probe light 390 bad.html >got && for word in "overflow: 1" "beyond: div" "faint text: div" "picture without" "heading out of order: deep"; do
		grep -q "^$word" got || { echo "$word"; exit 1; }
	done'

t 'nothing on the console, and the browser would have said it' '
	browse light 1280 900 --dump-dom "file://$page" >dom && ! grep CONSOLE "$shared_dir/log" && grep -q "</main>" dom &&
	sed "/Content-Security-Policy/d; s|<main |<script>console.error(\"seen\")</script>&|" "$page" >bad.html &&
	browse light 1280 900 --dump-dom "file://$PWD/bad.html" >dom && grep -q "CONSOLE.*seen" "$shared_dir/log"'

t 'no script would run on the page, and nothing would be fetched' '
	echo "document.title = \"fetched\"" >x.js && for what in "<script>document.title=\"ran\"</script>" "<script src=\"x.js\"></script>" "<img src=\"x.png\" onerror=\"document.title=1\"/>" "<iframe src=\"x.js\"></iframe>"; do
		sed "s|<main |$what&|" "$page" >bad.html && browse light 1280 900 --dump-dom "file://$PWD/bad.html" >dom &&
		grep -q "<title>Hopline: what came out</title>" dom && grep "CONSOLE.*Content Security Policy" "$shared_dir/log" || exit 1
	done'

# png_width FILE: from its header
png_width() { od -An -j16 -N4 -tu1 "$1" | awk '{ print (($1 * 256 + $2) * 256 + $3) * 256 + $4 }'; }

t 'screenshots at two widths, light and dark' '
	for width in 390 1280; do
		for scheme in light dark; do
			file=$shots/$width-$scheme.png &&
			browse $scheme $width 12000 --screenshot="$file" "file://$page" && test "$(png_width "$file")" = $width && test "$(wc -c <"$file")" -gt 50000 || exit 1
		done
		! cmp -s "$shots/$width-light.png" "$shots/$width-dark.png" || exit 1
	done'

# print_in SCHEME: on paper, the dates left out
print_in() {
	browse "$1" 1280 900 --no-pdf-header-footer --print-to-pdf="$shots/$1.pdf" "file://$page" && sed '/Date (/d' "$shots/$1.pdf" >"$1.paper"
}

# On a busy machine two prints of one page have differed in a few bytes: of three pairs one is equal.
t 'on paper it has several pages, and is light whatever the screen is' '
	for try in 1 2 3; do
		print_in light && print_in dark && test "$(grep -ac "/Type */Page\b" light.paper)" -gt 3 || exit 1
		! cmp light.paper dark.paper || exit 0
	done
	false'

done_testing
