/* preplaced -- see preplaced.h. */
#include "alloc/preplaced.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"

request
read_request(const job_reader *rows, const row *r, const options *o)
{
	return (request){ .job = cell_text(r, rows->at.job), .nodes = job_nodes(rows, r), .policy = o->choice.policy, .argument = o->choice.argument,
		.table = rows->table, .row = r };
}

bool
is_preplaced(const job_reader *rows, const row *r)
{
	return *cell_text(r, rows->at.node_list) != '\0';
}

void
preplaced_read(preplaced *came, job_reader *rows, const batch *b, const options *o, machine_state *where)
{
	*came = (preplaced){ .job = xalloc((size_t)b->rows + 1, sizeof *came->job) };
	job_reader_clear(rows);
	for (int i = 0; i < b->rows; i++) {
		preplaced_job *job = &came->job[came->count];

		if (!is_preplaced(rows, &b->row[i]))
			continue;
		*job = (preplaced_job){ .row = i, .request = read_request(rows, &b->row[i], o) };
		job->node = xalloc(job_read_nodes(rows, b->row, i), sizeof *job->node);
		memcpy(job->node, rows->node.item, rows->node.count * sizeof *job->node);
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
