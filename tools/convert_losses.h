/* What forms of `qipu convert` could not hold, told on standard error. */
#ifndef QIPU_TOOLS_CONVERT_LOSSES_H
#define QIPU_TOOLS_CONVERT_LOSSES_H

#include "base/encoder.h"
#include "format/format.h"

void report_xqf_losses(const struct xqf_losses *l);
void report_dhtmlxq_losses(const struct dhtmlxq_losses *l);
/* What the encoding of the output lacks; the first of it is in FILE, or in standard output for
   NULL. */
void report_lost_characters(const struct encoder *e, const char *encoding, const char *file);

#endif
