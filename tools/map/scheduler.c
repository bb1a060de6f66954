#include "map/scheduler.h"

#include <ctype.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/cli/option-values.h"
#include "lib/stream/gzlines.h"
#include "lib/stream/names.h"
#include "map/hosts.h"

/* --- the nodes of a job as launchers and batch systems list them
 *
 * Beside a hostlist (n[01-04],n7) these are taken: a line or a word a core, as in PBS_NODEFILE and LSB_HOSTS; a count behind each name,
 * as in LSB_MCPU_HOSTS ("n1 4 n2 4"), in a hostfile of Open MPI ("n1 slots=4"), in one of MPICH ("n1:4") or in PE_HOSTFILE of Grid Engine
 * ("n1 4 all.q@n1 UNDEFINED"); what PBS and LSF say of a job (hostlist_plain); # begins a comment. */

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
	if (l->name.count && (strchr(word, '@') || strcmp(word, "UNDEFINED") == 0 || *word == '<'))	/* of Grid Engine */
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

/* The nodes of a job in any such text: the names, each once, with commas between, the caller frees; *tasks: how many tasks each takes,
 * 0 where the text has no counts.  Counts that differ end the tool with exit status 2: a node of ours takes as many as the next. */
static char *
read_nodes(const char *option, const char *text, uint32_t *tasks)
{
	counted_names l = { 0 };
	char *bare = xstrdup(text), *words, *list = xstrdup("");
	bool commas;	/* between names */

	blank_comments(bare);
	words = hostlist_plain(bare);
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
	free_all(l.tasks, words, bare);
	return list;
}

/* --- which batch system */

/* Where a batch system says which nodes a job has: by a variable's text, by the file that this names, or by what a command answers where
 * the variable is set.  Flux goes first, as it runs within others. */
static const struct { const char *variable, *command; } sources[] = {
	{ "FLUX_URI", "flux hostlist local 2>/dev/null || flux getattr hostlist" }, { "SLURM_JOB_NODELIST", NULL }, { "PBS_NODEFILE", NULL },
	{ "COBALT_NODEFILE", NULL }, { "OAR_NODEFILE", NULL }, { "LSB_MCPU_HOSTS", NULL }, { "LSB_HOSTS", NULL },
	{ "LSB_DJOB_HOSTFILE", NULL }, { "PE_HOSTFILE", NULL },
};

#define SLURM_TASKS "SLURM_TASKS_PER_NODE"

/* All lines of a file. */
static char *
text_of(const char *path)
{
	gzlines *in = gzlines_open(path);
	char *text, *line;
	size_t length;
	FILE *to = xmemory_open(&text, &length);

	while ((line = gzlines_next(in, &length)))
		fprintf(to, "%s\n", line);
	gzlines_close(in);
	xmemory_close(to);
	return text;
}

/* What a command writes. */
static char *
answer_of(const char *command)
{
	char *text = xstrdup(""), part[4096];
	FILE *out = popen(command, "r");

	while (out && fgets(part, sizeof part, out))
		text = xappend(text, "%s", part);
	if (!out || pclose(out) != 0 || !*text)
		die(FAIL_USAGE, "--nodes: '%s' does not say which nodes the job has", command);
	return text;
}

/* Tasks a node, and of how many nodes in a row: Slurm's "16(x4)", Flux's [node,nodes,16,repeats]; where it ends, NULL: it is none. */
static const char *
read_part(const char *at, unsigned *tasks, unsigned *nodes)
{
	unsigned node, repeats;
	int end = 0;

	*nodes = 1;
	if (*at == '[')
		return sscanf(at, "[%u,%u,%u,%u]%n", &node, nodes, tasks, &repeats, &end) == 4 && end ? at + end : NULL;
	if (sscanf(at, "%u(x%u)%n", tasks, nodes, &end) == 2 && end)
		return at + end;
	*nodes = 1;
	return sscanf(at, "%u%n", tasks, &end) == 1 ? at + end : NULL;
}

