/* gunzip -- zlib's own files fill a buffer before they give anything out, so that a program behind a pipe would wait for the next row. */
#include "lib/stream/gunzip.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

#include "lib/cli/cli.h"

enum { ROOM = 1 << 17, ANY_WINDOW = 15, GZIP_ONLY = 16 };

struct gunzip {
	z_stream z;
	char room[ROOM];
	bool within;		/* a member, of which a file may have several */
};

size_t
gunzip_plain(int file, const char *name, char *to, size_t room)
{
	ssize_t got;

	do
		got = read(file, to, room);
	while (got < 0 && errno == EINTR);
	if (got < 0)
		die(FAIL_DATA, "cannot read '%s': %s", name, strerror(errno));
	return (size_t)got;
}

gunzip *
gunzip_open(const char *begin, size_t length)
{
	gunzip *g;

	if (length < 2 || memcmp(begin, "\x1f\x8b", 2) != 0)
		return NULL;
	g = xcalloc(1, sizeof *g);
	memcpy(g->room, begin, length);
	g->z.next_in = (unsigned char *)g->room;
	g->z.avail_in = (unsigned)length;
	if (inflateInit2(&g->z, ANY_WINDOW + GZIP_ONLY) != Z_OK)
		die(FAIL_DATA, "out of memory");
	return g;
}

void
gunzip_close(gunzip *g)
{
	if (g)
		inflateEnd(&g->z);
	free(g);
}

size_t
gunzip_read(gunzip *g, int file, const char *name, char *to, size_t room)
{
	g->z.next_out = (unsigned char *)to;
	g->z.avail_out = (unsigned)room;
	while (g->z.avail_out == room) {
		int status;

		if (g->z.avail_in == 0) {
			g->z.next_in = (unsigned char *)g->room;
			g->z.avail_in = (unsigned)gunzip_plain(file, name, g->room, ROOM);
		}
		if (g->z.avail_in == 0 && g->within)
			die(FAIL_DATA, "cannot read '%s': the gzip file is cut short", name);
		if (g->z.avail_in == 0)
			break;
		g->within = true;
		status = inflate(&g->z, Z_NO_FLUSH);
		if (status == Z_STREAM_END) {
			g->within = false;
			inflateReset(&g->z);
		} else if (status != Z_OK) {
			die(FAIL_DATA, "cannot read '%s': the gzip file is damaged", name);
		}
	}
	return room - g->z.avail_out;
}
