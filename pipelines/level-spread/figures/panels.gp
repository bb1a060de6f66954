# panels -- a table of panels, a column a pattern and a row each of `rows`: where they are.
#	load 'panels.gp'
# Set before: row_gap, margin_bottom; panel_width and panel_height, by figures.sh.  Sizes are in pixels, places in shares of the screen, as gnuplot's margins are.
columns = words(patterns)
panel_width = panel_width + 0
panel_height = panel_height + 0
column_gap = 14
margin_left = 96
margin_right = 10
margin_top = 84

width = margin_left + columns * (panel_width + column_gap) - column_gap + margin_right
height = margin_top + words(rows) * (panel_height + row_gap) - row_gap + margin_bottom
panel_left(k) = (margin_left + (k - 1) * (panel_width + column_gap)) / (1.0 * width)
panel_right(k) = panel_left(k) + panel_width / (1.0 * width)
panel_top(k) = 1 - (margin_top + (k - 1) * (panel_height + row_gap)) / (1.0 * height)
panel_bottom(k) = panel_top(k) - panel_height / (1.0 * height)
# From the upper and from the lower edge.
from_top(pixels) = 1 - pixels / (1.0 * height)
from_bottom(pixels) = pixels / (1.0 * height)

# Of a row such as 33/8.
first(row) = row[:strstrt(row, '/') - 1]
second(row) = row[strstrt(row, '/') + 1:]

# Which row of panels a row of the table belongs to, and what it is called.
row_of(x) = words(by) > 1 ? strcol(word(by, 1)).'/'.strcol(word(by, 2)) : strcol(by)
row_name(row) = names eq 'ratio' ? 'global : local = '.ratio_name(row) : \
	names eq 'machine' ? machine_name(first(row), second(row), 4) : first(row).' KB : '.second(row).' KB'
in_panel(row, pattern) = row_of(0) eq row && strcol('pattern') eq pattern
missing_text = strlen(missing) ? "; no data for" : ''
do for [k = 1:words(missing)] { missing_text = missing_text.(k > 1 ? "; " : " ").row_name(word(missing, k)) }
