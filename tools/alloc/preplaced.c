/* residents -- see residents.h. */
#include "alloc/preplaced.h"

#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"

request
read_request(const job_reader *rows, const row *r, const char *argument)
{
	return (request){ .job = cell_text(r, rows->at.job), .nodes = job_nodes(rows, r), .argument = argument, .table = rows->table, .row = r };
}

bool
is_resident(const job_reader *rows, const row *r)
{
	return *cell_text(r, rows->at.node_list) != '\0';
}

void
residents_claim(residents *came, job_reader *rows, const batch *b, const char *argument, tenancy *where)
{
	*came = (residents){ .job = xalloc((size_t)b->rows + 1, sizeof *came->job) };
	job_reader_clear(rows);
	for (int i = 0; i < b->rows; i++) {
		resident *job = &came->job[came->count];

		if (!is_resident(rows, &b->row[i]))
			continue;
		*job = (resident){ .row = i, .request = read_request(rows, &b->row[i], argument) };
		job->node = xalloc(job_read_nodes(rows, b->row, i), sizeof *job->node);
		memcpy(job->node, rows->node.item, rows->node.count * sizeof *job->node);
		occupancy_take(&where->occupancy, job->node, rows->node.count);
		tenancy_settle(where, &job->request, job->node);
		came->count++;
	}
	for (int i = 0; i < came->count; i++)
		tenancy_close(where, &came->job[i].request, came->job[i].node);
}

void
residents_free(residents *came)
{
	for (int i = 0; i < came->count; i++)
		free(came->job[i].node);
	free(came->job);
}
