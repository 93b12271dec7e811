/* What forms of `qipu convert` could not hold, told on standard error. */
#ifndef QIPU_TOOLS_CONVERT_LOSSES_H
#define QIPU_TOOLS_CONVERT_LOSSES_H

#include "format/format.h"

void report_xqf_losses(const struct xqf_losses *l);
void report_dhtmlxq_losses(const struct dhtmlxq_losses *l);

#endif
