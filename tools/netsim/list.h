/* list -- netsim --list: what may be named in options and columns. */
#pragma once

/* Print the list of that name, a line an entry; NULL: all, each under its name.  An unknown name ends the tool with status 2. */
void list_what(const char *name);
