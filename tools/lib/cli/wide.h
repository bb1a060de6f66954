/* wide -- unsigned whole numbers of 128 bits: no product of two counts overflows them. */
#ifndef HOPLINE_LIB_CLI_WIDE_H
#define HOPLINE_LIB_CLI_WIDE_H

__extension__ typedef unsigned __int128 wide;

#endif
