#include "map/scheduler.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/cli/option-values.h"
#include "lib/stream/gzlines.h"
#include "map/hosts.h"

/* Where a batch system says which nodes a job has: by a variable's text, by the file that this names, or by what a command answers where
 * the variable is set.  Flux goes first, as it runs within others. */
static const struct { const char *variable, *command; } sources[] = {
	{ "FLUX_URI", "flux hostlist local 2>/dev/null || flux getattr hostlist" }, { "SLURM_JOB_NODELIST", NULL }, { "PBS_NODEFILE", NULL },
	{ "COBALT_NODEFILE", NULL }, { "OAR_NODEFILE", NULL }, { "LSB_MCPU_HOSTS", NULL }, { "LSB_HOSTS", NULL },
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

/* A number of tasks a node, and of how many nodes in a row: Slurm's "16(x4)", Flux's [node,nodes,16,repeats]; where it ends, NULL: it is
 * none. */
static const char *
read_part(const char *at, unsigned *tasks)
{
	unsigned node, nodes, repeats;
	int end = 0;

	if (*at == '[')
		return sscanf(at, "[%u,%u,%u,%u]%n", &node, &nodes, tasks, &repeats, &end) == 4 && end ? at + end : NULL;
	if (sscanf(at, "%u(x%u)%n", tasks, &nodes, &end) == 2 && end)
		return at + end;
	return sscanf(at, "%u%n", tasks, &end) == 1 ? at + end : NULL;
}

/* Tasks a node, the same on all; 0: they differ; UINT32_MAX: no text of this kind. */
static uint32_t
equal_tasks(const char *text)
{
	const char *at = strncmp(text, "[[", 2) == 0 ? text + 1 : text;
	unsigned first = 0, tasks;

	do {
		at = read_part(at, &tasks);
		if (!at || tasks < 1 || tasks > INT32_MAX)
			return UINT32_MAX;
		if (first && tasks != first)
			return 0;
		first = tasks;
	} while (*at++ == ',');
	return strcmp(at - 1, *text == '[' ? "]" : "") == 0 ? first : UINT32_MAX;
}

uint32_t
scheduler_tasks(const char *option, const char *text)
{
	uint32_t tasks = equal_tasks(text);

	if (tasks == 0)
		die(FAIL_USAGE, "%s: '%s': nodes take different numbers of tasks; all must take as many, as 16", option, text);
	return tasks != UINT32_MAX ? tasks : (uint32_t)option_int(option, text, 1, INT32_MAX);
}

/* The nodes that a batch system names, as text. */
static char *
own_nodes(uint32_t wanted, uint32_t *tasks)
{
	const char *slurm = getenv(SLURM_TASKS), *value = NULL;
	size_t i = 0, n = sizeof sources / sizeof *sources;
	char *text, *list;

	while (i < n && (!(value = getenv(sources[i].variable)) || !*value))
		i++;
	if (i == n)
		die(FAIL_USAGE, "--nodes: names no nodes, and this is no job of Slurm, PBS, LSF or Flux: none of SLURM_JOB_NODELIST, PBS_NODEFILE, "
			"LSB_HOSTS and FLUX_URI is set");
	text = sources[i].command ? answer_of(sources[i].command) : *value == '/' ? text_of(value) : xstrdup(value);
	list = node_text_read(sources[i].variable, text, tasks);
	if (slurm && strncmp(sources[i].variable, "SLURM", 5) == 0) {
		hostlist h = hosts_read(sources[i].variable, list);
		uint32_t each = equal_tasks(slurm);

		if (each && each != UINT32_MAX && (!wanted || wanted == each * (uint64_t)h.count))
			*tasks = each;
		hostlist_free(&h);
	}
	warn(*tasks ? "the nodes are those of %s, which take %" PRIu32 " tasks each" : "the nodes are those of %s", sources[i].variable, *tasks);
	free(text);
	return list;
}

char *
scheduler_nodes(const char *nodes, uint32_t wanted, uint32_t *tasks)
{
	char *text, *list;

	if (strcmp(nodes, SCHEDULER) == 0)
		return own_nodes(wanted, tasks);
	text = *nodes == '/' || strncmp(nodes, "./", 2) == 0 ? text_of(nodes) : xstrdup(nodes);
	list = node_text_read("--nodes", text, tasks);
	free(text);
	return list;
}
