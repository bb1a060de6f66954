# verdict -- a row of measured.csv.
#
# A claim says for each variant that has data: put(v, k, TEXT), its k-th number; judge(v, HELD), YES, NO, or PARTLY
# when some of it holds; tell(v, TEXT), numbers that explain; miss(v, TEXT), a case that does not fit.  Then
# claim(ID, TEMPLATE, RULE) writes the row: the numbers take the places of the #s of the template.

BEGIN { YES = 1; PARTLY = 0.5; NO = 0 }
END { header() }

function put(v, k, text) { shown[v, k] = text }
function judge(v, verdict) { held[v] = verdict }
function tell(v, text) { told[v] = told[v] (told[v] ? "; " : "") text }
function miss(v, text) { if (++missed[v] <= 3) misses[v] = misses[v] (missed[v] > 1 ? ", " : "") text }

# judge_cases(v, GOOD, OF): of claims on many cases: all, at least half, fewer
function judge_cases(v, good, of) { judge(v, good == of ? YES : 2 * good >= of ? PARTLY : NO) }

function header(    v) {
	printf "id"
	for (v = 1; v <= variants; v++) printf ",%s", name[v]
	print ",measured,holds,why"
}

function claim(id, template, rule,    v, cells, first, low, high) {
	low = YES; high = NO
	for (v = 1; v <= variants; v++) {
		cells = cells "," (v in held ? quoted(fill(template, v)) : "")
		if (!(v in held)) continue
		if (!first) first = v
		if (held[v] < low) low = held[v]
		if (held[v] > high) high = held[v]
	}
	if (!first)
		print id cells ",not measured,," quoted(rule ". No data")
	else
		print id cells "," quoted(fill(template, 0)) "," (low == YES ? "yes" : high == NO ? "no" : "partly") "," \
			quoted(rule ". " verdicts(low == high) details(first) (low < YES && id in reason ? ". " reason[id] : ""))
	split("", shown); split("", held); split("", told); split("", missed); split("", misses)
}

# fill(TEMPLATE, v): with a variant's numbers; of variant 0: from where to where they go over all variants
function fill(template, v,    part, n, k, text) {
	n = split(template, part, "#")
	text = part[1]
	for (k = 1; k < n; k++) text = text (v ? shown[v, k] : span(k, n == 2 ? " to " : "–")) part[k + 1]
	return text
}
function span(k, between,    v, low, high) {
	for (v = 1; v <= variants; v++) {
		if (!(v in held)) continue
		if (!low || shown[v, k] + 0 < shown[low, k] + 0) low = v
		if (!high || shown[v, k] + 0 > shown[high, k] + 0) high = v
	}
	return shown[low, k] (shown[low, k] == shown[high, k] ? "" : between shown[high, k])
}

# In which variants the claim holds; `same`: it is so in all that have data.
function verdicts(same,    text, v) {
	for (v = 1; v <= variants; v++) if (!(v in held)) same = 0
	if (same) return held[1] == YES ? "Holds in all variants" : held[1] == NO ? "Holds in no variant" : "Holds partly in all variants"
	text = in_which("holds", YES) in_which("partly", PARTLY) in_which("not", NO) in_which("no data", -1)
	return toupper(substr(text, 3, 1)) substr(text, 4)
}
function in_which(word, verdict,    v, text) {
	for (v = 1; v <= variants; v++) if ((v in held ? held[v] : -1) == verdict) text = text (text ? ", " : " ") name[v]
	return text ? "; " word " in" text : ""
}

# The numbers of the first variant, and what does not fit in those that do worse.
function details(first,    v, text) {
	for (v = first; v <= variants; v++) {
		if (v > first && (!(v in held) || held[v] >= held[first] || !(v in missed))) continue
		if (v in missed) told[v] = (v == first && told[v] ? told[v] "; " : "") "not so: " misses[v] (missed[v] > 3 ? " and " missed[v] - 3 " more" : "")
		if (told[v]) text = text ". In " name[v] ": " told[v]
	}
	return text
}

function quoted(text) {
	if (text !~ /[",]/) return text
	gsub(/"/, "\"\"", text)
	return "\"" text "\""
}
