/* hostlist-batch -- hosts as PBS and LSF write them, in one form. */
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/hostlist/hostlist.h"

/* Processors in PBS's "0*16", "0-3,8-11" or "0". */
static unsigned long
processors(const char *at)
{
	const char *times = strchr(at, '*');
	unsigned long all = 0, low;
	char *end;

	if (times)
		return strtoul(times + 1, NULL, 10);
	do {
		low = strtoul(at, &end, 10);
		all += *end == '-' ? strtoul(end + 1, &end, 10) - low + 1 : 1;
		at = end + 1;
	} while (*end == ',');
	return all;
}

char *
hostlist_plain(const char *text)
{
	const bool pbs = strpbrk(text, "/("), lsf = !pbs && strchr(text, '*');
	char *words = xstrdup(text), *rest = words, *word, *plain;

	if (!pbs && !lsf)
		return words;
	plain = xstrdup("");
	while ((word = strsep(&rest, pbs ? "+()\" \t\r\n" : ",:\" \t\r\n"))) {
		size_t digits = strspn(word, "0123456789"), name = strcspn(word, "/:[");
		const char *ncpus = strstr(word, ":ncpus=");
		unsigned long count = ncpus ? strtoul(ncpus + strlen(":ncpus="), NULL, 10) : word[name] == '/' ? processors(word + name + 1) : 1;

		if (lsf && word[digits] == '*')
			plain = xappend(plain, " %s:%.*s", word + digits + 1, (int)digits, word);
		else if (*word)
			plain = xappend(plain, " %.*s:%lu", (int)(pbs ? name : strlen(word)), word, count);
	}
	free(words);
	return plain;
}
