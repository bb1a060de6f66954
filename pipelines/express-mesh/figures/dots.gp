# dots -- the rates of workloads: a dot each, beside one another as far as they need, a line from the
# least to the most, and a bar with a number at the median.
#	load 'dots.gp'
# Set before: rates, a table with network, routing and rate_bytes_per_s; in, with network, routing, min,
# median and max.
#
#	eval 'plot '.dots(AT, NETWORK, ROUTING, SYMBOL)

# The golden ratio's multiples are as even as can be, for any number of dots.
aside(k) = 0.2 * (0.618034 * k - floor(0.618034 * k) - 0.5)
of_run(network, routing, name) = strcol('network') eq network && strcol('routing') eq routing ? column(name) / TB : NaN

cell(network, routing, name) = sprintf("of_run('%s', '%s', '%s')", network, routing, name)
points(at, rate, symbol, colour) = sprintf("rates using (%g + aside($0 + 1)):(%s) with points pt %d ps 0.5 lc rgb '%s'", at, rate, symbol, colour)
range(at, min, max) = sprintf("in using (%g):(%s):(0):(%s - %s) with vectors nohead lw 1 lc rgb 'black'", at, min, max, min)
bar(at, median) = sprintf("in using (%g):(%s):(0.13) with xerrorbars pt 0 lw 3 lc rgb 'black'", at, median)
# gnuplot 5.4 falls over when the only point of a plot is NaN and a text: it is put below the axis instead.
or_below(y) = y > 0 ? y : -1
number(at, median) = sprintf("in using (%g):(or_below(%s)):(sprintf('%%.3g', %s)) with labels left font ',12'", at + 0.14, median, median)
dots(at, network, routing, symbol) = \
	points(at, cell(network, routing, 'rate_bytes_per_s'), symbol, colour(network)).', '. \
	range(at, cell(network, routing, 'min'), cell(network, routing, 'max')).', '. \
	bar(at, cell(network, routing, 'median')).', '.number(at, cell(network, routing, 'median'))
