# style -- what all pictures of this study share.
#	width = 900; height = 480; load here.'/style.gp'
load lib.'/style.gp'
geom = '#d7301f'
gsearch = '#2171b5'
