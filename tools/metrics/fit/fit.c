/* fit -- a machine file whose keys make predictions fit measurements; or how far a machine's predictions are from them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/ascending.h"
#include "lib/cli/subcommand.h"
#include "metrics/fit/solve.h"
#include "metrics/result.h"

typedef struct fit_options {
	const char *held;
	const char *residuals;
	const char *netsim;
	double limit;
	int64_t skew;		/* ps */
	names keys;
	bool stages;
} fit_options;

enum { DIGITS = 4, WORST = 5 };

/* --- the rows, worst first */

typedef struct by_size {
	size_t row;
	double near;		/* less: how far off it is */
} by_size;

ASCENDING_BY2(worse, by_size, near, row)

static by_size *
worst_first(const fit *f)
{
	by_size *all = xalloc(f->m->count, sizeof *all);

	for (size_t i = 0; i < f->m->count; i++)
		all[i] = (by_size){ i, -fabs(fit_residual(f, i)) };
	qsort(all, f->m->count, sizeof *all, worse);
	return all;
}

static void
write_residuals(const fit *f, const cli *c, const char *path)
{
	result r;
	by_size *all = worst_first(f);

	result_open(&r, c, path);
	result_columns(&r, "benchmark,algorithm,nodes,ranks_per_node,place,bytes,runs,measured_s,predicted_s,error,source");
	sink_note(r.sink, "#median-error %.4g", fit_error(f));
	result_header(&r, NULL, NULL);
	for (size_t i = 0; i < f->m->count; i++) {
		const measured *is = &f->m->row[all[i].row];
		const measured_what *w = &is->what;
		char *source = xprintf("%s:%ld", is->file, is->line);

		sink_put(r.sink, 0, w->benchmark);
		sink_put(r.sink, 1, w->kind == MEASURED_GROUP ? w->algorithm : "");
		sink_put_int(r.sink, 2, w->nodes);
		sink_put_int(r.sink, 3, w->per_node);
		sink_put(r.sink, 4, *w->node_list ? "" : w->place);
		sink_put_int(r.sink, 5, w->bytes);
		sink_put_int(r.sink, 6, (int64_t)is->runs);
		result_real(&r, 7, is->time);
		result_real(&r, 8, f->predicted[all[i].row]);
		result_real(&r, 9, expm1(fit_residual(f, all[i].row)));
		sink_put(r.sink, 10, source);
		sink_row(r.sink, NULL);
		free(source);
	}
	sink_close(r.sink);
}

/* --- the machine file */

static void
write_head(const fit *f, const cli *c, double before)
{
	double noise = measurements_noise(f->m);
	by_size *all = worst_first(f);

	printf("# %s\n# Base: %s. %zu measurements; median error %.3g%%, with the base %.3g%%.\n", c->run, c->machine, f->m->count, 100 * fit_error(f),
		100 * before);
	if (isfinite(noise))
		printf("# Your own runs differ by %.2g%%: nothing predicts better.\n", 100 * noise);
	else
		puts("# One run of each: how far runs differ is not known, so no number has an interval.");
	puts("# Worst:");
	for (size_t i = 0; i < f->m->count && i < WORST; i++) {
		const measured *r = &f->m->row[all[i].row];
		const measured_what *w = &r->what;

		printf("# %+.0f%% %s%s%s of %lld B, %u nodes, %u ranks on each (%s:%ld)\n", 100 * expm1(fit_residual(f, all[i].row)), w->benchmark,
			w->kind == MEASURED_GROUP ? " " : "", w->kind == MEASURED_GROUP ? w->algorithm : "", (long long)w->bytes, w->nodes, w->per_node, r->file,
			r->line);
	}
}

/* What a key's comment says; NULL: nothing. */
static char *
about_number(const fit_number *n)
{
	if (!n->wanted)
		return NULL;
	if (n->fitted && isfinite(n->low) && n->high > n->low)
		return xprintf("measured: %s to %s (95%%)", fit_key_text(n->key, n->key->form == FORM_RATE ? n->high : n->low, DIGITS),
			fit_key_text(n->key, n->key->form == FORM_RATE ? n->low : n->high, DIGITS));
	if (n->fitted)
		return xstrdup(isfinite(n->low) ? "measured: as far as it may go, no interval" : "measured: one run, no interval");
	return n->like ? xprintf("as in the base: what it explains, %s explains", n->like->name) :
		xstrdup("as in the base: these measurements do not tell");
}

static char *
about_key(const fit *f, const char *key, size_t length)
{
	for (size_t i = 0; i < FIT_WORDS; i++)
		if (f->words[i] && strncmp(fit_word_keys[i], key, length) == 0 && fit_word_keys[i][length] == '\0')
			return xstrdup("measured: the choice that fits best");
	for (int j = 0; j < f->numbers; j++)
		for (int k = 0; f->number[j].key->keys[k]; k++)
			if (strncmp(f->number[j].key->keys[k], key, length) == 0 && f->number[j].key->keys[k][length] == '\0')
				return about_number(&f->number[j]);
	return NULL;
}

