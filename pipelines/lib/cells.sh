# cells.sh -- any text as a cell of a grid, one to one, and back.
#
# A grid is plain: no commas, quotes and line breaks (`metrics grid`).  In a cell `+` stands for a comma, and %XX, a byte by two hexadecimal digits,
# for `+`, `%`, `"` and all that is not printable ASCII; any other character stands for itself.
# shellcheck shell=bash

# pack VARIABLE TEXT: the text as a cell, into the variable
pack() {
	local LC_ALL=C cell_='' byte_ i_
	for ((i_ = 0; i_ < ${#2}; i_++)); do
		byte_=${2:i_:1}
		case $byte_ in
		,) byte_=+ ;;
		[!\ -~] | [+%\"])
			printf -v byte_ %d "'$byte_"
			printf -v byte_ %%%02X $((byte_ & 255)) ;;
		esac
		cell_+=$byte_
	done
	printf -v "$1" %s "$cell_"
}

# unpack VARIABLE CELL: the text of the cell, into the variable
unpack() {
	local text_=${2//\\/\\\\}
	text_=${text_//+/,}
	printf -v "$1" %b "${text_//%/'\x'}"
}
