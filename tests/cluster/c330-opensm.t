#!/usr/bin/env bash
# c330-opensm -- the forwarding tables of a real OpenSM, recorded anew on subnets that ibsim simulates: those of data/reference/opensm.
# shellcheck source=/dev/null disable=SC2016
source "$(dirname "$0")/../lib.sh"
source "$(dirname "$0")/lib.sh"
needs opensm ibsim ibsim-run
version=$(opensm --version 2>/dev/null | sed -n 's/^OpenSM //p' | head -n 1)
case $version in 3.3.23*) ;; *) skip_all "OpenSM ${version:-of an unknown version}: what is known is what 3.3.23 does" ;; esac
reference=$HOPLINE_ROOT/data/reference/opensm
export reference

# recorded ENGINE SPEC: its table
recorded() { gzip -dc "$reference/tables.gz" | awk -v title="$*" '$0 == title { on = 1; next } on && !NF { exit } on'; }

while read -r engine spec; do
	export engine spec
	t "$engine on $spec" 'recorded "$engine" "$spec" >want && [ -s want ] && (cd "$reference" && ./record.sh "$engine" "$spec") >is && diff want is'
done < <(grep -v '^#' "$reference/fabrics")
done_testing
