/* node-text -- the nodes of a job as launchers and batch systems list them.
 *
 * Beside a hostlist (n[01-04],n7) these are taken: a line or a word a core, as in PBS_NODEFILE and LSB_HOSTS; a count behind each name,
 * as in LSB_MCPU_HOSTS ("n1 4 n2 4"), in a hostfile of Open MPI ("n1 slots=4") or in one of MPICH ("n1:4"); # begins a comment. */
#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/stream/names.h"
#include "map/hosts.h"

typedef struct counted_names {
	names name;
	uint32_t *tasks;	/* [name.count], how often each came */
	size_t room;
	uint32_t last;		/* the name that was read last */
	bool counts;		/* some were counted */
	bool again;		/* some came again */
} counted_names;

/* A count of tasks: digits alone; 0: it is none. */
static uint32_t
count_of(const char *text)
{
	size_t digits = strspn(text, "0123456789");

	return digits && digits < 10 && !text[digits] ? (uint32_t)strtoul(text, NULL, 10) : 0;
}

static void
add(counted_names *l, const char *name, uint32_t tasks)
{
	bool added;
	uint32_t i = names_add(&l->name, name, &added);

	l->tasks = xgrow(l->tasks, &l->room, (size_t)i + 1, sizeof *l->tasks);
	l->tasks[i] = added ? tasks : l->tasks[i] + tasks;
	l->last = i;
	l->counts |= tasks > 1;
	l->again |= !added;
}

/* A word that says how many tasks the node before it takes, or may take at most. */
static bool
is_count(counted_names *l, const char *word)
{
	uint32_t n = strncmp(word, "slots=", 6) == 0 ? count_of(word + 6) : count_of(word);

	if (strncmp(word, "max_slots=", 10) == 0 || strncmp(word, "max-slots=", 10) == 0)
		return true;
	if (n == 0 || l->name.count == 0 || isdigit((unsigned char)names_at(&l->name, l->last)[0]))
		return false;
	l->tasks[l->last] += n - 1;
	return l->counts = true;
}

static void
add_word(counted_names *l, char *word)
{
	char *sign = strrchr(word, ':');
	uint32_t n = sign ? count_of(sign + 1) : 0;

	if (is_count(l, word))
		return;
	if (n)
		*sign = '\0';
	add(l, word, n ? n : 1);
}

/* The end of the word at `at`: a comma in brackets is part of it. */
static char *
word_end(char *at)
{
	bool inside = false;

	for (; *at && (inside || !strchr(" \t\r\n,", *at)); at++)
		inside = *at == '[' || (inside && *at != ']');
	return at;
}

static void
read_words(counted_names *l, char *at)
{
	while (*(at += strspn(at, " \t\r\n,"))) {
		char *end = word_end(at), sign = *end;

		*end = '\0';
		add_word(l, at);
		at = end + (sign != '\0');
	}
}

static void
blank_comments(char *at)
{
	while ((at = strchr(at, '#')))
		memset(at, ' ', strcspn(at, "\n"));
}

char *
node_text_read(const char *option, const char *text, uint32_t *tasks)
{
	counted_names l = { 0 };
	char *words = xstrdup(text), *list = xstrdup("");
	bool commas;	/* between names */

	blank_comments(words);
	commas = strchr(words, ',');
	read_words(&l, words);
	for (uint32_t i = 0; i < l.name.count; i++) {
		if ((l.counts || !commas) && l.tasks[i] != l.tasks[0])
			die(FAIL_USAGE, "%s: '%s' takes %" PRIu32 " tasks and '%s' takes %" PRIu32 "; all must take as many, see --tasks-per-node", option,
				names_at(&l.name, 0), l.tasks[0], names_at(&l.name, i), l.tasks[i]);
		list = xappend(list, "%s%s", i ? "," : "", names_at(&l.name, i));
	}
	*tasks = l.counts || l.again ? l.tasks[0] : 0;
	if (!l.name.count || (!l.counts && commas) || isdigit((unsigned char)*list)) {	/* a list whose twins are refused later */
		free(list);
		list = xstrdup(text);
		*tasks = 0;
	}
	names_free(&l.name);
	free_all(l.tasks, words);
	return list;
}
