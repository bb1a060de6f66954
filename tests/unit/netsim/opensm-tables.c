/* link: netsim */
/* opensm-tables -- forwarding tables against those that OpenSM gave to the same machines (data/reference/opensm): every switch and node. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/route/opensm.h"
#include "lib/route/routes.h"
#include "lib/stream/gzlines.h"
#include "unit/tap.h"

static long ports;		/* compared in all */

/* "SWITCH PORT PORT …": how many ports differ. */
static int
compare_switch(const opensm_fabric *f, char *line, uint8_t *seen)
{
	const machine *m = f->machine;
	char *rest, *word = strtok_r(line, " ", &rest);
	uint32_t r = (uint32_t)atoi(word), v = 0;
	int wrong = 0;

	if (r >= m->routers)
		return 1;
	seen[r] = 1;
	for (; (word = strtok_r(NULL, " ", &rest)); v++, ports++)
		wrong += v >= m->nodes || f->port[(size_t)v * m->routers + r] != (*word == '-' ? OPENSM_NO_WAY : atoi(word));
	for (; v < m->nodes; v++)	/* the last ones are absent */
		wrong += f->port[(size_t)v * m->routers + r] != OPENSM_NO_WAY;
	return wrong;
}

/* The table behind the line "ENGINE SPEC". */
static void
compare_table(gzlines *in, const char *title)
{
	machine *m = machine_build(strchr(title, ' ') + 1, NULL, 0, "test", 1);
	opensm_fabric *f = opensm_fabric_new(m);
	uint8_t *seen = xcalloc(m->routers, 1);
	int wrong = 0, missing = 0;
	size_t length;
	char *line;

	if ((line = gzlines_next(in, &length)) && strcmp(line, "none") == 0) {
		ok(opensm_no_ftree(m) != NULL, "%s: no fat-tree", title);
		gzlines_next(in, &length);
	} else {
		(strncmp(title, "ftree", 5) == 0 ? opensm_ftree : opensm_minhop)(f);
		for (; line && length; line = gzlines_next(in, &length))
			wrong += compare_switch(f, line, seen);
		for (uint32_t r = 0; r < m->routers; r++)
			missing += seen[r] != f->part[r];
		is_int(wrong, 0, xprintf("%s: ports that differ", title));
		is_int(missing, 0, xprintf("%s: switches that one has alone", title));
	}
	free(seen);
	opensm_fabric_free(f);
	machine_free(m);
}

int
main(void)
{
	gzlines *in;
	size_t length;
	char *line;
	int tables = 0;

	if (chdir("data/reference/opensm") != 0)
		die(1, "data/reference/opensm: not there");
	in = gzlines_open("tables.gz");
	for (; (line = gzlines_next(in, &length)); tables++)
		compare_table(in, xstrdup(line));
	gzlines_close(in);
	ok(tables >= 25, "%d tables, %ld ports", tables, ports);
	return done_testing();
}
