/* claims -- what was measured beside what a paper printed.
 *
 * Whether a claim holds is for the measured table to say: most claims are sentences,
 * and a number alone says nothing of how far off is still near. */
#include <assert.h>
#include <string.h>

#include "lib/cli/subcommand.h"
#include "lib/stream/names.h"
#include "metrics/result.h"

enum { LINE = 100 };		/* characters, --format text */

typedef struct claims_options {
	const char *claims;
	int text;		/* a word of --format */
} claims_options;

/* The claims, in the order of their file. */
typedef struct book {
	names id;
	char **cell;		/* [PRINTED * claim]: where, claim, paper_value */
	size_t room;
} book;

/* A row of the result: id, then what is PRINTED of the claim, then the measured table's other columns, then what was measured. */
enum { ID, WHERE, CLAIM, PAPER_VALUE, EXTRA };
enum { PRINTED = EXTRA - WHERE };

typedef struct column {
	const char *name;
	int handle;		/* of the measured table; -1 for what is printed */
	const char *cell;	/* of the row under way */
} column;

typedef struct claim_columns {
	column *of;
	int count, holds, why;
} claim_columns;

static void
read_claims(book *b, const char *path)
{
	table *t = table_open(path);
	const int at[PRINTED] = { table_need(t, "where"), table_need(t, "claim"), table_need(t, "paper_value") };
	int id = table_need(t, "id");
	row r;

	*b = (book){ 0 };
	while (table_next(t, &r)) {
		bool added;
		size_t first = (size_t)names_add(&b->id, r.cell[id], &added) * PRINTED;

		if (!added)
			table_bad(t, &r, id, "a claim before it has this id");
		b->cell = xgrow(b->cell, &b->room, first + PRINTED, sizeof *b->cell);
		for (int i = 0; i < PRINTED; i++)
			b->cell[first + (size_t)i] = xstrdup(r.cell[at[i]]);
	}
}

static int
add(claim_columns *c, const char *name, int handle)
{
	c->of[c->count] = (column){ .name = name, .handle = handle };
	return c->count++;
}

static void
find_columns(claim_columns *c, input *in)
{
	int every = input_want_every(in);
	names own = { 0 };

	names_read("", "id,measured,holds,why", &own);
	*c = (claim_columns){ .of = xcalloc((size_t)EXTRA + in->name.count + 3, sizeof *c->of) };
	add(c, "id", input_want(in, "id"));
	add(c, "where", -1);
	add(c, "claim", -1);
	add(c, "paper_value", -1);
	for (uint32_t i = 0; i < in->name.count; i++)
		if (names_find(&own, names_at(&in->name, i)) == UINT32_MAX)
			add(c, names_at(&in->name, i), every + (int)i);
	add(c, "measured", input_want(in, "measured"));
	c->holds = add(c, "holds", input_wish(in, "holds", ""));
	c->why = add(c, "why", input_wish(in, "why", ""));
}

/* Fill the cells from the next measured row and its claim. */
static bool
next_row(claim_columns *c, const book *b, input *in)
{
	uint32_t claim;
	const char *holds;

	if (!input_next(in))
		return false;
	for (int i = 0; i < c->count; i++)
		if (c->of[i].handle >= 0)
			c->of[i].cell = input_text(in, c->of[i].handle);
	claim = names_find(&b->id, c->of[ID].cell);
	if (claim == UINT32_MAX)
		input_bad(in, c->of[ID].handle, "no claim has this id");
	assert(b->cell);
	for (int i = 0; i < PRINTED; i++)
		c->of[WHERE + i].cell = b->cell[claim * PRINTED + (uint32_t)i];
	holds = c->of[c->holds].cell;
	if (*holds && strcmp(holds, "yes") != 0 && strcmp(holds, "no") != 0 && strcmp(holds, "partly") != 0)
		input_bad(in, c->of[c->holds].handle, "must be yes, no or partly");
	return true;
}

static void
write_table(claim_columns *c, const book *b, input *in, const cli *common)
{
	result r;

	result_open(&r, common, NULL);
	for (int i = 0; i < c->count; i++)
		result_column(&r, c->of[i].name);
	result_header(&r, input_origin(in), NULL);
	while (next_row(c, b, in)) {
		for (int i = 0; i < c->count; i++)
			sink_put(r.sink, i, c->of[i].cell);
		sink_row(r.sink, NULL);
		sink_flush(r.sink);
	}
	sink_close(r.sink);
}

