/* regex -- matches whole and anywhere, and named groups. */
#include "lib/regex/regex.h"
#include "unit/tap.h"

static regex *
compile(const char *pattern, bool whole)
{
	size_t offset;
	const char *why;

	return regex_compile(pattern, whole, &offset, &why);
}

static bool
finds(const char *pattern, bool whole, const char *text)
{
	regex *x = compile(pattern, whole);
	const char *why;
	bool found = regex_find(x, text, &why);

	regex_free(x);
	return found && !why;
}

/* "NAME=HELD" a group, joined by blanks, a group that took no part without '='. */
static const char *
held(const char *pattern, const char *text)
{
	static char out[400];
	regex *x = compile(pattern, false);
	const char *why;

	out[0] = '\0';
	if (!regex_find(x, text, &why))
		strcpy(out, "no match");
	for (int i = 0; strcmp(out, "no match") != 0 && i < regex_groups(x); i++) {
		size_t n, used = strlen(out);
		const char *s = regex_held(x, i, text, &n);

		snprintf(out + used, sizeof out - used, "%s%s%s%.*s", i ? " " : "", regex_group(x, i), s ? "=" : "",
			s ? (int)n : 0, s ? s : "");
	}
	regex_free(x);
	return out;
}

int
main(void)
{
	size_t offset = 0;
	const char *why = NULL;

	ok1(finds("b+", false, "abbc") && !finds("b+", true, "abbc") && finds("b+", true, "bbb"));
	ok1(finds("", true, "") && !finds("a|ab", true, "abc") && finds("a|ab", true, "ab"));
	ok1(finds("^.$", false, "\xc3\xa9") && finds("\xc3\xa9", true, "\xc3\xa9"));
	ok1(!finds("a", true, "a\xff"));
	ok(!regex_compile("a(b", true, &offset, &why) && offset == 3 && why, "an expression that is none: %s", why);
	is_str(held("(?<z>a)(x)?(?<b>c)?(?<a>.*)", "-aqq"), "z=a b a=qq", "groups are in the order of the pattern");
	is_str(held("(?<n>\\d*);", ";"), "n=", "an empty group took part");
	is_str(held("(?J)(?<n>\\d+)x(?<m>.)|(?<m>.)y(?<n>\\d+)", "qy12"), "n=12 m=q", "a name of several groups: the one that took part");
	is_str(held("(?J)(?<n>\\d+)x(?<m>.)|(?<m>.)y(?<n>\\d+)", "34xp"), "n=34 m=p", "and the other one");
	is_str(held("abc", "xabcx"), "", "no named group");
	is_str(held("(?<n>z)", "xabcx"), "no match", "no match");
	return done_testing();
}
