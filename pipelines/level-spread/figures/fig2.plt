# fig2 -- communication time under RDG and RDN, of small and of large jobs.
#	draw DIR fig2, which sets in (the table) and out
set terminal svg size 600,400 dynamic font 'sans-serif,13'
set output out
load lib.'/table.gp'
set style fill solid 0.9 noborder
set boxwidth 0.34
set xrange [-0.6:1.6]
set yrange [0:*]
set grid ytics lc rgb '#dddddd'
set errorbars 2 lw 1.5 lc rgb 'black'
set border 3
set tics nomirror out
set xtics ('17 jobs of 16 nodes' 0, '4 jobs of 68 nodes' 1)
set ylabel 'communication time (µs)'
set key top left samplen 1
stands(policy) = (strcol('workload') eq '4x68') + (policy eq 'rdg' ? -0.18 : 0.18)
at(policy) = strcol('alloc') eq policy ? stands(policy) : NaN
set title '{/:Bold Fig. 2: jobs grouped (RDG) and spread (RDN), 272 nodes}'."\n{/*0.9 mean of ten repeats and its standard deviation}"
plot in using (at('rdg')):(column('mean_s') * 1e6):(column('sd_s') * 1e6) with boxerrorbars lc rgb '#e08214' title 'RDG', \
     '' using (at('rdn')):(column('mean_s') * 1e6):(column('sd_s') * 1e6) with boxerrorbars lc rgb '#4393c3' title 'RDN'
