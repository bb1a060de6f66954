#include "map/scheduler.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "lib/cli/cli.h"
#include "lib/cli/option-values.h"
#include "lib/hostlist/counted.h"
#include "lib/stream/gzlines.h"
#include "map/hosts.h"

/* The nodes of a job in any form of lib/hostlist/counted.h: the names, each once, with commas between, the caller frees; *tasks: how many
 * tasks each takes, 0 where the text has no counts.  Counts that differ end the tool with exit status 2: a node of ours takes as many as
 * the next. */
static char *
read_nodes(const char *option, const char *text, uint32_t *tasks)
{
	counted_hosts l = hosts_counted(text);
	char *list;

	if (!l.name.count)
		die(FAIL_USAGE, "%s: names no nodes", option);
	for (uint32_t i = 0; i < l.name.count; i++)
		if ((l.counts || !l.commas) && l.tasks[i] != l.tasks[0])
			die(FAIL_USAGE, "%s: '%s' takes %" PRIu32 " tasks and '%s' takes %" PRIu32 "; all must take as many, see --tasks-per-node", option,
				names_at(&l.name, 0), l.tasks[0], names_at(&l.name, i), l.tasks[i]);
	list = counted_list(&l);
	*tasks = l.counts || l.again ? l.tasks[0] : 0;
	if ((l.again && !l.counts && l.commas) || isdigit((unsigned char)*list)) {	/* twins are refused later */
		list = xstrdup(text);
		*tasks = 0;
	}
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

/* The most tasks of a node in such a text, 0: it is none; *nodes: how many it lists, *all: their tasks. */
static uint32_t
most_tasks(const char *text, uint64_t *nodes, uint64_t *all)
{
	const char *at = strncmp(text, "[[", 2) == 0 ? text + 1 : text;
	unsigned tasks, count, most = 0;

	*nodes = *all = 0;
	do {
		at = read_part(at, &tasks, &count);
		if (!at || tasks < 1 || tasks > INT32_MAX || count > INT32_MAX)
			return 0;
		most = tasks > most ? tasks : most;
		*nodes += count;
		*all += (uint64_t)tasks * count;
	} while (*at++ == ',');
	return strcmp(at - 1, *text == '[' ? "]" : "") == 0 && *all < UINT32_MAX ? most : 0;
}

uint32_t
scheduler_tasks(const char *option, const char *text)
{
	uint64_t nodes, all;
	uint32_t most = most_tasks(text, &nodes, &all);

	if (!most)
		return (uint32_t)option_int(option, text, 1, INT32_MAX);
	if (all != most * nodes)
		die(FAIL_USAGE, "%s: '%s': nodes take different numbers of tasks; all must take as many, as 16", option, text);
	return most;
}

/* How many tasks Slurm has on a node at most, and where it has fewer on some how many in all, unless as many as are wanted do not fit. */
static void
slurm_tasks(const char *list, uint32_t wanted, uint32_t *tasks, uint32_t *total)
{
	const char *text = getenv(SLURM_TASKS);
	hostlist h = hosts_read("SLURM_JOB_NODELIST", list);
	uint64_t nodes, all;
	uint32_t most = text ? most_tasks(text, &nodes, &all) : 0;

	if (most) {
		bool equal = all == most * nodes;

		all = equal ? most * (uint64_t)h.count : all;
		*tasks = !wanted || wanted == all ? most : 0;
		*total = *tasks && !equal ? (uint32_t)all : 0;
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
	text = sources[i].command ? answer_of(sources[i].command) : strstr(sources[i].variable, "FILE") ? text_of(value) : xstrdup(value);
	list = read_nodes(sources[i].variable, text, tasks);
	if (strncmp(sources[i].variable, "SLURM", 5) == 0)
		slurm_tasks(list, wanted, tasks, total);
	if (*total)
		warn("the nodes are those of %s, which take at most %" PRIu32 " tasks each, %" PRIu32 " in all; here any of them may get %" PRIu32,
			sources[i].variable, *tasks, *total, *tasks);
	else
		warn(*tasks ? "the nodes are those of %s, which take %" PRIu32 " tasks each" : "the nodes are those of %s", sources[i].variable, *tasks);
	return list;
}

bool
scheduler_numbers(const char *nodes)
{
	return !nodes[strspn(nodes, "0123456789,+- ")];
}

/* Does --nodes name a file?  A word with '/' before no digit does; n1/0*16 is what PBS says.  Numbers of nodes never do. */
static bool
is_file(const char *nodes)
{
	const char *at = strchr(nodes, '/');
	struct stat file;

	if (strcmp(nodes, "-") == 0 || *nodes == '/' || *nodes == '.' || (at && !isdigit((unsigned char)at[1])))
		return true;
	if (scheduler_numbers(nodes) || stat(nodes, &file) != 0 || S_ISDIR(file.st_mode))
		return false;
	warn("--nodes: '%s' is a file, which is read", nodes);
	return true;
}

char *
scheduler_nodes(const char *nodes, uint32_t wanted, uint32_t *tasks, uint32_t *total)
{
	*total = 0;
	if (strcmp(nodes, SCHEDULER) == 0)
		return own_nodes(wanted, tasks, total);
	return read_nodes("--nodes", is_file(nodes) ? text_of(nodes) : xstrdup(nodes), tasks);
}
