# routers -- the rows of `routers`: two tables of claims, joined.

function quoted(text) {
	if (text !~ /[",]/) return text
	gsub(/"/, "\"\"", text)
	return "\"" text "\""
}
function under(output, input) {
	if (output == "partly" || input == "partly") return "partly"
	if (output == input) return output == "yes" ? "both" : "neither"
	return output == "yes" ? "outputs" : "inputs"
}

BEGIN {
	n = split(others, id, " ")
	for (i = 1; i <= n; i++) left_out[id[i]] = 1
	csv_header(input, at)
	while (csv_row(input, cell)) {
		measured[cell[at["id"]]] = cell[at["measured"]]
		holds[cell[at["id"]]] = cell[at["holds"]]
	}
	print "id,claim,paper_value,output_measured,output_holds,input_measured,input_holds,holds"
	csv_header(output, at)
	while (csv_row(output, cell)) {
		k = cell[at["id"]]
		if (k in left_out || cell[at["holds"]] == "" || holds[k] == "") continue
		print k "," quoted(cell[at["claim"]]) "," quoted(cell[at["paper_value"]]) "," quoted(cell[at["measured"]]) "," cell[at["holds"]] "," \
			quoted(measured[k]) "," holds[k] "," under(cell[at["holds"]], holds[k])
	}
}
