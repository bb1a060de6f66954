/* claims -- what was measured beside what a paper printed.
 *
 * Whether a claim holds is for the measured table to say: most claims are sentences,
 * and a number alone says nothing of how far off is still near. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "lib/stream/names.h"
#include "metrics/study/layout.h"
#include "metrics/result.h"
#include "metrics/subcommand.h"

enum { KEY_CLAIMS = 0x100, KEY_FORMAT };
enum { LINE = 100 };		/* characters, --format text */

typedef struct options {
	cli cli;
	words files;
	const char *claims;
	bool text;
} options;

/* The claims, in the order of their file. */
typedef struct book {
	names id;
	words cell;		/* [PRINTED * claim]: where, claim, paper_value */
} book;

/* A row of the result: id, then what is PRINTED of the claim, then the measured
 * table's other columns, then what was measured. */
enum { ID, WHERE, CLAIM, PAPER_VALUE, EXTRA };
enum { PRINTED = EXTRA - WHERE };

typedef struct columns {
	words name;
	int *handle;		/* [name]: of the measured table; unused for what is printed */
	const char **cell;	/* [name]: the row under way */
	int holds, why;
} columns;

static error_t
parse(int key, char *arg, struct argp_state *state)
{
	options *o = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		state->child_inputs[0] = &o->cli;
		return 0;
	case KEY_CLAIMS:
		o->claims = arg;
		return 0;
	case KEY_FORMAT:
		o->text = strcmp(arg, "text") == 0;
		if (!o->text && strcmp(arg, "csv") != 0)
			die(FAIL_USAGE, "--format: '%s': must be csv or text", arg);
		return 0;
	case ARGP_KEY_ARG:
		words_add(&o->files, arg);
		return 0;
	default:
		return ARGP_ERR_UNKNOWN;
	}
}

static const struct argp_option known[] = {
	{ "claims", KEY_CLAIMS, "FILE", 0, "the claims: columns id, where, claim, paper_value", 0 },
	{ "format", KEY_FORMAT, "csv|text", 0, "a table for programs, or one for people [csv]", 0 },
	{ 0 }
};

static void
read_claims(book *b, const char *path)
{
	table *t = table_open(path);
	const int column[PRINTED] = { table_need(t, "where"), table_need(t, "claim"), table_need(t, "paper_value") };
	int id = table_need(t, "id");
	row r;

	*b = (book){ 0 };
	while (table_next(t, &r)) {
		bool added;

		names_add(&b->id, r.cell[id], &added);
		if (!added)
			table_bad(t, &r, id, "a claim before it has this id");
		for (int i = 0; i < PRINTED; i++)
			words_add(&b->cell, r.cell[column[i]]);
	}
	table_close(t);
}

static int
add(columns *c, const char *name, int handle)
{
	c->handle[c->name.count] = handle;
	words_add(&c->name, name);
	return c->name.count - 1;
}

static void
find_columns(columns *c, input *in)
{
	const words own = { (char *[]){ "id", "measured", "holds", "why" }, 4 };
	int every = input_want_every(in), most = EXTRA + in->name.count + own.count;

	*c = (columns){ .handle = xcalloc((size_t)most, sizeof *c->handle) };
	c->cell = xcalloc((size_t)most, sizeof *c->cell);
	add(c, "id", input_want(in, "id"));
	add(c, "where", -1);
	add(c, "claim", -1);
	add(c, "paper_value", -1);
	for (int i = 0; i < in->name.count; i++)
		if (words_find(&own, in->name.word[i]) < 0)
			add(c, in->name.word[i], every + i);
	add(c, "measured", input_want(in, "measured"));
	c->holds = add(c, "holds", input_wish(in, "holds", ""));
	c->why = add(c, "why", input_wish(in, "why", ""));
}

/* Fill c->cell from the next measured row and its claim. */
static bool
next_row(columns *c, const book *b, input *in)
{
	uint32_t claim;
	const char *holds;

	if (!input_next(in))
		return false;
	for (int i = 0; i < c->name.count; i++)
		if (c->handle[i] >= 0)
			c->cell[i] = input_text(in, c->handle[i]);
	claim = names_find(&b->id, c->cell[ID]);
	if (claim == UINT32_MAX)
		input_bad(in, c->handle[ID], "no claim has this id");
	assert(b->cell.word);
	for (int i = 0; i < PRINTED; i++)
		c->cell[WHERE + i] = b->cell.word[claim * PRINTED + (uint32_t)i];
	holds = c->cell[c->holds];
	if (*holds && strcmp(holds, "yes") != 0 && strcmp(holds, "no") != 0 && strcmp(holds, "partly") != 0)
		input_bad(in, c->handle[c->holds], "must be yes, no or partly");
	return true;
}

static void
write_table(columns *c, const book *b, input *in, const cli *common)
{
	result r;

	result_open(&r, common, NULL);
	result_columns(&r, &c->name);
	result_header(&r, in);
	while (next_row(c, b, in)) {
		for (int i = 0; i < c->name.count; i++)
			sink_put(r.sink, i, c->cell[i]);
		sink_row(r.sink, NULL);
		sink_flush(r.sink);
	}
	sink_close(r.sink);
}

/* The claim and the reason, which are sentences, go to the end of a line. */
static void
add_line(layout *l, const columns *c, char *const *cell, const char *why)
{
	char *sentences = xprintf("%s%s%s", cell[CLAIM], *why ? "\nwhy: " : "", why);

	for (int i = 0; i < c->why; i++)
		if (i != CLAIM)
			words_add(&l->cells, cell[i]);
	words_add(&l->cells, sentences);
	free(sentences);
}

static void
write_text(columns *c, const book *b, input *in)
{
	layout l = { .columns = c->why };

	add_line(&l, c, c->name.word, "");
	while (next_row(c, b, in))
		add_line(&l, c, (char *const *)c->cell, c->cell[c->why]);
	layout_print(&l, LINE, stdout);
}

static int
run(int argc, char **argv)
{
	const struct argp_child child[] = { { &cli_argp_operands, 0, NULL, 0 }, { 0 } };
	const struct argp parser = { known, parse, "[FILE...]", "Put what was measured beside what is claimed.", child, NULL, NULL };
	options o = { 0 };
	book b;
	input in;
	columns c;

	parse_tables_only("metrics claims", &parser, argc, argv, &o.cli, &o);
	if (!o.claims)
		die(FAIL_USAGE, "--claims: which file?");
	read_claims(&b, o.claims);
	input_open(&in, &o.files);
	find_columns(&c, &in);
	if (o.text)
		write_text(&c, &b, &in);
	else
		write_table(&c, &b, &in, &o.cli);
	input_close(&in);
	return EXIT_SUCCESS;
}

const subcommand subcommand_claims = { "claims", "what was measured beside what a paper printed", run };
