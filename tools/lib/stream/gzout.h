/* gzout -- a stream that gzips what is written to it. */
#ifndef HOPLINE_LIB_STREAM_GZOUT_H
#define HOPLINE_LIB_STREAM_GZOUT_H

#include <stdio.h>

/* Over this stream, which closes with it.  What cannot be written shows in ferror and fclose, as ever. */
FILE *gzout(FILE *to);

#endif
