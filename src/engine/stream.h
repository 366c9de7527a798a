// When a loop writes past the caches.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_ENGINE_STREAM_H_
#define ISOBIT_ENGINE_STREAM_H_

#include <cstddef>

namespace isobit {

// A call whose arrays each take more bytes than this uses streaming stores. Set once from the CPU's cache sizes, before
// the first kernel runs; it changes no result.
extern size_t g_stream_bytes;

}  // namespace isobit

#endif  // ISOBIT_ENGINE_STREAM_H_
