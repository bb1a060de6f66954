/* list -- netsim --list: what may be named in options and columns. */
#ifndef HOPLINE_NETSIM_LIST_H
#define HOPLINE_NETSIM_LIST_H

/* Print the list of that name, a line an entry; NULL: all, each under its name.  An unknown name ends the tool with status 2. */
void list_what(const char *name);

#endif
