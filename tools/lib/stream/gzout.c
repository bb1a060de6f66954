#include "lib/stream/gzout.h"

#include <stdlib.h>
#include <unistd.h>
#include <zlib.h>

#include "lib/cli/cli.h"

typedef struct zipped {
	gzFile file;
	FILE *under;
} zipped;

static ssize_t
put(void *cookie, const char *text, size_t length)
{
	const zipped *z = cookie;

	return gzwrite(z->file, text, (unsigned)length);
}

static int
end(void *cookie)
{
	zipped *z = cookie;
	int bad = (gzclose(z->file) != Z_OK) | fclose(z->under);

	free(z);
	return bad ? EOF : 0;
}

FILE *
gzout(FILE *to)
{
	zipped *z = xalloc(1, sizeof *z);
	FILE *out;

	*z = (zipped){ gzdopen(dup(fileno(to)), "wb"), to };
	out = z->file ? fopencookie(z, "w", (cookie_io_functions_t){ .write = put, .close = end }) : NULL;
	if (!out)
		die(FAIL_DATA, "out of memory");
	return out;
}
