# errors -- predicted over measured, a point a measurement that no fit used, a colour a machine.
#	judge DIR, which sets rows (the table) and out
load lib.'/table.gp'
machines = 'lumi leonardo marenostrum5 fugaku dane'
title_of(m) = word('LUMI Leonardo MareNostrum-5 Fugaku Dane', place(machines, m))
colour(m) = word('#2171b5 #d7301f #1a9641 #e08214 #6a51a3', place(machines, m))
symbol(m) = int(word('7 5 9 13 11', place(machines, m)))
set terminal svg size 820,460 font 'sans-serif,14' background 'white'
set output out
set border 3
set tics nomirror out
set logscale xy
set xrange [0.8:2e4]
set xtics ('1 µs' 1, '10 µs' 10, '100 µs' 100, '1 ms' 1e3, '10 ms' 1e4)
set yrange [0.5:2]
set ytics ('half' 0.5, '-20%%' 0.8, 'as measured' 1, '+25%%' 1.25, 'twice' 2)
set grid ytics lc rgb '#e4e4e4'
set title 'What netsim predicts of five machines: rows that no fit used' font ',17'
set xlabel 'measured time of a message or collective' offset 0,0.4
set key below horizontal Left reverse samplen 1 maxrows 1
ratio(m) = strcol('machine') eq m ? column('predicted_s') / column('measured_s') : NaN
plot 1 with lines lw 1.2 lc rgb '#777777' notitle, \
for [m in machines] rows using (column('measured_s') * 1e6):(ratio(m)) with points pt symbol(m) ps 0.8 lc rgb colour(m) title title_of(m)
