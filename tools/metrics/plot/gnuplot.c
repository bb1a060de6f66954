/* gnuplot -- its three standard files are files without a name, so that neither side waits for the other. */
#include "metrics/plot/gnuplot.h"

#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/cli/cli.h"

enum { LIMIT_S = 600 };		/* how long a picture may take */
enum { TIMED_OUT = 124, NOT_FOUND = 127 };	/* statuses of timeout(1) */

/* The bytes of the character that a text begins with; 0: that is no UTF-8, or one that XML has not: U+FFFE, U+FFFF. */
static int
character(const unsigned char *s)
{
	static const struct { unsigned char mask, lead; unsigned least; } form[] = {
		{ 0x80, 0x00, 0 }, { 0xe0, 0xc0, 0x80 }, { 0xf0, 0xe0, 0x800 }, { 0xf8, 0xf0, 0x10000 }
	};

	for (int bytes = 1; bytes <= 4; bytes++) {
		unsigned code = s[0] & (unsigned char)~form[bytes - 1].mask;

		if ((s[0] & form[bytes - 1].mask) != form[bytes - 1].lead)
			continue;
		for (int i = 1; i < bytes; i++) {
			if ((s[i] & 0xc0) != 0x80)
				return 0;
			code = code << 6 | (s[i] & 0x3f);
		}
		return code >= form[bytes - 1].least && code <= 0x10ffff && code >> 11 != 0xd800 >> 11 && code >> 1 != 0xfffe >> 1 ? bytes : 0;
	}
	return 0;
}

char *
text_clean(const char *text)
{
	static const char replacement[] = "\357\277\275";	/* U+FFFD */
	const unsigned char *s = (const unsigned char *)text;
	char *clean = xalloc(strlen(text) * (sizeof replacement - 1) + 1, 1), *out = clean;

	while (*s) {
		size_t bytes = (size_t)character(s);

		if (bytes == 0)
			out = stpcpy(out, replacement);
		else if (*s < ' ' || *s == 0x7f)
			*out++ = ' ';
		else
			out = mempcpy(out, s, bytes);
		s += bytes ? bytes : 1;
	}
	*out = '\0';
	return clean;
}

/* A digit has a number too: gnuplot 5.4 would take it for one more of the number in front. */
static void
put_byte(FILE *script, unsigned char byte)
{
	if (byte < 0x80 && (isalpha(byte) || byte == ' '))
		fputc(byte, script);
	else
		fprintf(script, "\\%03o", byte);
}

static void
put_string(FILE *script, const char *text, bool formats)
{
	char *clean = text_clean(text);

	fputc('"', script);
	for (const char *s = clean; *s; s++) {
		put_byte(script, (unsigned char)*s);
		if (formats && *s == '%')
			put_byte(script, '%');
	}
	fputc('"', script);
}

void
gnuplot_text(FILE *script, const char *text)
{
	put_string(script, text, false);
}

void
gnuplot_tick(FILE *script, const char *text)
{
	put_string(script, text, true);
}

/* A file that nobody else sees, on no disk that might be full. */
static FILE *
nameless(void)
{
	int file = memfd_create("gnuplot", 0);
	FILE *f = file < 0 ? NULL : fdopen(file, "w+");

	if (!f)
		die(FAIL_DATA, "cannot make a temporary file: %s", strerror(errno));
	return f;
}

/* All that is in it, and a NUL. */
static char *
contents(FILE *f, size_t *size)
{
	char *text;

	fseek(f, 0, SEEK_END);
	*size = (size_t)ftell(f);
	text = xalloc(*size + 1, 1);
	rewind(f);
	if (fread(text, 1, *size, f) != *size)
		die(FAIL_DATA, "cannot read a temporary file: %s", strerror(errno));
	text[*size] = '\0';
	fclose(f);
	return text;
}

/* Run gnuplot: its exit status. */
static int
run(FILE *in, FILE *out, FILE *err)
{
	char *command = xprintf("exec timeout --foreground %d gnuplot -d - </proc/self/fd/%d >/proc/self/fd/%d 2>/proc/self/fd/%d", LIMIT_S,
		fileno(in), fileno(out), fileno(err));
	int status;

	unsetenv("GNUTERM");	/* the script says what it wants */
	setenv("TZ", "UTC", true);	/* of the date in a PDF file */
	signal(SIGCHLD, SIG_DFL);	/* who has it ignored hears of no child's status */
	status = system(command);
	if (status < 0)
		die(FAIL_DATA, "cannot start gnuplot: %s", strerror(errno));
	if (WIFSIGNALED(status))
		die(FAIL_DATA, "gnuplot was killed by signal %d (%s)", WTERMSIG(status), strsignal(WTERMSIG(status)));
	if (WEXITSTATUS(status) == TIMED_OUT)
		die(FAIL_DATA, "gnuplot took more than %d s, and was killed", LIMIT_S);
	if (WEXITSTATUS(status) == NOT_FOUND)
		die(FAIL_DATA, "gnuplot is not installed, and it draws the picture");
	return WEXITSTATUS(status);
}

char *
gnuplot_draw(const char *script, size_t length, const char *terminal, size_t *size)
{
	FILE *in = nameless(), *out = nameless(), *err = nameless();
	char *drawn, *text, *why, *line;
	int status;

	if (fwrite(script, 1, length, in) != length || fflush(in) != 0)
		die(FAIL_DATA, "cannot write a temporary file: %s", strerror(errno));
	status = run(in, out, err);
	fclose(in);
	/* What it complains of in the end: it repeats the line, points at the place, and says it. */
	text = contents(err, size);
	why = xprintf("exit status %d", status);
	while ((line = strsep(&text, "\n")))
		if (line[strspn(line, " \t")])
			why = line + strspn(line, " \t");
	if (strstr(why, "ambiguous terminal"))
		die(FAIL_DATA, "this gnuplot has no terminal '%s', which draws the picture; Debian's gnuplot-nox has it", terminal);
	if (status != 0)
		die(FAIL_DATA, "gnuplot failed: %s", why);
	drawn = contents(out, size);
	if (*size == 0)
		die(FAIL_DATA, "gnuplot drew nothing: %s", why);
	return drawn;
}
