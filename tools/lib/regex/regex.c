/* regex -- UTF-8 text, compiled to machine code where PCRE2 can do that. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "lib/regex/regex.h"

#include <pcre2.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/ascending.h"
#include "lib/cli/cli.h"

enum { STACK_LEAST = 32 << 10, STACK_MOST = 8 << 20 };

/* A named group; `next` is another of that name, NULL for the last. */
typedef struct named_group {
	const char *name;
	unsigned number;
	struct named_group *next;
} named_group;

struct regex {
	pcre2_code *code;
	pcre2_match_data *match;
	pcre2_match_context *context;
	pcre2_jit_stack *stack;
	bool whole;
	named_group *group;		/* the first `groups` of them are one a name */
	int groups;
};

static const char *
message(int error)
{
	static char text[256];

	pcre2_get_error_message(error, (PCRE2_UCHAR *)text, sizeof text);
	return text;
}

ASCENDING_BY(by_number, named_group, number)

/* Chain the groups of one name behind the first of them. */
static void
chain(regex *x, int entries)
{
	named_group *sorted = x->group;

	x->group = xcalloc((size_t)entries + 1, sizeof *x->group);
	for (int i = 0, spare = entries; i < entries; i++) {
		named_group *at = x->group, *end = x->group + x->groups;

		while (at < end && strcmp(at->name, sorted[i].name) != 0)
			at++;
		if (at == end) {
			x->group[x->groups++] = sorted[i];
			continue;
		}
		while (at->next)
			at = at->next;
		at->next = &x->group[--spare];
		*at->next = sorted[i];
	}
	free(sorted);
}

/* PCRE2's table of names: entries of one size, the number in two bytes and then the name. */
static void
find_groups(regex *x)
{
	uint32_t entries, size;
	PCRE2_SPTR table;

	pcre2_pattern_info(x->code, PCRE2_INFO_NAMECOUNT, &entries);
	pcre2_pattern_info(x->code, PCRE2_INFO_NAMEENTRYSIZE, &size);
	pcre2_pattern_info(x->code, PCRE2_INFO_NAMETABLE, &table);
	x->group = xcalloc((size_t)entries + 1, sizeof *x->group);
	for (uint32_t i = 0; i < entries; i++, table += size)
		x->group[i] = (named_group){ (const char *)table + 2, (unsigned)table[0] << 8 | table[1], NULL };
	qsort(x->group, entries, sizeof *x->group, by_number);
	chain(x, (int)entries);
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

	for (const named_group *g = &x->group[i]; g; g = g->next) {
		const size_t *span = at + (size_t)2 * g->number;

		if (span[0] == PCRE2_UNSET || span[1] < span[0])
			continue;
		*length = span[1] - span[0];
		return text + span[0];
	}
	return NULL;
}
