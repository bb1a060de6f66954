# verdict -- a row of measured.csv.
#
# A claim counts: judge(HELD) for each thing that it says, 1 or 0; tell(TEXT), numbers that explain; miss(TEXT), a case
# that does not fit.  Then claim(ID, MEASURED, RULE) writes the row: yes when all of it held, no when
# nothing, partly otherwise; without a single judge() there are no data.  our_tolerance(WORD): a tolerance of a judge() is ours, and the row says so;
# WORD is that of the paper which it is for, if it has one.

BEGIN { print "id,measured,holds,why" }

function judge(so) { judged++; if (so) held++; return so }
function tell(text) { told = told (told ? "; " : "") text }
function miss(text) { if (++missed <= 4) misses = misses (missed > 1 ? ", " : "") text }

function our_tolerance(word) { chosen = word ? "our tolerance for \"" word "\"" : chosen ? chosen : "our tolerance" }

function claim(id, measured, rule,    holds) {
	if (chosen && judged && rule !~ /our tolerance/) rule = rule " (" chosen ")"
	holds = held == judged ? "yes" : held ? "partly" : "no"
	if (!judged)
		print id ",not measured,," quoted(rule ". No data")
	else
		print id "," quoted(measured) "," holds "," quoted(rule (told ? ". " told : "") \
			(missed ? ". Not so: " misses (missed > 4 ? " and " missed - 4 " more" : "") : "") \
			(holds != "yes" && id in reason ? ". " reason[id] : ""))
	judged = held = missed = 0
	told = misses = chosen = ""
}

function quoted(text) {
	if (text !~ /[",]/) return text
	gsub(/"/, "\"\"", text)
	return "\"" text "\""
}
