# reasons -- why a claim does not hold, as people found out: reasons.csv, reason[id].
#
# A reason is a sentence, in quotes where it holds commas or quotes.

BEGIN { needed["reasons"] = "id reason" }

kind == "reasons" {
	id = $1
	text = substr($0, length(id) + 2)
	if (id in reason) bad("row " FNR ": id: '" id "': twice")
	if (text ~ /^".*"$/) {
		text = substr(text, 2, length(text) - 2)
		gsub(/""/, "\"", text)
	} else if (text ~ /[",]/)
		bad("row " FNR ": reason: '" text "': wanted in quotes")
	reason[id] = text
}
