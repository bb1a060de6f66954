# speed -- medians of packet-hops a second over nodes, a line a program
width = 900; height = 420; load lib.'/style.gp'
set title 'One core under uniform traffic: medians of the runs; a bar reaches from the slowest to the fastest'
set logscale x 10
set xrange [200:1500000]
set yrange [0:*]
set xlabel 'nodes of the dragonfly'
set ylabel "million packet-hops a second,\none core, set-up included"
set key top right Right noreverse
set xtics ('272' 272, '1,056' 1056, '5,256' 5256, '16,512' 16512, '82,944' 82944, '262,656' 262656, '1,049,088' 1049088)
set bars 0.5
colours = '#999999 #1f6f8b #c0504d'
plot for [i = 1:words(tables)] work.'/'.word(tables, i) using 1:2:3:4 with yerrorlines lc rgb word(colours, i) pt 7 title columnheader(2)
