/* files -- no output is written over an input, another output or standard output. */
#pragma once

#include <stdio.h>

/* The tool reads `path` (NULL or "-": standard input).  Exit 2 when standard output goes to the same file. */
void files_read(const char *path);

/* Open `path` to be written anew; by then the inputs that the command line names are open.  Exit 2 when it is a regular file that
 * the tool reads, writes already or has as standard output, under whatever name, or "-"; 1 when it cannot be opened. */
FILE *files_write(const char *path);
