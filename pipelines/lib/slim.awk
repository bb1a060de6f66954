# slim -- gnuplot's SVG without its empty groups, what is the default anyway, and the names of
# plots, which browsers show.
#	awk -f slim.awk picture.svg

{
	gsub(/ id="gnuplot_plot_[^"]*"/, "")
	gsub(/<title>gnuplot_plot_[^<]*<\/title>/, "")
	gsub(/ stroke-linecap="butt" stroke-linejoin="miter"/, "")
	gsub(/<tspan font-family="sans-serif" >/, "<tspan>")
}

# A group is written when something else than its end follows.
/^[ \t]*<g[^>]*>[ \t]*$/ { begun[++depth] = $0; next }
/^[ \t]*<\/g>[ \t]*$/ && depth { depth--; next }
{
	for (i = 1; i <= depth; i++) print begun[i]
	depth = 0
	print
}
