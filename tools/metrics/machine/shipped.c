/* shipped -- see shipped.h.  A file begins with a comment, whose first sentence says what the machine is. */
#include "metrics/machine/shipped.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/machine/spec/spec-source.h"
#include "lib/stream/gzlines.h"

static int
is_machine(const struct dirent *e)
{
	size_t length = strlen(e->d_name);

	return length > 5 && strcmp(e->d_name + length - 5, ".conf") == 0;
}

/* The first sentence of the comment with which a file begins. */
static char *
first_sentence(const char *path)
{
	gzlines *in = gzlines_open(path);
	char *text = xstrdup(""), *line, *end;
	size_t length;

	while ((line = gzlines_next(in, &length)) && *line == '#' && !strstr(text, ". "))
		text = xappend(text, "%s ", line + 1 + strspn(line + 1, " "));
	gzlines_close(in);
	end = strstr(text, ". ");
	if (end)
		*end = '\0';
	return text;
}

void
list_shipped(void)
{
	char *folder = shipped("machines/");
	struct dirent **file = NULL;
	int files = folder ? scandir(folder, &file, is_machine, alphasort) : -1;

	if (files < 0)
		die(FAIL_DATA, "the folder of machines is not where this program was built or installed");
	for (int i = 0; i < files; i++) {
		const char *name = file[i]->d_name;
		char *path = xprintf("%s%s", folder, name);

		cli_list(xprintf("%.*s", (int)strlen(name) - 5, name), first_sentence(path));
		free(path);
		free(file[i]);
	}
	free_all(file, folder);
}
