/* gunzip -- a file that is read as it comes, and gunzipped if it is gzipped; private to stream. */
#pragma once

#include <stddef.h>

typedef struct gunzip gunzip;

/* Read what there is of `file`, which messages call `name`, into to[room]: how much, 0 at the end. */
size_t gunzip_plain(int file, const char *name, char *to, size_t room);

/* The reader of a gzip file by the bytes that it begins with, which have been read; NULL: it is none. */
gunzip *gunzip_open(const char *begin, size_t length);
void gunzip_close(gunzip *g);	/* or NULL */

/* As gunzip_plain, what the file says; one that is cut short or damaged ends the tool with exit status 1. */
size_t gunzip_read(gunzip *g, int file, const char *name, char *to, size_t room);
