#!/usr/bin/env bash
# record-all.sh -- record anew the tables of all fabrics: lines ENGINE SPEC of `fabrics`, to standard output; each table ends with an empty line.
# In this directory: record-all.sh | gzip -n9 >tables.gz
set -eu
cd "$(dirname "$0")"
grep -v '^#' fabrics | while read -r engine spec; do
	echo "$engine $spec"
	./record.sh "$engine" "$spec" </dev/null
	echo
done
