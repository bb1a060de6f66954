#include "gen-workload/log/json-table.h"

#include <stdio.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/json/json.h"

#define OTHERS { "Cluster", "cluster" }, { "User", "user association.user user_name" }, { "Account", "account association.account" }, \
	{ "Partition", "partition" }, { "QOS", "qos" }, { "JobName", "name" }, { "Constraints", "constraints features" }, { "", NULL }

const json_column json_sacct[] = {
	{ "JobID", "job_id" }, { "Submit", "time.submission", JSON_TIME }, { "Start", "time.start", JSON_TIME }, { "End", "time.end", JSON_TIME },
	{ "Timelimit", "time.limit", JSON_MINUTES }, { "State", "state.current" }, { "NNodes", "allocation_nodes tres.allocated.node.count" },
	{ "NCPUS", "tres.allocated.cpu.count required.CPUs" }, { "NodeList", "nodes" }, OTHERS
};
const json_column json_squeue[] = {
	{ "JOBID", "job_id" }, { "SUBMIT_TIME", "submit_time", JSON_TIME }, { "START_TIME", "start_time", JSON_TIME },
	{ "END_TIME", "end_time", JSON_TIME }, { "TIME_LIMIT", "time_limit", JSON_MINUTES }, { "STATE", "job_state" }, { "NODES", "node_count" },
	{ "CPUS", "cpus" }, { "NODELIST", "nodes" }, OTHERS
};
const json_column json_batsim[] = {
	{ "JobID", "id" }, { "Submit", "subtime" }, { "Elapsed", "elapsed" }, { "Timelimit", "walltime" }, { "NNodes", "res" },
	{ "profile", "profile" }, { "", NULL }
};

#ifdef HAVE_JANSSON
enum { DEEPEST = 16 };		/* profiles within profiles */

/* How long a profile of Batsim takes, in seconds: a delay, or a composition of such; -1: that depends on the platform. */
static double
delay_of(json_t *profiles, const char *name, int depth)
{
	json_t *p = name ? json_object_get(profiles, name) : NULL, *parts = json_object_get(p, "seq"), *part, *times = json_find(p, "repeat nb");
	const char *type = json_string_value(json_object_get(p, "type"));
	double all = 0, one;
	size_t i;

	if (type && json_is_number(json_object_get(p, "delay")))
		return json_number_value(json_object_get(p, "delay"));
	if (!type || (strcmp(type, "composed") != 0 && strcmp(type, "sequence") != 0) || depth == DEEPEST || !json_array_size(parts))
		return -1;
	json_array_foreach(parts, i, part) {
		one = delay_of(profiles, json_string_value(part), depth + 1);
		if (one < 0)
			return -1;
		all += one;
	}
	all *= times ? json_number_value(times) : 1;
	json_object_set_new(p, "delay", json_real(all));	/* for whoever asks again */
	return all;
}

/* A job's cell of a column, to be freed. */
static char *
cell_of(json_t *job, const json_column *c)
{
	json_t *value = json_find(job, c->paths);
	char *word = json_word(value);

	if (c->kind == JSON_TIME && strcmp(word, "0") == 0)
		*word = '\0';
	if (c->kind == JSON_MINUTES && *word && strcmp(word, "UNLIMITED") != 0)
		word = xappend(word, ":00");
	for (char *at = word; (at = strpbrk(at, JSON_DELIMITER "\r\n"));)
		*at = ' ';
	return word;
}

static void
write_line(FILE *to, json_t *job, const json_column *c)
{
	for (const json_column *first = c; *c->title; c++) {
		char *cell = job ? cell_of(job, c) : xstrdup(c->title);

		fprintf(to, "%s%s", c == first ? "" : JSON_DELIMITER, cell);
		free(cell);
	}
	putc('\n', to);
}

gzlines *
json_table(gzlines *in, const json_column *columns)
{
	json_reader r = json_open(in);
	json_t *root = json_next(&r), *jobs = json_find(root, "jobs"), *profiles = json_object_get(root, "profiles"), *job;
	size_t length, i;
	char *text;
	FILE *to = xmemory_open(&text, &length);

	if (!json_is_array(json_object_get(root, "jobs")) || (columns == json_batsim) != json_is_object(profiles))
		die_at(r.file, 1, "this JSON is no log of %s: must have \"jobs\": [...]%s", columns == json_batsim ? "Batsim" : "Slurm",
			columns == json_batsim ? " and \"profiles\": {...}" : json_is_object(profiles) ? " alone; --format batsim reads Batsim's" : "");
	jobs = json_object_get(root, "jobs");
	write_line(to, NULL, columns);
	json_array_foreach(jobs, i, job) {
		double delay = delay_of(profiles, json_string_value(json_object_get(job, "profile")), 0);

		if (delay >= 0)
			json_object_set_new(job, "elapsed", json_real(delay));
		write_line(to, job, columns);
	}
	json_decref(root);
	json_close(&r);
	xmemory_close(to);
	return gzlines_of(r.file, text, length, 0);
}
#else
gzlines *
json_table(gzlines *in, const json_column *columns)
{
	(void)columns;
	json_missing(gzlines_name(in));
}
#endif
