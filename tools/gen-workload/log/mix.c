#include "gen-workload/log/options.h"

#include <math.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/stream/table.h"

enum { MEASURED = 64 };		/* of a code */

struct mix_code {
	double node_hours;	/* 0: only its shares are known */
	double width, spread;	/* of ln cores, by node-hours */
	const pattern *pattern;	/* NULL: not said */
	int measured;
	double nodes[MEASURED], share[MEASURED];	/* ln nodes */
};

const cli_option mix_settings[] = {
	{ "mix", "FILE", "each job draws a code of a machine by its width, and has its pattern: code, node_hours, quartiles of cores", option_text,
		offsetof(mix_option, path) },
	{ "mix-shares", "FILE", "with --mix: the share of communication of codes, by nodes: code, nodes, mpi_percent", option_text, offsetof(mix_option, shares) },
	{ "mix-cores", "N", "with --mix: cores of a node there [128, as ARCHER2 has]", option_count, offsetof(mix_option, cores) },
	{ 0 }
};

static mix_code *
code_called(mix_option *m, const char *name)
{
	uint32_t i = names_add(&m->code, name, NULL);

	m->of = xgrow(m->of, &m->room, (size_t)i + 1, sizeof *m->of);
	return &m->of[i];
}

static double
cores_at(const table *t, const row *r, int column)
{
	double cores = cell_real(t, r, column, 1, 1e12, NAN);

	if (isnan(cores))
		table_bad(t, r, column, "must be a number of cores");
	return log(cores);
}

static void
read_codes(mix_option *m)
{
	table *t = table_open(m->path);
	int code = table_need(t, "code"), hours = table_need(t, "node_hours"), q1 = table_need(t, "cores_q1_by_node_hours"),
		median = table_need(t, "cores_median_by_node_hours"), q3 = table_need(t, "cores_q3_by_node_hours"), named = table_column(t, "pattern");
	row r;

	while (table_next(t, &r)) {
		mix_code *k;

		if (strcmp(cell_text(&r, code), "Overall") == 0)
			continue;
		k = code_called(m, cell_text(&r, code));
		if (k->node_hours > 0)
			table_bad(t, &r, code, "the same code as a row before");
		k->node_hours = cell_real(t, &r, hours, 1e-9, 1e15, NAN);
		if (isnan(k->node_hours))
			table_bad(t, &r, hours, "must be a number of node-hours");
		k->width = cores_at(t, &r, median);
		k->spread = fmax(0.1, (cores_at(t, &r, q3) - cores_at(t, &r, q1)) / 1.349);	/* of a normal law with these quartiles */
		k->pattern = *cell_text(&r, named) ? pattern_find(cell_text(&r, named)) : NULL;
		if (*cell_text(&r, named) && (!k->pattern || pattern_open(k->pattern)))
			table_bad(t, &r, named, "must be a pattern of messages (gen-workload --list), or empty");
	}
	if (m->code.count == 0)
		die(FAIL_DATA, "%s: there is no code", m->path);
}

static void
read_shares(mix_option *m)
{
	table *t = table_open(m->shares);
	int code = table_need(t, "code"), nodes = table_need(t, "nodes"), percent = table_need(t, "mpi_percent");
	row r;

	while (table_next(t, &r)) {
		mix_code *k = code_called(m, cell_text(&r, code));
		double n = cell_real(t, &r, nodes, 1, 1e9, NAN), share = cell_real(t, &r, percent, 0, 100, NAN) / 100;

		if (isnan(share) || isnan(n) || k->measured == MEASURED)
			continue;
		k->nodes[k->measured] = log(n);
		k->share[k->measured++] = share;
	}
}

void
mix_open(mix_option *m)
{
	if (!m->path)
		return;
	m->cores = m->cores ? m->cores : 128;
	read_codes(m);
	if (m->shares)
		read_shares(m);
}

/* Node-hours of jobs about as wide, as a density over ln cores. */
static double
hours_at(const mix_code *k, double cores)
{
	double z = (cores - k->width) / k->spread;

	return k->node_hours > 0 ? k->node_hours / k->spread * exp(-z * z / 2) + 1e-12 * k->node_hours : 0;
}

uint32_t
mix_draw(const mix_option *m, uint32_t nodes, rng *r)
{
	double cores = log((double)nodes * (double)m->cores), all = 0, at;
	uint32_t code = 0, last = 0;

	for (uint32_t i = 0; i < m->code.count; i++)
		all += hours_at(&m->of[i], cores);
	at = rng_unit(r) * all;
	for (; code < m->code.count && at >= 0; code++) {
		at -= hours_at(&m->of[code], cores);
		last = m->of[code].node_hours > 0 ? code : last;
	}
	return last;
}

const pattern *
mix_pattern(const mix_option *m, uint32_t code, const pattern_list *list, uint64_t seed)
{
	rng r;

	if (m->of[code].pattern)
		return m->of[code].pattern;
	rng_init(&r, seed, "mix-pattern", "", names_at(&m->code, code));
	return list->item[rng_below(&r, (uint64_t)list->count)];
}

/* The line of least squares through what was measured of a code; level where it was on one number of nodes only. */
static double
line_at(const mix_code *k, double at)
{
	double n = k->measured, x = 0, y = 0, xx = 0, xy = 0;

	for (int i = 0; i < k->measured; i++) {
		x += k->nodes[i] / n;
		y += k->share[i] / n;
	}
	for (int i = 0; i < k->measured; i++) {
		xx += (k->nodes[i] - x) * (k->nodes[i] - x);
		xy += (k->nodes[i] - x) * (k->share[i] - y);
	}
	return fmin(fmax(y + (xx > 0 ? xy / xx * (at - x) : 0), 0), 1);
}

double
mix_share(const mix_option *m, uint32_t code, uint32_t nodes, uint64_t seed)
{
	uint32_t measured = 0, drawn = code;
	rng r;

	for (uint32_t i = 0; i < m->code.count; i++)
		measured += m->of[i].measured > 0;
	if (measured == 0)
		return NAN;
	if (m->of[code].measured == 0) {
		uint64_t skip;

		rng_init(&r, seed, "mix-share", "", names_at(&m->code, code));
		skip = rng_below(&r, measured) + 1;
		for (drawn = 0; (skip -= m->of[drawn].measured > 0) > 0; drawn++) {
		}
	}
	return line_at(&m->of[drawn], log((double)nodes));
}
