/* words -- short lists, looked up by walking: a command line names few things. */
#include "metrics/words.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"

void
words_add(words *w, const char *word)
{
	w->word = xrealloc(w->word, (size_t)w->count + 1, sizeof *w->word);
	w->word[w->count++] = xstrdup(word);
}

void
words_split(words *w, const char *option, const char *list)
{
	char *copy = xstrdup(list), *rest = copy, *word;

	while ((word = strsep(&rest, ",")) != NULL) {
		if (word[0] == '\0')
			die(FAIL_USAGE, "%s: '%s': a name is empty", option, list);
		if (words_find(w, word) >= 0)
			die(FAIL_USAGE, "%s: '%s': named twice", option, word);
		words_add(w, word);
	}
	free(copy);
}

int
words_find(const words *w, const char *word)
{
	for (int i = 0; i < w->count; i++)
		if (strcmp(w->word[i], word) == 0)
			return i;
	return -1;
}
