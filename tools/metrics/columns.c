/* columns -- what the columns of the job table mean, as data/columns.csv says. */

#include "lib/cli/choices.h"
#include "lib/cli/subcommand.h"
#include "lib/machine/spec/spec-source.h"
#include "metrics/result.h"

static void
read_name(void *options, const char *operand)
{
	names_add(options, operand, NULL);
}

/* End where a column is asked for that the file does not have. */
static void
check_names(const char *path, const names *asked)
{
	table *t = table_open(path);
	names known = { 0 };
	row r;

	while (table_next(t, &r))
		names_add(&known, r.cell[0], NULL);
	for (uint32_t i = 0; i < asked->count; i++) {
		choice_list c = choices_begin(names_at(asked, i), ", ");

		if (names_find(&known, c.typed) != UINT32_MAX)
			continue;
		for (uint32_t k = 0; k < known.count; k++)
			choices_add(&c, names_at(&known, k));
		die(FAIL_USAGE, "'%s': no such column; %s'metrics columns' lists them", c.typed, choices_hint(&c));
	}
}

static void
run(const cli *c, void *given)
{
	names *asked = given;
	char *path = shipped("columns.csv");
	result out;
	table *t;
	row r;

	if (!path)
		die(FAIL_DATA, "columns.csv is not where this program was built or installed");
	check_names(path, asked);
	t = table_open(path);
	result_open(&out, c, NULL);
	for (int i = 0; i < t->columns; i++)
		result_column(&out, t->name[i]);
	result_header(&out, t, NULL);
	while (table_next(t, &r)) {
		if (asked->count && names_find(asked, r.cell[0]) == UINT32_MAX)
			continue;
		for (int i = 0; i < t->columns; i++)
			sink_put(out.sink, i, r.cell[i]);
		sink_row(out.sink, NULL);
	}
	sink_close(out.sink);
}

const subcommand subcommand_columns = { "columns", "what the columns of the job table mean, who writes and who reads them",
	"[COLUMN...]", "Say of the columns of the job table, or of those named, what they mean.",
	.tables_only = true, .size = sizeof(names), .read_operand = read_name, .run = run };