/* A key a line, each with what is known of it. */
static void
write_machine(const fit *f)
{
	double value[FIT_KEYS];
	char *text, *all, *rest, *pair;

	for (int j = 0; j < f->numbers; j++)
		value[j] = f->number[j].value;
	text = rest = fit_spec(f, value, DIGITS);
	all = xstrdup(text);
	printf("kind = %s\n", strsep(&rest, ":"));
	while ((pair = strsep(&rest, ","))) {
		size_t length = strcspn(pair, "=");
		char *about = about_key(f, pair, length);

		printf("%.*s = %s%s%s\n", (int)length, pair, pair + length + 1, about ? "\t# " : "", about ? about : "");
	}
	for (int j = 0; j < f->numbers; j++) {	/* those that the text has not */
		const fit_number *n = &f->number[j];
		char *about = about_number(n), *key = xprintf("%s=", n->key->keys[0] ? n->key->keys[0] : "");

		if (about && !n->key->keys[0] && n->fitted)
			printf("# %s %s: %s\n", n->key->name, fit_key_text(n->key, n->value, DIGITS), about);
		else if (about && (!n->key->keys[0] || !strstr(all, key)))
			printf("# %s: %s\n", n->key->name, about);
	}
}

static void
judge(fit *f, const cli *c, const fit_options *o)
{
	for (int j = 0; j < f->numbers; j++)
		if (!f->number[j].key->keys[0])
			f->number[j].value = (double)o->skew / 1e12;
	fit_predict(f);
	write_residuals(f, c, NULL);
	if (o->limit > 0 && fit_error(f) > o->limit)
		die(FAIL_DATA, "the median error of %zu rows is %.3g%%, above the limit of %.3g%%", f->m->count, 100 * fit_error(f), 100 * o->limit);
}

/* What collectives took on one node, as a program's `stages` has it. */
static void
write_stages(const measurements *m, const cli *c)
{
	size_t rows = 0;
	result r;

	result_open(&r, c, NULL);
	result_columns(&r, "collective,bytes,us");
	result_header(&r, NULL, NULL);
	for (const measured *is = m->row; is < m->row + m->count; is++) {
		if (is->what.kind != MEASURED_GROUP || is->what.nodes != 1)
			continue;
		rows++;
		sink_put(r.sink, 0, is->what.benchmark);
		sink_put_int(r.sink, 1, is->what.bytes);
		result_real(&r, 2, is->time * 1e6);
		sink_row(r.sink, NULL);
	}
	sink_close(r.sink);
	if (rows == 0)
		die(FAIL_DATA, "--stages: no collective was measured on one node; nodes=1,ranks_per_node=N:FILE says that one was");
}

static void
run(const cli *c, void *given)
{
	fit_options *o = given;
	machine *base = o->stages ? NULL : machine_of(c, NULL);
	measurements m = { 0 };
	double before;
	fit f;

	if (o->held && c->files && *c->files)
		die(FAIL_USAGE, "--held judges without fitting: '%s': there must be no operand", *c->files);
	if (o->held || !c->files || !*c->files)
		measurements_read(&m, o->held);
	for (char **file = c->files; !o->held && file && *file; file++)
		measurements_read(&m, *file);
	measurements_close(&m);
	if (o->stages) {
		write_stages(&m, c);
		return;
	}
	fit_open(&f, &m, base, o->netsim, &o->keys, c->seed);
	if (o->held) {
		judge(&f, c, o);
	} else {
		fit_predict(&f);
		before = fit_error(&f);
		fit_solve(&f);
		if (isfinite(measurements_noise(&m)))
			fit_intervals(&f, c->seed);
		if (o->residuals)
			write_residuals(&f, c, o->residuals);
		write_head(&f, c, before);
		write_machine(&f);
	}
}

static const cli_option known[] = {
	{ "held", "FILE", "judge the machine by these measurements, without fitting: write a row for each, the worst first", option_text,
		offsetof(fit_options, held) },
	{ "keys", "KEY[,KEY...]", "fit these only: overhead stands for send-overhead and recv-overhead [all that are told]", names_read,
		offsetof(fit_options, keys) },
	{ "limit", "SHARE", "with --held: exit 1 when the median error is above this", option_share, offsetof(fit_options, limit) },
	{ "netsim", "COMMAND", "the filter that predicts [netsim]", option_command, offsetof(fit_options, netsim) },
	{ "residuals", "FILE", "write what is measured and predicted, a row each, the worst first", option_text, offsetof(fit_options, residuals) },
	{ "skew", "TIME", "with --held: what the times of collectives hold of the barrier before each [0s]", option_time, offsetof(fit_options, skew) },
	{ "stages", NULL, "fit nothing: write what collectives took on one node, as the key stages of a collective reads it", option_flag,
		offsetof(fit_options, stages) },
	{ 0 }
};

static const cli_rule rules[] = {
	{ "limit skew", "held", NULL, "--%s is for --held" },
	{ "stages", NULL, "held keys residuals", "--stages fits nothing: without --held, --keys and --residuals" },
	{ "held", NULL, "keys residuals", "--held fits nothing: without --keys and --residuals" },
	{ 0 }
};

static const fit_options defaults = { .netsim = "netsim" };

const subcommand subcommand_fit = { "fit", "a machine file from measurements of its messages",
	"[[KEY=VALUE,...:]MEASUREMENTS...]", "Fit keys of a machine to what benchmarks measured on it.",
	.options = known, .rules = rules, .size = sizeof(fit_options), .defaults = &defaults, .run = run };
