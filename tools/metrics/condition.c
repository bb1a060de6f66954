/* condition -- comparisons by number where the value is one, by bytes where it is not. */
#include "metrics/condition.h"

#include <float.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/cli/units.h"

struct operator {
	const char *sign;
	bool less, equal, greater;	/* which outcomes of a comparison meet it */
	bool ordered;		/* asks which is greater, so that an absent value cannot meet it */
	bool regex, negated;
};

static const struct operator operators[] = {	/* longer signs first */
	{ "!=", true, false, true, false, false, false },
	{ "!~", false, false, false, false, true, true },
	{ "<=", true, true, false, true, false, false },
	{ ">=", false, true, true, true, false, false },
	{ "==", false, true, false, false, false, false },
	{ "=", false, true, false, false, false, false },
	{ "<", true, false, false, true, false, false },
	{ ">", false, false, true, true, false, false },
	{ "~", false, false, false, false, true, false },
	{ NULL, false, false, false, false, false, false }
};

/* The operator that `text` begins with, or NULL. */
static const struct operator *
find(const char *text)
{
	for (const struct operator *o = operators; o->sign; o++)
		if (strncmp(text, o->sign, strlen(o->sign)) == 0)
			return o;
	return NULL;
}

void
condition_read(condition *c, const char *text)
{
	const char *at = text, *why;
	size_t offset;

	*c = (condition){ 0 };
	while (*at && !(c->operator = find(at)))
		at++;
	if (!c->operator || at == text)
		die(FAIL_USAGE, "--where: '%s': must be COL=VALUE, or with != < <= > >= ~ !~ instead of =", text);
	c->column = xprintf("%.*s", (int)(at - text), text);
	c->value = at + strlen(c->operator->sign);
	c->is_number = read_real(c->value, -DBL_MAX, DBL_MAX, &c->number);
	if (c->operator->ordered && c->value[0] == '\0')
		die(FAIL_USAGE, "--where: '%s': nothing to compare with", text);
	if (!c->operator->regex)
		return;
	c->regex = regex_compile(c->value, false, &offset, &why);
	if (!c->regex)
		die(FAIL_USAGE, "--where: '%s': %s, at offset %zu of the pattern", text, why, offset);
}

/* Negative, 0 or positive as the cell is less than the value, equal or greater. */
static int
compare(const condition *c, const char *cell, const char **why)
{
	int64_t a, b;
	double number;

	if (!c->is_number)
		return strcmp(cell, c->value);
	if (read_int(cell, INT64_MIN, INT64_MAX, &a) && read_int(c->value, INT64_MIN, INT64_MAX, &b))
		return (a > b) - (a < b);	/* exact beyond 2^53 */
	if (read_real(cell, -DBL_MAX, DBL_MAX, &number))
		return (number > c->number) - (number < c->number);
	if (c->operator->ordered)
		*why = "must be a number to be compared with one";
	return 1;	/* whatever it is, it is not equal */
}

bool
condition_met(const condition *c, const char *cell, const char **why)
{
	const struct operator *o = c->operator;
	int order;

	*why = NULL;
	if (o->regex)
		return regex_find(c->regex, cell, why) != o->negated;
	if (o->ordered && cell[0] == '\0')
		return false;
	order = compare(c, cell, why);
	return order < 0 ? o->less : order == 0 ? o->equal : o->greater;
}
