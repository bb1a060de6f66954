# say.sh -- messages of sweep, on standard error.
# shellcheck shell=bash

say() { printf 'sweep: %s\n' "$*" >&2; }

# die STATUS MESSAGE
die() {
	say "${@:2}"
	exit "$1"
}

wrong() {
	say "$*"
	echo "Try 'sweep --help'." >&2
	exit 2
}

# several N NOUN: "1 cell", "2 cells"
several() {
	if [[ $1 = 1 ]]; then echo "1 $2"; else echo "$1 $2s"; fi
}