/* --- a table for people: columns as wide as they need, by characters of UTF-8, the last one wrapped */

typedef struct study_layout {
	int columns;
	char **cell;		/* [cells], row after row, the header first */
	size_t cells, room;
} study_layout;

enum { GAP = 2, LEAST = 24 };	/* characters between columns, and of the last one */

/* Add a cell, which lives on. */
static void
layout_add(study_layout *l, char *text)
{
	l->cell = xgrow(l->cell, &l->room, l->cells + 1, sizeof *l->cell);
	l->cell[l->cells++] = text;
}

static int
characters(const char *text, size_t bytes)
{
	int n = 0;

	for (size_t i = 0; i < bytes; i++)
		n += ((unsigned char)text[i] & 0xc0) != 0x80;
	return n;
}

/* Print whole words, one a line at least; blanks where a line is broken are dropped, and a newline is kept. */
static void
print_wrapped(const char *text, int indent, int width, FILE *out)
{
	int used = 0;

	while (*text) {
		size_t blanks = strspn(text, " "), word = strcspn(text + blanks, " \n");
		int more = characters(text, blanks + word);

		if (word > 0 && (used == 0 || used + more <= width)) {
			fwrite(text, 1, blanks + word, out);
			text += blanks + word;
			used += more;
			continue;
		}
		text += blanks;
		text += word == 0 && *text == '\n';
		used = 0;
		if (*text)
			fprintf(out, "\n%*s", indent, "");
	}
	fputc('\n', out);
}

/* Print in lines of at most `width` characters, unless the columns in front of the last leave it too little.  A newline in a cell of
 * the last column is kept. */
static void
layout_print(const study_layout *l, int width, FILE *out)
{
	int last = l->columns - 1, indent = 0;
	int *wide = xcalloc((size_t)l->columns, sizeof *wide);

	for (size_t i = 0; i < l->cells; i++) {
		int n = characters(l->cell[i], strlen(l->cell[i]));

		if (n > wide[i % (size_t)l->columns])
			wide[i % (size_t)l->columns] = n;
	}
	for (int k = 0; k < last; k++)
		indent += wide[k] + GAP;
	width = width - indent < LEAST ? LEAST : width - indent;
	for (size_t i = 0; i < l->cells; i++) {
		const char *cell = l->cell[i];
		int k = (int)(i % (size_t)l->columns);

		if (k == last)
			print_wrapped(cell, indent, width, out);
		else
			fprintf(out, "%s%*s", cell, wide[k] - characters(cell, strlen(cell)) + GAP, "");
	}
}

/* The header, or the row under way: the claim and the reason, which are sentences, go to the end of a line. */
static void
add_line(study_layout *l, const claim_columns *c, bool header)
{
	const char *why = header ? "" : c->of[c->why].cell;

	for (int i = 0; i < c->why; i++)
		if (i != CLAIM)
			layout_add(l, xstrdup(header ? c->of[i].name : c->of[i].cell));
	layout_add(l, xprintf("%s%s%s", header ? c->of[CLAIM].name : c->of[CLAIM].cell, *why ? "\nwhy: " : "", why));
}

static void
run(const cli *common, void *given)
{
	const claims_options *o = given;
	book b;
	input in;
	claim_columns c;

	read_claims(&b, o->claims);
	input_open(&in, common->files);
	find_columns(&c, &in);
	if (o->text) {
		study_layout l = { .columns = c.why };

		add_line(&l, &c, true);
		while (next_row(&c, &b, &in))
			add_line(&l, &c, false);
		layout_print(&l, LINE, stdout);
	} else {
		write_table(&c, &b, &in, common);
	}
}

static const cli_option known[] = {
	{ "claims", "FILE", "the claims: columns id, where, claim, paper_value", option_text, offsetof(claims_options, claims), true },
	{ "format", "csv|text", "a table for programs, or one for people [csv]", NULL, offsetof(claims_options, text) },
	{ 0 }
};

const subcommand subcommand_claims = { "claims", "what was measured beside what a paper printed",
	"[FILE...]", "Put what was measured beside what is claimed.",
	.tables_only = true, .options = known, .size = sizeof(claims_options), .run = run };
