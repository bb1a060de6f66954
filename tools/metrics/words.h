/* words -- a short list of names that the command line gives: columns, policies, files. */
#ifndef HOPLINE_METRICS_WORDS_H
#define HOPLINE_METRICS_WORDS_H

typedef struct words {
	char **word;
	int count;
} words;

/* Append a copy of one word. */
void words_add(words *w, const char *word);

/* Append the words of "A,B,C".  An empty word, or one that is there already,
 * exits 2 and names `option`. */
void words_split(words *w, const char *option, const char *list);

/* The place of a word; -1 when it is not there. */
int words_find(const words *w, const char *word);

#endif
