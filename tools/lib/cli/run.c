/* run -- the command line as a #run line records it: to be pasted into a shell.
 *
 * An argument is quoted only when it must be.  One with control characters is
 * written as $'...', so that a newline in it cannot end the line. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "lib/cli/cli.h"
#include "lib/cli/private.h"

static const char plain[] =
	"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_@%+=:,./-";

static bool
is_control(char c)
{
	return (unsigned char)c < ' ' || c == 0x7f;
}

static void
write_argument(FILE *out, const char *s)
{
	bool plainly = *s && !s[strspn(s, plain)], control = false;

	for (const char *p = s; *p; p++)
		control |= is_control(*p);
	fputs(plainly ? "" : control ? "$'" : "'", out);	/* $'...' of bash, ksh and POSIX 2024 */
	for (; *s; s++)
		if (*s == '\n' || *s == '\t')
			fputs(*s == '\n' ? "\\n" : "\\t", out);
		else if (is_control(*s))
			fprintf(out, "\\%03o", (unsigned)*s);
		else if (*s == '\'' && !control)
			fputs("'\\''", out);
		else
			fprintf(out, "%s%c", control && (*s == '\'' || *s == '\\') ? "\\" : "", *s);
	fputs(plainly ? "" : "'", out);
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
