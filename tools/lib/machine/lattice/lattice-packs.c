/* lattice-packs -- links that stay on a board or a backplane, and are faster than cables.
 *
 * pack=DIMENSION:N:BANDWIDTH: the routers of a row stand N by N together, 0 … N-1, N … 2N-1 and so on, the
 * last pack being smaller where N does not divide the row; links between two of one pack have that bandwidth,
 * all others that of the key bw.  On Cray's Gemini y:2 is a blade and z:8 the backplane of a cage. */
#include <stdlib.h>
#include <string.h>

#include "lib/cli/units.h"
#include "lib/machine/build.h"
#include "lib/machine/lattice/lattice.h"

/* The dimension of that name; dies when there is none. */
static int
find_axis(const spec *s, const lattice *l, const char *name)
{
	for (int d = 0; d < l->dims; d++)
		if (strcmp(lattice_axis(d), name) == 0)
			return d;
	if (l->dims == 1)
		spec_bad(s, "pack", "has no dimension '%s', only x", name);
	spec_bad(s, "pack", "has no dimension '%s', only x to %s", name, lattice_axis(l->dims - 1));
}

/* One pack, DIMENSION:N:BANDWIDTH, taken apart in place. */
static void
read_pack(machine *m, const spec *s, lattice *l, char *text)
{
	char *many = strchr(text, ':'), *bandwidth = many ? strchr(many + 1, ':') : NULL;
	uint64_t bits;
	int64_t n;
	int d;

	if (!bandwidth)
		spec_bad(s, "pack", "must be DIMENSION:ROUTERS:BANDWIDTH, several joined by '+', as y:2:9GB/s+z:8:15GB/s");
	*many++ = *bandwidth++ = '\0';
	d = find_axis(s, l, text);
	if (l->pack[d])
		spec_bad(s, "pack", "has dimension %s twice", text);
	if (!read_int(many, 2, l->extent[d], &n))
		spec_bad(s, "pack", "'%s': a pack in dimension %s has at least 2 routers and at most the %u of a row", many, text, l->extent[d]);
	if (!read_bandwidth(bandwidth, &bits))
		spec_bad(s, "pack", "'%s': must be a bandwidth, as 8Gb/s or 1GB/s", bandwidth);
	l->pack[d] = (uint32_t)n;
	l->pack_speed[d] = (uint8_t)machine_speed(m, bits, m->speeds[1 + d].latency);
}

void
lattice_packs(machine *m, const spec *s, lattice *l)
{
	char *text, *next;

	if (!spec_given(s, "pack"))
		return;
	text = xstrdup(spec_word(s, "pack"));
	for (char *part = text; part; part = next) {
		next = strchr(part, '+');
		if (next)
			*next++ = '\0';
		read_pack(m, s, l, part);
	}
	free(text);
}
