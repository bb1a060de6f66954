/* wide -- unsigned whole numbers of 128 bits: no product of two counts overflows them. */
#pragma once

__extension__ typedef unsigned __int128 wide;
