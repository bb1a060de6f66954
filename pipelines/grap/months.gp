# months -- the months of Fig. 5, month 0 January itself, those of one share of time in MPI, 0.4.
#	number = 'month'; load here.'/months.gp'
#
# `number` is the column with the month's.  month(SYSTEM, SPEEDUPS): where the row stands; nowhere when it is of another run.
made(x) = strcol('workload') eq 'made'
usual(x) = (made(0) || strcol('workload') eq 'january') && !strlen(strcol('reconfigure')) && (!strlen(strcol('mpi_share')) || column('mpi_share') == 0.4)
month(system, speedups) = usual(0) && strcol('system') eq system && strcol('speedups') eq speedups ? (made(0) ? column(number) : 0) : NaN
months = 0
note(m) = (months = made(0) && m > months ? m : months, 1)
stats table using (note(column(number))) nooutput
set style fill solid 1
set xrange [-0.6:months + 0.6]
set xtics 1 scale 0
set xtics add ('January' 0)
set xlabel 'months made of the days of January 2019'
