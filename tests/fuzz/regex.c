/* fuzz: an expression in the first line, texts in the others. */
#include "fuzz/fuzz.h"
#include "lib/regex/regex.h"

void
fuzz_one(const char *text, size_t length)
{
	char *copy = strdup(text), *rest = copy, *line = strsep(&rest, "\n");
	const char *why = NULL;
	size_t offset = 0;
	regex *x = regex_compile(line, length & 1, &offset, &why);

	if (!x) {
		FUZZ_LAW(why && offset <= strlen(line));
		return;
	}
	while ((line = strsep(&rest, "\n")))
		for (int i = 0; regex_find(x, line, &why) && i < regex_groups(x); i++) {
			size_t n = 0;
			const char *held = regex_held(x, i, line, &n);

			FUZZ_LAW(regex_group(x, i) && (!held || (held >= line && held + n <= line + strlen(line))));
		}
	regex_free(x);
}
