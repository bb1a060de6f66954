/* outlet -- whole cases on their way out.
 *
 * Cases go to stdio, and on from there when enough have come together or a moment has passed: so a pipe moves along, a stream of small
 * cases costs few system calls, and what a tool leaves behind when it is killed ends with a whole case (one larger than the buffer
 * excepted). */
#include "lib/stream/outlet.h"

#include <stdint.h>
#include <stdlib.h>

#include "lib/cli/cli.h"
#include "lib/cli/files.h"
#include "lib/cli/progress.h"

enum { STDIO_BUFFER = 1 << 18, ENOUGH = 1 << 16, PAUSE_NS = 50 * 1000 * 1000 };

static char standard_buffer[STDIO_BUFFER];	/* stdout outlives every outlet */

void
outlet_open(outlet *o, const char *path)
{
	*o = (outlet){ .out = stdout };
	if (!path) {
		setvbuf(stdout, standard_buffer, _IOFBF, STDIO_BUFFER);
		return;
	}
	o->path = path;
	o->out = files_write(path);
	o->buffer = xalloc(STDIO_BUFFER, 1);
	setvbuf(o->out, o->buffer, _IOFBF, STDIO_BUFFER);
}

/* Give the operating system what stdio has. */
static void
hand_on(outlet *o)
{
	progress_hide(fileno(o->out));
	if (fflush(o->out) != 0)
		write_failed(o->path);
	o->waiting = 0;
}

static int64_t
nanoseconds(const struct timespec *from, const struct timespec *to)
{
	return (int64_t)(to->tv_sec - from->tv_sec) * 1000000000 + to->tv_nsec - from->tv_nsec;
}

void
outlet_write(outlet *o, const char *text, size_t length)
{
	struct timespec now;

	if (o->waiting + length > STDIO_BUFFER)
		hand_on(o);
	if (length && fwrite(text, 1, length, o->out) != length)
		write_failed(o->path);
	o->waiting += length;
	clock_gettime(CLOCK_MONOTONIC_COARSE, &now);
	if (o->waiting >= ENOUGH || nanoseconds(&o->last, &now) >= PAUSE_NS) {
		hand_on(o);
		o->last = now;
	}
}

void
outlet_close(outlet *o)
{
	hand_on(o);
	if (o->path && fclose(o->out) != 0)
		write_failed(o->path);
	free(o->buffer);
}
