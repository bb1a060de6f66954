/* run -- the command line as a #run line records it: to be pasted into a shell.
 *
 * An argument is quoted only when it must be.  One with control characters is
 * written as $'...', so that a newline in it cannot end the line. */
#include <stdio.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/cli/private.h"

static const char plain[] =
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_@%+=:,./-";

static bool
has_control(const char *s)
{
	for (; *s; s++)
		if ((unsigned char)*s < ' ' || *s == 0x7f)
			return true;
	return false;
}

/* $'...' of bash, ksh and POSIX 2024 */
static void
write_dollar(FILE *out, const char *s)
{
	fputs("$'", out);
	for (; *s; s++) {
		if (*s == '\n')
			fputs("\\n", out);
		else if (*s == '\t')
			fputs("\\t", out);
		else if ((unsigned char)*s < ' ' || *s == 0x7f)
			fprintf(out, "\\%03o", (unsigned)*s);
		else if (*s == '\'' || *s == '\\')
			fprintf(out, "\\%c", *s);
		else
			fputc(*s, out);
	}
	fputc('\'', out);
}

static void
write_argument(FILE *out, const char *s)
{
	if (*s && !s[strspn(s, plain)]) {
		fputs(s, out);
		return;
	}
	if (has_control(s)) {
		write_dollar(out, s);
		return;
	}
	fputc('\'', out);
	for (; *s; s++) {
		if (*s == '\'')
			fputs("'\\''", out);
		else
			fputc(*s, out);
	}
	fputc('\'', out);
}

char *
run_line(const char *name, int args, char **arg)
{
	size_t word = strcspn(name, " "), length;
	char *text;
	FILE *out = xmemory_open(&text, &length);

	fprintf(out, "%.*s %s%s", (int)word, name, VERSION, name + word);
	for (int i = 0; i < args; i++) {
		fputc(' ', out);
		write_argument(out, arg[i]);
	}
	xmemory_close(out);
	return text;
}
