# style -- what the pictures of all studies share.
#	width = 900; height = 480; load lib.'/style.gp'
# A picture of several panels names itself in `set multiplot`: set title only takes the place of theirs.
set terminal svg size width,height dynamic font 'sans-serif,14'
set output out
load lib.'/table.gp'
set tics nomirror out
set grid ytics lc rgb '#999999' lw 0.5 dt 3
set border 3
set errorbars 0
if (exists('title')) { set title '{/:Bold '.title.'}' font ',15' }
set key top left Left reverse samplen 1.5 noautotitle
