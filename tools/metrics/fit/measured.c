/* measured -- rows of measurements and their runs. */
#include "metrics/fit/measured.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/cli/option-values.h"
#include "lib/program/collective.h"
#include "metrics/stats/stats.h"

/* What benchmarks call what is measured, in small letters and '-' for what is neither letter nor digit. */
static const struct benchmark {
	const char *name, *called;
	measured_kind kind;
} benchmarks[] = {
	{ "pingpong", "latency|pingpong|p2p", MEASURED_PAIR },
	{ "bandwidth", "bw|bandwidth", MEASURED_FLOW },
	{ "allreduce", "allreduce|all-reduce", MEASURED_GROUP },
	{ "reduce-scatter", "reduce-scatter|reducescatter|reduce-scatter-block", MEASURED_GROUP },
	{ "allgather", "allgather|all-gather", MEASURED_GROUP },
	{ "alltoall", "alltoall|all-to-all|all-to-all-personalized-exchange", MEASURED_GROUP },
	{ "broadcast", "bcast|broadcast", MEASURED_GROUP },
	{ "reduce", "reduce", MEASURED_GROUP },
	{ NULL }
};

bool
measured_name(measured_what *w, const char *name)
{
	static const char *const makers[] = { "osu-", "imb-", "nccl-", "mpi-" };
	char *plain = xstrdup(name), *at = plain;

	for (char *c = plain; *c; c++)
		*c = isalnum((unsigned char)*c) ? (char)tolower((unsigned char)*c) : '-';
	for (size_t i = 0; i < sizeof makers / sizeof *makers; i++)
		if (strncmp(at, makers[i], strlen(makers[i])) == 0)
			at += strlen(makers[i]);
	for (const struct benchmark *b = benchmarks; b->name; b++)
		if (word_place(at, b->called) >= 0) {
			w->benchmark = b->name;
			w->kind = b->kind;
			free(plain);
			return true;
		}
	free(plain);
	return false;
}

/* Hopline's name of an algorithm: PICO marks its own code over point-to-point with a '+'.  NULL when there is none. */
static const char *
algorithm_of(const measured_what *w)
{
	char *name = xstrdup(w->algorithm);
	size_t length = strlen(name);
	const collective *found;
	const char *ours;
	bool chosen;

	if (length > 0 && name[length - 1] == '+')
		name[length - 1] = '\0';
	chosen = w->kind != MEASURED_GROUP || !*name || strcmp(name, "default") == 0;
	for (char *c = name; (c = strchr(c, '_'));)
		*c = '-';
	ours = strcmp(name, "nccl-ring") == 0 ? "ring" : strcmp(name, "nccl-tree") == 0 ? "double-binary-tree" : name;
	found = collective_find(w->benchmark, ours, w->nodes * w->per_node, w->bytes);
	free(name);
	return chosen ? "default" : found ? found->algorithm : NULL;
}

/* A warning about something that many rows may share: once for each text. */
void
measured_warn_once(char *text)
{
	static names said;
	bool added;

	names_add(&said, text, &added);
	if (added)
		warn("%s", text);
	free(text);
}

/* Check that all is said that a prediction needs; false: the row is left out, with a warning. */
static bool
complete(measured_what *w, const char *file, long line, double us)
{
	const char *algorithm;

	if (w->kind != MEASURED_GROUP) {
		w->nodes = w->nodes == 1 ? 1 : 2;
		w->per_node = w->nodes == 1 ? 2 : 1;
	} else if (w->nodes == 0 || w->per_node == 0) {
		die_at(file, line, "on how many nodes this %s ran, and with how many ranks on each, is not said: nodes=N,ranks_per_node=N:FILE says it",
			w->benchmark);
	}
	if (w->kind == MEASURED_PAIR && w->nodes == 2 && w->bytes <= 8 && us < 0.6)
		measured_warn_once(xprintf("%s:%ld: %g us is less than between two nodes of any machine: nodes=1:FILE says that both ranks are on one", file, line, us));
	algorithm = algorithm_of(w);
	if (!algorithm)
		measured_warn_once(xprintf("%s: left out: %s by '%s', which is not predicted", file, w->benchmark, w->algorithm));
	w->algorithm = algorithm;
	return algorithm && (w->kind != MEASURED_GROUP || (w->bytes > 0 && w->nodes * w->per_node > 1));
}

void
measured_add(measurements *m, const measured_what *given, const char *file, long line, double value, double spread)
{
	measured_what w = *given;
	char *series, *key;
	uint32_t of_series, number;
	bool added;
	measured *to;

	if (!complete(&w, file, line, value))
		return;
	series = xprintf("%s %s %u %u %s %s", w.benchmark, w.algorithm, w.nodes, w.per_node, w.place, w.node_list);
	key = xprintf("%s %lld", series, (long long)w.bytes);
	of_series = names_add(&m->series, series, &added);
	number = names_add(&m->key, key, &added);
	free_all(series, key);
	m->row = xgrow(m->row, &m->room, (size_t)number + 1, sizeof *m->row);
	to = &m->row[number];
	if (added) {
		*to = (measured){ .what = w, .file = file, .line = line, .series = of_series };
		m->count++;
	}
	to->run = xgrow(to->run, &to->room, to->runs + 1, sizeof *to->run);
	to->run[to->runs++] = w.kind == MEASURED_FLOW ? (double)w.bytes / value / 1e6 : value / 1e6;
	to->spread = to->runs == 1 ? spread : NAN;
}

void
measurements_close(measurements *m)
{
	if (m->count == 0)
		die(FAIL_DATA, "no measurement that can be predicted");
	for (size_t i = 0; i < m->count; i++) {
		measured *r = &m->row[i];
		double *sorted = xalloc(r->runs, sizeof *sorted);

		memcpy(sorted, r->run, r->runs * sizeof *sorted);
		r->time = stats_of(sorted, r->runs).median;
		free(sorted);
	}
}

double
measurements_noise(const measurements *m)
{
	enum { MIDDLE = 1349 };	/* of a normal distribution, quartile to quartile, in thousandths of its standard deviation */
	value_sample off = { 0 };

	for (size_t i = 0; i < m->count; i++) {
		const measured *r = &m->row[i];

		for (size_t k = 0; k < r->runs && r->runs > 1; k++)
			sample_add(&off, fabs(log(r->run[k] / r->time)), 0);
		if (isfinite(r->spread))
			sample_add(&off, r->spread * MIDDLE / 2000, 0);
	}
	return expm1(sample_stats(&off, false).median);
}
