/* files -- a regular file is known by its device and inode, whatever its name. */
#include "lib/cli/files.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/cli/cli.h"

typedef struct file {
	dev_t device;
	ino_t inode;
	const char *use;
} file;

static file *known;
static size_t files;

/* What the tool does already with that file; NULL: nothing, or it is not a regular one. */
static const char *
use_of(const struct stat *s)
{
	struct stat out;

	if (!S_ISREG(s->st_mode))
		return NULL;
	for (size_t i = 0; i < files; i++)
		if (known[i].device == s->st_dev && known[i].inode == s->st_ino)
			return known[i].use;
	if (fstat(STDOUT_FILENO, &out) == 0 && out.st_dev == s->st_dev && out.st_ino == s->st_ino)
		return "standard output goes there";
	return NULL;
}

static void
add(const struct stat *s, const char *use)
{
	known = xrealloc(known, files + 1, sizeof *known);
	known[files++] = (file){ s->st_dev, s->st_ino, use };
}

void
files_read(const char *path)
{
	static const char input[] = "it is an input";
	bool standard = !path || strcmp(path, "-") == 0;
	const char *use;
	struct stat s;

	if ((standard ? fstat(STDIN_FILENO, &s) : stat(path, &s)) != 0)
		return;		/* who opens it says why */
	use = use_of(&s);
	if (!use)
		add(&s, input);
	else if (use != input)
		die(FAIL_USAGE, "cannot read '%s': %s", standard ? "<stdin>" : path, use);
}

FILE *
files_write(const char *path)
{
	const char *use = strcmp(path, "-") == 0 ? "standard output has the table" : NULL;
	struct stat s;
	FILE *f;

	if (!use && stat(path, &s) == 0)
		use = use_of(&s);
	if (use)
		die(FAIL_USAGE, "cannot write '%s': %s", path, use);
	f = fopen(path, "we");
	if (!f)
		die(FAIL_DATA, "cannot open '%s': %s", path, strerror(errno));
	if (fstat(fileno(f), &s) == 0)
		add(&s, "an output of this run goes there");
	return f;
}
