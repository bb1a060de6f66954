/* grid -- the cells that a study is to run, checked and named.
 *
 * An id says what a cell is and nothing else: neither the order of the columns nor a
 * column that came later and is empty changes it, so that results are found again. */
#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/subcommand.h"
#include "lib/regex/regex.h"
#include "lib/rng/hash.h"
#include "lib/stream/names.h"
#include "lib/stream/sink.h"
#include "lib/stream/table.h"

enum { ID_TEXT = 16 + 1 };

static const char name_letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

typedef struct grid_options {
	const char *columns;
} grid_options;

typedef struct grid_rule {
	char *values;		/* as the file has it */
	regex *whole;
} grid_rule;

/* The columns that a study declares, and what their cells may be. */
typedef struct rules {
	const char *file;
	names column;
	grid_rule *rule;		/* [column] */
} rules;

/* A column of the grid, the id left out. */
typedef struct grid_field {
	const char *name;
	int column;		/* of the table, and of the result but for the id */
	uint32_t rule;
} grid_field;

typedef struct study_grid {
	rules rules;
	table *table;
	int id;			/* its column, or -1 */
	grid_field *field;		/* in the order of the table */
	grid_field *sorted;		/* by name */
	int fields;
	names ids;		/* of the rows so far */
	long *line;		/* [id]: where it was */
	size_t room;
} study_grid;

/* The file is a table with the columns column, values (a regular expression that a cell must match whole) and meaning (for people). */
static void
rules_read(rules *r, const char *path)
{
	table *t = table_open(path);
	int column = table_need(t, "column"), values = table_need(t, "values");
	row line;

	table_need(t, "meaning");
	*r = (rules){ .file = xstrdup(t->file) };
	while (table_next(t, &line)) {
		const char *name = line.cell[column], *why;
		size_t offset;
		grid_rule *rule;
		bool added;
		uint32_t i;

		if (*name == '\0' || name[strspn(name, name_letters)] != '\0')
			table_bad(t, &line, column, "must be a name of letters, digits and '_'");
		if (strcmp(name, "id") == 0)
			table_bad(t, &line, column, "must not be declared, it is made from the other columns");
		i = names_add(&r->column, name, &added);
		if (!added)
			table_bad(t, &line, column, "is declared twice");
		r->rule = xrealloc(r->rule, (size_t)i + 1, sizeof *r->rule);
		rule = &r->rule[i];
		*rule = (grid_rule){ xstrdup(line.cell[values]), regex_compile(line.cell[values], true, &offset, &why) };
		if (!rule->whole)
			table_bad(t, &line, values, "%s, at offset %zu", why, offset);
	}
}

/* Check a cell of a row by the i-th rule.  Cells are plain text whatever the rules say: shell scripts read grids. */
static void
rules_check(const rules *r, uint32_t i, const table *t, const row *cells, int column)
{
	const char *cell = cells->cell[column], *why;

	assert(r->rule);	/* there is an i-th */
	if (cell[strcspn(cell, ",\"\r\n")] != '\0')
		table_bad(t, cells, column, "must be plain, without comma, quote and line break");
	if (regex_find(r->rule[i].whole, cell, &why))
		return;
	if (why)
		table_bad(t, cells, column, "%s", why);
	table_bad(t, cells, column, "must match '%s'", r->rule[i].values);
}

static int
by_name(const void *a, const void *b)
{
	return strcmp(((const grid_field *)a)->name, ((const grid_field *)b)->name);
}

/* Find the rule of each column, and a column for each rule. */
static void
find_fields(study_grid *g)
{
	const table *t = g->table;
	const row header = { .line = 1 };

	g->id = table_column(t, "id");
	g->field = xalloc((size_t)t->columns, sizeof *g->field);
	g->sorted = xalloc((size_t)t->columns, sizeof *g->sorted);
	for (int i = 0; i < t->columns; i++) {
		uint32_t number = names_find(&g->rules.column, t->name[i]);

		if (i == g->id)
			continue;
		if (number == UINT32_MAX)
			table_bad(t, &header, -1, "%s: %s declares no such column", t->name[i], g->rules.file);
		g->field[g->fields++] = (grid_field){ t->name[i], i, number };
	}
	for (uint32_t i = 0; i < g->rules.column.count; i++)
		table_need(t, names_at(&g->rules.column, i));
	memcpy(g->sorted, g->field, (size_t)g->fields * sizeof *g->field);
	qsort(g->sorted, (size_t)g->fields, sizeof *g->sorted, by_name);
}

/* The hash of the row's set of names and values; an empty cell is no member. */
static void
make_id(const study_grid *g, const row *r, char *id)
{
	uint64_t h = 0;

	for (int i = 0; i < g->fields; i++) {
		const char *value = r->cell[g->sorted[i].column];

		if (*value)
			h = hash_text(hash_text(h, g->sorted[i].name), value);
	}
	snprintf(id, ID_TEXT, "%016" PRIx64, h);
}

/* Hold a line of the result: the header's names or a row's values. */
static void
put_line(const study_grid *g, sink *s, const char *id, char *const *cell)
{
	sink_put(s, 0, id);
	for (int i = 0; i < g->fields; i++)
		sink_put(s, i + 1, cell[g->field[i].column]);
	sink_row(s, NULL);
}

/* The sink holds all lines until the last row has been checked: a grid that is refused leaves nothing behind. */
static void
write_grid(study_grid *g)
{
	sink *s = sink_open(NULL, &(cli){ .bare = true });
	row r;

	sink_own(s, "id");
	for (int i = 0; i < g->fields; i++)
		sink_own(s, g->field[i].name);
	put_line(g, s, "id", g->table->name);
	while (table_next(g->table, &r)) {
		char id[ID_TEXT];
		uint32_t number;
		bool added;

		for (int i = 0; i < g->fields; i++)
			rules_check(&g->rules, g->field[i].rule, g->table, &r, g->field[i].column);
		make_id(g, &r, id);
		if (g->id >= 0 && strcmp(r.cell[g->id], id) != 0)
			table_bad(g->table, &r, g->id, "is not the id of this row, which is '%s'", id);
		number = names_add(&g->ids, id, &added);
		if (!added)
			table_bad(g->table, &r, -1, "id: '%s': the cell of line %ld again", id, g->line[number]);
		g->line = xgrow(g->line, &g->room, (size_t)number + 1, sizeof *g->line);
		g->line[number] = r.line;
		put_line(g, s, id, r.cell);
	}
	sink_close(s);
}

static void
run(const cli *c, void *given)
{
	const grid_options *o = given;
	study_grid g = { .field = NULL };

	rules_read(&g.rules, o->columns);
	g.table = table_open(c->file);
	if (g.table->preambles > 0)
		table_bad(g.table, &(row){ .line = 1 }, -1, "a preamble, where a grid begins with its header");
	find_fields(&g);
	write_grid(&g);
}

static const cli_option known[] = {
	{ "columns", "FILE", "what the study declares: columns column, values (a regular expression), meaning", option_text,
		offsetof(grid_options, columns), true },
	{ 0 }
};

const subcommand subcommand_grid = { "grid", "the cells that a study is to run, checked and named",
	"[GRID]", "Check the cells of a study's grid and give each its id.",
	.tables_only = true, .options = known, .size = sizeof(grid_options), .run = run };
