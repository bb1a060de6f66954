/* hint -- on a terminal, whoever takes the launcher's own order is told once what another mapping would gain: the job is mapped once
 * more, by auto. */
#include "map/place.h"

enum { MOST_MESSAGES = 8192 };	/* some tenths of a second */

/* Is it a job that auto can be asked about, and soon done with? */
static bool
suits(const map_settings *o, const job_row *j)
{
	const pattern *talk = pattern_find(cell_text(j->row, j->from->traffic.pattern));
	traffic t;
	uint64_t messages = 0;

	if (!talk || talk->target || j->tasks < 3 || j->tasks > MOST_MESSAGES || j->open)
		return false;
	job_traffic(j, &t, false, o->cli.seed);
	for (uint32_t f = 0; f < traffic_phases(&t) && messages <= MOST_MESSAGES; f++)
		for (uint32_t i = 0; i < j->tasks && messages <= MOST_MESSAGES; i++)
			messages += traffic_sends(&t, f, i);
	traffic_release(&t);
	return messages <= MOST_MESSAGES;
}

bool
hint_say(const map_settings *o, const job_row *j)
{
	const table *in = j->from->table;
	const machine *m = j->from->machine;
	map_settings with = *o;
	job_row again;
	placer p;
	gain g;

	if (!suits(o, j))
		return false;
	options_choose(&with, mapping_find("auto"));
	with.gain = (gain_options){ .says = true, .offer = "with --algorithm auto, " };
	gain_open(&g, &with.gain, with.choice, in, m, &with.cli);
	placer_init(&p, &with, in, m, &g);
	again = job_of(&p.rows, j->case_, j->row);
	placer_place(&p, &again);
	placer_free(&p);
	gain_close(&g);
	return true;
}