/* Tasks a node, at least and at most, and on all that are listed. */
typedef struct task_counts {
	unsigned least, most;
	uint64_t all;
} task_counts;

/* False: no text of this kind. */
static bool
count_tasks(const char *text, task_counts *c)
{
	const char *at = strncmp(text, "[[", 2) == 0 ? text + 1 : text;
	unsigned tasks, nodes;

	*c = (task_counts){ UINT_MAX, 0, 0 };
	do {
		at = read_part(at, &tasks, &nodes);
		if (!at || tasks < 1 || tasks > INT32_MAX || nodes > INT32_MAX)
			return false;
		c->least = tasks < c->least ? tasks : c->least;
		c->most = tasks > c->most ? tasks : c->most;
		c->all += (uint64_t)tasks * nodes;
	} while (*at++ == ',');
	return strcmp(at - 1, *text == '[' ? "]" : "") == 0 && c->all < UINT32_MAX;
}

uint32_t
scheduler_tasks(const char *option, const char *text)
{
	task_counts c;

	if (!count_tasks(text, &c))
		return (uint32_t)option_int(option, text, 1, INT32_MAX);
	if (c.least < c.most)
		die(FAIL_USAGE, "%s: '%s': nodes take different numbers of tasks; all must take as many, as 16", option, text);
	return c.most;
}

/* How many tasks Slurm has on a node at most, and where it has fewer on some how many in all, unless as many as are wanted do not fit. */
static void
slurm_tasks(const char *list, uint32_t wanted, uint32_t *tasks, uint32_t *total)
{
	const char *text = getenv(SLURM_TASKS);
	hostlist h = hosts_read("SLURM_JOB_NODELIST", list);
	task_counts c;

	if (text && count_tasks(text, &c)) {
		uint64_t all = c.least == c.most ? c.most * (uint64_t)h.count : c.all;

		*tasks = !wanted || wanted == all ? c.most : 0;
		*total = *tasks && c.least < c.most ? (uint32_t)all : 0;
	}
	hostlist_free(&h);
}

/* The nodes that a batch system names, as text. */
static char *
own_nodes(uint32_t wanted, uint32_t *tasks, uint32_t *total)
{
	const char *value = NULL;
	size_t i = 0, n = sizeof sources / sizeof *sources;
	char *text, *list;

	while (i < n && (!(value = getenv(sources[i].variable)) || !*value))
		i++;
	if (i == n)
		die(FAIL_USAGE, "--nodes: names no nodes, and this is no job of Slurm, PBS, LSF or Flux: none of SLURM_JOB_NODELIST, PBS_NODEFILE, "
			"LSB_HOSTS and FLUX_URI is set");
	text = sources[i].command ? answer_of(sources[i].command) : *value == '/' ? text_of(value) : xstrdup(value);
	list = read_nodes(sources[i].variable, text, tasks);
	if (strncmp(sources[i].variable, "SLURM", 5) == 0)
		slurm_tasks(list, wanted, tasks, total);
	if (*total)
		warn("the nodes are those of %s, which take at most %" PRIu32 " tasks each, %" PRIu32 " in all; here any of them may get %" PRIu32,
			sources[i].variable, *tasks, *total, *tasks);
	else
		warn(*tasks ? "the nodes are those of %s, which take %" PRIu32 " tasks each" : "the nodes are those of %s", sources[i].variable, *tasks);
	free(text);
	return list;
}

char *
scheduler_nodes(const char *nodes, uint32_t wanted, uint32_t *tasks, uint32_t *total)
{
	char *text, *list;

	*total = 0;
	if (strcmp(nodes, SCHEDULER) == 0)
		return own_nodes(wanted, tasks, total);
	text = *nodes == '/' || strncmp(nodes, "./", 2) == 0 ? text_of(nodes) : xstrdup(nodes);
	list = read_nodes("--nodes", text, tasks);
	free(text);
	return list;
}
