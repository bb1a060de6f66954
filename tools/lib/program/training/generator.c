/* generator -- programs of training jobs by their text: training:tp=8,pp=4,dp=2,model=gpt3-175b. */
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/program/generators.h"
#include "lib/program/training/training.h"

static training_plan
read(const program_wish *w)
{
	const char *keys = strchr(w->text, ':');
	training_plan p;
	char *wrong = training_read(&p, keys ? keys + 1 : "");

	if (wrong)
		die(w->status, "%s: %s", w->where, wrong);
	return p;
}

program *
training_make(const program_wish *w)
{
	training_plan p = read(w);

	return training_program(&p, w->text);
}

uint32_t
training_job_ranks(const program_wish *w)
{
	training_plan p = read(w);

	return training_ranks(&p);
}
