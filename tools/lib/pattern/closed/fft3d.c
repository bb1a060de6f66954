/* fft3d -- a 3-D fast Fourier transform on a grid of tasks: all-to-all within each
 * row, then within each column (Level-Spread, V-C).
 *
 * The grid is wide and low: the largest divisor of the tasks up to four is the
 * number of rows, as in the SST motif that the paper's authors ran. */
#include "lib/pattern/closed/lines.h"

static bool
prepare(traffic *t, const char **why)
{
	if (t->dims == 0) {
		t->dims = 2;
		t->dim[1] = largest_divisor(t->tasks, 4);
		t->dim[0] = t->tasks / t->dim[1];
	}
	*why = "has a process grid of 2 dimensions";
	return t->dims == 2;
}

extern const pattern pattern_fft3d;

const pattern pattern_fft3d = {
	.name = "fft3d",
	.about = "all-to-all within the rows, then the columns, of a grid of up to 4 rows",
	.prepare = prepare,
	.phases = lines_phases,
	.sends = lines_sends,
	.send = lines_send,
	.receives = lines_sends,
};
