/* golden -- the place of a function's maximum by golden section (J. Kiefer, "Sequential Minimax Search for a Maximum", 1953). */
#pragma once

typedef double golden_function(void *context, double at);

/* Where f has its maximum between low and high, if it has one there only; the stretch is cut `rounds` times, to 0.618 of it each time. */
double golden_maximum(golden_function *f, void *context, double low, double high, int rounds);
