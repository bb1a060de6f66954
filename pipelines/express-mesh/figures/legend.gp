# legend -- after the panels: a symbol and a name for each network of `legend`, along the lower edge.
#	load 'legend.gp'
unset label
unset border
unset tics
unset title
unset grid
unset arrow
unset logscale
eval panel(0, height - 40, width, 40)
set xrange [0:width]
set yrange [0:40]
# A letter is about 8 pixels wide.
room(k) = 44 + 8 * strlen(network_name(word(legend, k)))
place_of(k) = (width - (sum [j = 1:words(legend)] room(j))) / 2 + (k > 1 ? sum [j = 1:k - 1] room(j) : 0) + 10
do for [k = 1:words(legend)] { set label 10 + k network_name(word(legend, k)) at place_of(k) + 13, 20 }
plot for [k = 1:words(legend)] '+' using (place_of(k)):(20) every ::0::0 with points pt symbol_of(word(legend, k)) ps 1 lc rgb colour(word(legend, k))
