/* select -- the rows that meet conditions, one in, one out. */
#include "lib/cli/subcommand.h"
#include "metrics/condition.h"
#include "metrics/result.h"

typedef struct conditions {
	condition *of;
	int count;
} conditions;

typedef struct options {
	names columns;
	conditions where;
} options;

static void
read_where(const char *option, const char *text, void *field)
{
	conditions *w = field;

	(void)option;
	w->of = xrealloc(w->of, (size_t)w->count + 1, sizeof *w->of);
	condition_read(&w->of[w->count++], text);
}

/* Whether the row under way meets all conditions; their columns begin at handle `first`. */
static bool
meets(const conditions *w, const input *in, int first)
{
	for (int i = 0; i < w->count; i++) {
		const char *why;
		bool met = condition_met(&w->of[i], input_text(in, first + i), &why);

		if (why)
			input_bad(in, first + i, why);
		if (!met)
			return false;
	}
	return true;
}

static void
run(const cli *c, void *given)
{
	const options *o = given;
	input in;
	result r;
	int written, asked;

	input_open(&in, c->files);
	written = o->columns.count > 0 ? input_want_all(&in, &o->columns) : input_want_every(&in);
	asked = in.wants;
	for (int i = 0; i < o->where.count; i++)
		input_want(&in, o->where.of[i].column);
	result_open(&r, c, NULL);
	result_names(&r, o->columns.count > 0 ? &o->columns : &in.name);
	result_header(&r, input_origin(&in), NULL);
	while (input_next(&in)) {
		if (!meets(&o->where, &in, asked))
			continue;
		for (int i = written; i < asked; i++)
			sink_put(r.sink, i - written, input_text(&in, i));
		sink_row(r.sink, NULL);
		sink_flush(r.sink);
	}
	input_close(&in);
	sink_close(r.sink);
}

static const cli_option known[] = {
	{ "where", "CONDITION", "COL=VALUE, or with != < <= > >=, or ~ and !~ for a regular expression (may be repeated: all must hold)",
		read_where, offsetof(options, where), false },
	{ "columns", "COL[,COL...]", "write these columns only, in this order [all]", names_read, offsetof(options, columns), false },
	{ 0 }
};

const subcommand subcommand_select = { "select", "the rows that meet conditions on their columns",
	"[FILE...]", "Write the rows that meet conditions.",
	.tables_only = true, .options = known, .size = sizeof(options), .run = run };
