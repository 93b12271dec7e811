/* The ground layer: nothing here knows of games. One include for all of it. */
#ifndef QIPU_BASE_BASE_H
#define QIPU_BASE_BASE_H

#include "base/arena.h"
#include "base/array.h"
#include "base/buffer.h"
#include "base/date.h"
#include "base/encoder.h"
#include "base/error.h"
#include "base/hash.h"
#include "base/input.h"
#include "base/json.h"
#include "base/lang.h"
#include "base/output.h"
#include "base/parallel.h"
#include "base/paths.h"
#include "base/progress.h"
#include "base/sorting.h"
#include "base/suggest.h"
#include "base/text.h"
#include "base/utf8.h"

#endif
