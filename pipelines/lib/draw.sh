# draw.sh -- pictures by gnuplot, from tables with any text in their cells.
#
# A script of gnuplot reads its tables itself and gets all else as strings, so that no cell and no name of a file becomes a
# part of a command.  It starts no program either: no system(), no backquotes, no pipe in the place of a file.
# shellcheck shell=bash

draw_lib=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

# plot SCRIPT [NAME=VALUE...]: the script finds these values, `here` (its folder) and `lib` (this one) in its variables
plot() {
	local script=$1 pair value values=''
	for pair in here="$(dirname "$1")" lib="$draw_lib" "${@:2}"; do
		value=${pair#*=}
		case $value in '<'* | '|'*) value=./$value ;; esac	# gnuplot would take it for a command and not for a file
		values+="${pair%%=*} = \"$(octal "$value")\"; "
	done
	gnuplot -e "$values" "$script"
}

# octal TEXT: as gnuplot has it between double quotes, with a number for each byte but letters and the like, because quotes in
# quotes and macros are more than gnuplot 5.4 can tell apart
octal() {
	local LC_ALL=C i byte
	for ((i = 0; i < ${#1}; i++)); do
		byte=${1:i:1}
		case $byte in
		[A-Za-z\ ./_-]) printf %s "$byte" ;;
		*) printf -v byte %d "'$byte" && printf '\\%03o' $((byte & 255)) ;;
		esac
	done
}

# a_word FILE COLUMN TEXT: fails, and says so, where a cell cannot be a part of a file's name
a_word() {
	[[ $3 =~ ^[A-Za-z0-9][A-Za-z0-9._+-]*$ ]] && return
	echo "${0##*/}: $1: $2: '$3': wanted a word of letters, digits and . _ + -" >&2
	return 1
}
