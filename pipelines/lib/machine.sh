# machine.sh -- the machines of data/machines, changed in a few keys.  $root is the project's; metrics is on the path.
# shellcheck shell=bash disable=SC2154

# machine NAME [KEY=VALUE...]: the specification of data/machines/NAME.conf so changed
machine() {
	local file=$root/data/machines/$1.conf keys=() key
	shift
	for key; do keys+=(--set "$key"); done
	metrics machine --machine "$file" "${keys[@]}" | sed -n 's/^#machine //p'
}
