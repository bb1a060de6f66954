/* regex -- UTF-8 text, compiled to machine code where PCRE2 can do that. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "lib/regex/regex.h"

#include <pcre2.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/ascending.h"
#include "lib/cli/cli.h"

enum { STACK_LEAST = 32 << 10, STACK_MOST = 8 << 20 };

/* Groups of one name: entries of PCRE2's table of names, one behind the other, from the first in the pattern to the last. */
typedef struct named_group {
	const char *name;
	PCRE2_SPTR entry;
	int entries;
	unsigned number;	/* of the first */
} named_group;

struct regex {
	pcre2_code *code;
	pcre2_match_data *match;
	pcre2_match_context *context;
	pcre2_jit_stack *stack;
	bool whole;
	named_group *group;	/* in the order of the pattern */
	int groups;
	uint32_t size;		/* of an entry */
};

static const char *
message(int error)
{
	static char text[256];

	pcre2_get_error_message(error, (PCRE2_UCHAR *)text, sizeof text);
	return text;
}

ASCENDING_BY(by_number, named_group, number)

/* The number of a group: an entry has it in two bytes, and then the name. */
static unsigned
number_of(PCRE2_SPTR entry)
{
	return (unsigned)entry[0] << 8 | entry[1];
}

static void
find_groups(regex *x)
{
	uint32_t entries;
	PCRE2_SPTR entry;

	pcre2_pattern_info(x->code, PCRE2_INFO_NAMECOUNT, &entries);
	pcre2_pattern_info(x->code, PCRE2_INFO_NAMEENTRYSIZE, &x->size);
	pcre2_pattern_info(x->code, PCRE2_INFO_NAMETABLE, &entry);
	x->group = xcalloc((size_t)entries + 1, sizeof *x->group);
	for (uint32_t i = 0; i < entries; i++, entry += x->size) {
		const char *name = (const char *)entry + 2;

		if (x->groups == 0 || strcmp(x->group[x->groups - 1].name, name) != 0)
			x->group[x->groups++] = (named_group){ name, entry, 0, number_of(entry) };
		x->group[x->groups - 1].entries++;
	}
	qsort(x->group, (size_t)x->groups, sizeof *x->group, by_number);
}

regex *
regex_compile(const char *pattern, bool whole, size_t *offset, const char **why)
{
	regex *x = xcalloc(1, sizeof *x);
	int error;
	PCRE2_SIZE at;

	x->whole = whole;
	x->code = pcre2_compile((PCRE2_SPTR)pattern, PCRE2_ZERO_TERMINATED,
		PCRE2_UTF | PCRE2_UCP | PCRE2_MATCH_INVALID_UTF | (whole ? PCRE2_ANCHORED | PCRE2_ENDANCHORED : 0),
		&error, &at, NULL);
	if (!x->code) {
		*offset = at;
		*why = message(error);
		free(x);
		return NULL;
	}
	x->match = pcre2_match_data_create_from_pattern(x->code, NULL);
	x->context = pcre2_match_context_create(NULL);
	if (!x->match || !x->context)
		die(FAIL_DATA, "out of memory");
	/* without a compiler for this processor it fails, and pcre2_match interprets */
	if (pcre2_jit_compile(x->code, PCRE2_JIT_COMPLETE) == 0) {
		x->stack = pcre2_jit_stack_create(STACK_LEAST, STACK_MOST, NULL);
		pcre2_jit_stack_assign(x->context, NULL, x->stack);
	}
	find_groups(x);
	return x;
}

void
regex_free(regex *x)
{
	pcre2_jit_stack_free(x->stack);
	pcre2_match_context_free(x->context);
	pcre2_match_data_free(x->match);
	pcre2_code_free(x->code);
	free_all(x->group, x);
}

bool
regex_find(const regex *x, const char *text, const char **why)
{
	size_t length = strlen(text);
	int found = pcre2_match(x->code, (PCRE2_SPTR)text, length, 0, 0, x->match, x->context);
	const size_t *at = pcre2_get_ovector_pointer(x->match);

	*why = found < 0 && found != PCRE2_ERROR_NOMATCH ? message(found) : NULL;
	if (found < 0)
		return false;
	/* bytes that are no UTF-8 part a text for PCRE2, but not for us */
	return !x->whole || (at[0] == 0 && at[1] == length);
}

int
regex_groups(const regex *x)
{
	return x->groups;
}

const char *
regex_group(const regex *x, int i)
{
	return i < x->groups ? x->group[i].name : NULL;
}

const char *
regex_held(const regex *x, int i, const char *text, size_t *length)
{
	const size_t *at = pcre2_get_ovector_pointer(x->match);
	const named_group *g = &x->group[i];

	for (int k = 0; k < g->entries; k++) {
		const size_t *span = at + (size_t)2 * number_of(g->entry + (size_t)k * x->size);

		if (span[0] == PCRE2_UNSET || span[1] < span[0])
			continue;
		*length = span[1] - span[0];
		return text + span[0];
	}
	return NULL;
}
