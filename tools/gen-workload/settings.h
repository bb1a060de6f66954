/* settings -- options whose values go straight into members of a struct. */
#ifndef HOPLINE_GEN_WORKLOAD_SETTINGS_H
#define HOPLINE_GEN_WORKLOAD_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct setting {
	const char *name;
	const char *value;	/* as --help shows it; NULL: the option has none */
	const char *about;	/* NULL: another name of the option in front */
	/* Put the value into the member; dies when it is no such value.  `option` is "--NAME". */
	void (*read)(void *to, const char *option, const char *arg);
	size_t at;		/* of the member in its struct */
} setting;

/* Cases, or what else is counted from `first` to `last`; last 0: not given. */
typedef struct cases {
	int64_t first, last;
} cases;

/* The ways to read them: */
void set_text(void *to, const char *option, const char *arg);		/* const char * */
void set_flag(void *to, const char *option, const char *arg);		/* bool */
void set_count(void *to, const char *option, const char *arg);	/* int64_t, 1 to 2^31 - 1 */
void set_size(void *to, const char *option, const char *arg);		/* int64_t, bytes from 1 */
void set_time(void *to, const char *option, const char *arg);		/* int64_t, picoseconds from 0 */
void set_span(void *to, const char *option, const char *arg);		/* the same from 1 */
void set_load(void *to, const char *option, const char *arg);		/* double, above 0 to 1 */
void set_cases(void *to, const char *option, const char *arg);	/* cases: N or A-B; N is 1-N */
void set_order(void *to, const char *option, const char *arg);	/* bool: the large jobs come first */

#endif
