/* preplaced -- see driver.h. */
#include "alloc/driver.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"

request
read_request(job_row *j, const alloc_options *o)
{
	return (request){ .job = j->name, .nodes = job_read_nodes(j), .policy = o->choice.policy, .argument = o->choice.argument,
		.table = j->from->table, .row = j->row };
}

void
preplaced_read(preplaced *came, job_reader *rows, const batch *b, const alloc_options *o, machine_state *where)
{
	*came = (preplaced){ .job = xalloc((size_t)b->rows + 1, sizeof *came->job) };
	job_reader_clear(rows);
	for (int i = 0; i < b->rows; i++) {
		preplaced_job *job = &came->job[came->count];
		job_row j = job_of(rows, b->id, &b->row[i]);

		if (!j.listed)
			continue;
		*job = (preplaced_job){ .row = i, .request = read_request(&j, o) };
		job->node = xalloc(job_read_node_list(&j), sizeof *job->node);
		memcpy(job->node, j.node->item, j.node->count * sizeof *job->node);
		state_occupy(where, &job->request, job->node);
		came->count++;
	}
	for (int i = 0; i < came->count; i++)
		state_reserve(where, &came->job[i].request, came->job[i].node);
}

void
preplaced_free(preplaced *came)
{
	for (int i = 0; i < came->count; i++)
		free(came->job[i].node);
	free(came->job);
}
