/* gzout -- a stream that gzips what is written to it. */
#pragma once

#include <stdio.h>

/* Over this stream, which closes with it.  What cannot be written shows in ferror and fclose, as ever. */
FILE *gzout(FILE *to);
