/* regex -- UTF-8 text, compiled to machine code where PCRE2 can do that. */
#define PCRE2_CODE_UNIT_WIDTH 8
#include "metrics/regex.h"

#include <pcre2.h>
#include <string.h>

#include "lib/cli/cli.h"

enum { STACK_LEAST = 32 << 10, STACK_MOST = 8 << 20 };

struct regex {
	pcre2_code *code;
	pcre2_match_data *match;
	pcre2_match_context *context;
	bool whole;
};

static const char *
message(int error)
{
	static char text[256];

	pcre2_get_error_message(error, (PCRE2_UCHAR *)text, sizeof text);
	return text;
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
		return NULL;
	}
	x->match = pcre2_match_data_create_from_pattern(x->code, NULL);
	x->context = pcre2_match_context_create(NULL);
	if (!x->match || !x->context)
		die(FAIL_DATA, "out of memory");
	/* without a compiler for this processor it fails, and pcre2_match interprets */
	if (pcre2_jit_compile(x->code, PCRE2_JIT_COMPLETE) == 0)
		pcre2_jit_stack_assign(x->context, NULL, pcre2_jit_stack_create(STACK_LEAST, STACK_MOST, NULL));
	return x;
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
