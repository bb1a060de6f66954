# style -- how networks and patterns are called and drawn in every picture of this study.
#	load 'style.gp'
load lib.'/style.gp'
set key off

# In the order of bars and legends; Fig. 5 has two more.
networks = 'dragonfly fattree slimfly em1 em2'
families = 'torus hypercube '.networks
# A network whose jobs are kept apart has a star; those of Fig. 13.
apart = 'dragonfly slimfly fattree em1 fattree* em1*'
starred(network) = network[strlen(network):] eq '*'
base(network) = starred(network) ? network[:strlen(network) - 1] : network
network_name(network) = word('"Torus" "Hypercube" "Dragonfly" "Fat-tree" "Slim Fly" "G1 EM" "G2 EM"', place(families, base(network))).(starred(network) ? '*' : '')
colour(network) = word('#a0a0a0 #636363 #d7301f #2171b5 #1a9641 #7a5ab5 #f1b500', place(families, base(network)))
# What `pointtype` wants.
filled(network) = int(word('2 1 13 5 7 9 11', place(families, base(network))))
hollow(network) = int(word('2 1 12 4 6 8 10', place(families, base(network))))
symbol_of(network) = starred(network) ? hollow(network) : filled(network)

patterns = 'unstructured stencil pairs spread sub-alltoall'
pattern_name(pattern) = word('"Unstr Mesh" "Stencil" "Pairs" "Spread" "Sub A2A"', place(patterns, pattern))

# Places are in pixels from the left and the upper edge.
x(pixels) = pixels / (1.0 * width)
y(pixels) = 1 - pixels / (1.0 * height)
panel(left, top, wide, high) = sprintf('set lmargin at screen %.6f; set rmargin at screen %.6f; set tmargin at screen %.6f; set bmargin at screen %.6f', \
	x(left), x(left + wide), y(top), y(top + high))

# Rates are drawn in TB/s.
TB = 1e12
