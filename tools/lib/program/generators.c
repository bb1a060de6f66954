/* generators -- the table of generators, and programs by their text. */
#include "lib/program/generators.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/cli/choices.h"
#include "lib/cli/cli.h"
#include "lib/program/goal.h"
#include "lib/stream/names.h"

const generator generators[] = {
	{ "allreduce", "every rank gets the sum of all vectors", collective_make, collective_ranks },
	{ "reduce-scatter", "every rank gets its block of the sum of all vectors", collective_make, collective_ranks },
	{ "allgather", "every rank gets the blocks of all", collective_make, collective_ranks },
	{ "alltoall", "every rank sends a block to every other", collective_make, collective_ranks },
	{ "broadcast", "every rank gets the root's vector", collective_make, collective_ranks },
	{ "reduce", "the root gets the sum of all vectors", collective_make, collective_ranks },
	{ "barrier", "no rank goes on before all have come", collective_make, collective_ranks },
	{ "training", "an iteration of training a language model", training_make, training_job_ranks },
	{ 0 }
};

const generator *
generator_find(const char *text)
{
	size_t length = strcspn(text, ":");

	for (const generator *g = generators; g->name; g++)
		if (strlen(g->name) == length && strncmp(g->name, text, length) == 0)
			return g;
	return NULL;
}

/* A file; what looks like a generator and is no file may be a name misspelt. */
static program *
read_file(const program_wish *w)
{
	size_t length = strcspn(w->text, ":/");
	choice_list c = choices_begin(xprintf("%.*s", (int)length, w->text), ", ");

	if (w->text[length] == ':' && access(w->text, F_OK) != 0) {
		for (const generator *g = generators; g->name; g++)
			choices_add(&c, g->name);
		die(w->status, "%s: '%s': neither a file nor a generator; %sknown: %s", w->where, w->text, choices_hint(&c), c.names);
	}
	return goal_read(w->text);
}

/* A file is the same program for every job; a generator may ask how large the job is. */
static const program *
find(const program_wish *w, const generator *g)
{
	static names keys;
	static program **all;
	static size_t room;
	char *key = g ? xprintf("%" PRIu32 " %" PRIu32 " %s", w->tasks, w->nodes, w->text) : xstrdup(w->text);
	bool added;
	uint32_t number = names_add(&keys, key, &added);
	program_wish kept = *w;

	all = xgrow(all, &room, (size_t)number + 1, sizeof *all);
	kept.text = added ? xstrdup(w->text) : w->text;
	if (added)
		all[number] = g ? g->make(&kept) : read_file(&kept);
	free(key);
	return all[number];
}

const program *
program_of(const program_wish *w)
{
	return find(w, generator_find(w->text));
}

uint32_t
program_ranks_of(const program_wish *w)
{
	const generator *g = generator_find(w->text);

	return g ? g->ranks(w) : find(w, NULL)->ranks;
}
