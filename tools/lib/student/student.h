/* student -- the 0.975 quantile of Student's t. */
#ifndef HOPLINE_LIB_STUDENT_STUDENT_H
#define HOPLINE_LIB_STUDENT_STUDENT_H

#include <stdint.h>

/* Half of a 95% interval of a mean, in standard errors; at least one degree of freedom. */
double student_975(uint64_t degrees);

#endif
