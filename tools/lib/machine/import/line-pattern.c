#include <stdlib.h>

#include "lib/machine/import/fabric.h"

bool
line_match(line_pattern *p, const char *line, char **part)
{
	regmatch_t at[LINE_PARTS];

	if (!p->compiled && regcomp(&p->code, p->text, REG_EXTENDED) != 0)
		die(FAIL_DATA, "out of memory");
	p->compiled = true;
	if (regexec(&p->code, line, LINE_PARTS, at, 0) != 0)
		return false;
	for (int i = 0; part && i < LINE_PARTS; i++)
		part[i] = at[i].rm_so < 0 ? NULL : xprintf("%.*s", (int)(at[i].rm_eo - at[i].rm_so), line + at[i].rm_so);
	return true;
}

void
line_parts_free(char **part)
{
	for (int i = 0; i < LINE_PARTS; i++)
		free(part[i]);
}
