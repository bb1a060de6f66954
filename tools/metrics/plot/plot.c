/* plot -- pictures of tables, drawn by gnuplot.
 *
 * Every form is a subcommand of its own.  To add one: write NAME.c with a `const subcommand plot_NAME`, and name it twice here. */
#include <stddef.h>

#include "lib/cli/subcommand.h"

extern const subcommand plot_bars, plot_lines, plot_scatter, plot_nodes, plot_machine;

static const subcommand *const forms[] = { &plot_bars, &plot_lines, &plot_scatter, &plot_nodes, &plot_machine, NULL };

static const subcommand_tool plot = { "metrics plot", "form", "Draw a table as a picture.", "list the forms", forms, NULL };

const subcommand subcommand_plot = { "plot", "pictures of tables: bars, lines, points, a map of nodes, a machine", .forms = &plot };
