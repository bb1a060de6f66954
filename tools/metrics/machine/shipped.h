/* shipped -- the machines that come with Hopline. */
#pragma once

/* Print them, a line each: the name, and the first sentence of its file. */
void list_shipped(void);
