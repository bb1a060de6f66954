/* select -- the rows that meet conditions, one in, one out. */
#include <stdlib.h>

#include "metrics/condition.h"
#include "metrics/result.h"
#include "metrics/subcommand.h"

enum { KEY_WHERE = 0x100, KEY_COLUMNS };

typedef struct options {
	cli cli;
	words files, columns;
	condition *where;
	int wheres;
} options;

static error_t
parse(int key, char *arg, struct argp_state *state)
{
	options *o = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &o->cli;
		return 0;
	case KEY_WHERE:
		o->where = xrealloc(o->where, (size_t)o->wheres + 1, sizeof *o->where);
		condition_read(&o->where[o->wheres++], arg);
		return 0;
	case KEY_COLUMNS:
		words_split(&o->columns, "--columns", arg);
		return 0;
	case ARGP_KEY_ARG:
		words_add(&o->files, arg);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

/* Whether the row under way meets all conditions; their columns begin at handle `first`. */
static bool
meets(const options *o, const input *in, int first)
{
	for (int i = 0; i < o->wheres; i++) {
		const char *why;
		bool met = condition_met(&o->where[i], input_text(in, first + i), &why);

		if (why)
			input_bad(in, first + i, why);
		if (!met)
			return false;
	}
	return true;
}

static void
select_rows(const options *o)
{
	input in;
	result r;
	int written, asked;

	input_open(&in, &o->files);
	written = o->columns.count > 0 ? input_want_all(&in, &o->columns) : input_want_every(&in);
	asked = in.wants;
	for (int i = 0; i < o->wheres; i++)
		input_want(&in, o->where[i].column);
	result_open(&r, &o->cli, NULL);
	result_columns(&r, o->columns.count > 0 ? &o->columns : &in.name);
	result_header(&r, &in);
	while (input_next(&in)) {
		if (!meets(o, &in, asked))
			continue;
		for (int i = written; i < asked; i++)
			sink_put(r.sink, i - written, input_text(&in, i));
		sink_row(r.sink, NULL);
		sink_flush(r.sink);
	}
	input_close(&in);
	sink_close(r.sink);
}

static const struct argp_option known[] = {
	{ "where", KEY_WHERE, "CONDITION", 0, "COL=VALUE, or with != < <= > >=, or ~ and !~ for a regular expression (may be repeated: all must hold)", 0 },
	{ "columns", KEY_COLUMNS, "COL[,COL...]", 0, "write these columns only, in this order [all]", 0 },
	{ 0 }
};

static int
run(int argc, char **argv)
{
	const struct argp_child child[] = { { &cli_argp_operands, 0, NULL, 0 }, { 0 } };
	const struct argp parser = { known, parse, "[FILE...]", "Write the rows that meet conditions.", child, NULL, NULL };
	options o = { 0 };

	parse_tables_only("metrics select", &parser, argc, argv, &o.cli, &o);
	select_rows(&o);
	return EXIT_SUCCESS;
}

const subcommand subcommand_select = { "select", "the rows that meet conditions on their columns", run };
