# table -- what a picture has to know of a table before it draws it.
#	load lib.'/table.gp'
#
# gnuplot reads every table itself, so that a cell is a value here, whatever it says, and never a part of a command.  For
# each row of FILE
#
#	stats [*:*] [*:*] FILE using (f(0)) nooutput
#
# calls a function that notes in variables what it sees in the row, and is 1: the least, the most, a text.  Without the
# ranges gnuplot would want the 1 to lie within those of the axes.
set datafile separator ','
set datafile columnheaders

# place(LIST, ITEM): where the item is in a list of words, from 1; 0: nowhere
place(list, item) = sum [i = 1:words(list)] (word(list, i) eq item ? i : 0)
