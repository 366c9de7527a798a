/* isobit: SIMD elementwise kernels with the same bits on every CPU.
 *
 * This is the whole C interface, plain C99. Every function may be called from any number of threads at once.
 * No exception and no abort crosses it: a call that is refused returns a status other than ISOBIT_OK, writes
 * nothing, and leaves a sentence that says what was wrong and what was expected in isobit_last_error().
 *
 * Copyright isobit contributors. SPDX-License-Identifier: Apache-2.0
 */
#ifndef ISOBIT_ISOBIT_H_
#define ISOBIT_ISOBIT_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
/* Everything declared here is visible to other objects; the library hides the rest of itself. */
#if defined(__GNUC__)
#pragma GCC visibility push(default)
#endif

#define ISOBIT_VERSION_MAJOR 0
#define ISOBIT_VERSION_MINOR 1
#define ISOBIT_VERSION_PATCH 0
#define ISOBIT_VERSION_STRING "0.1.0"

/* C++ may assume that an enumeration without a fixed type holds no number but its enumerators'; callers of a C interface
 * may pass any, and get a typed error. */
#ifdef __cplusplus
#define ISOBIT_ENUM_INT : int
#else
#define ISOBIT_ENUM_INT
#endif

/* ---- Status ------------------------------------------------------------------------------------------ */

/* What a call reports. Every value other than ISOBIT_OK means that nothing was written. */
typedef enum isobit_status ISOBIT_ENUM_INT {
  ISOBIT_OK = 0,
  ISOBIT_ERROR_NULL_POINTER = 1,       /* a data pointer is null while n > 0, or a required argument is null */
  ISOBIT_ERROR_PARAMETER = 2,          /* a scalar parameter breaks the contract's constraint */
  ISOBIT_ERROR_OVERLAP = 3,            /* the output overlaps an input without being equal to it */
  ISOBIT_ERROR_MISALIGNED = 4,         /* a pointer is not aligned to its element size */
  ISOBIT_ERROR_TOO_LARGE = 5,          /* an element count or byte size overflows the address space */
  ISOBIT_ERROR_UNKNOWN_TARGET = 6,     /* no target has this name */
  ISOBIT_ERROR_UNSUPPORTED_TARGET = 7, /* this CPU, OS or build lacks what the target needs */
  ISOBIT_ERROR_UNKNOWN_KERNEL = 8,     /* no binding has this name */
  ISOBIT_ERROR_DTYPE = 9,              /* a dtype is unknown, not bound, or unlike the other operands' */
  ISOBIT_ERROR_SHAPE = 10,             /* shapes are unlike, or a dimension is negative */
  ISOBIT_ERROR_LAYOUT = 11,            /* a view is strided, broadcast, reversed or offset */
  ISOBIT_ERROR_ARITY = 12,             /* the number of inputs is not the kernel's */
  ISOBIT_ERROR_DEVICE = 13,            /* a tensor is not in CPU memory */
  ISOBIT_ERROR_NO_CANDIDATE = 14,      /* no implementation satisfies the requirement */
  ISOBIT_ERROR_OUT_OF_MEMORY = 15      /* an allocation failed */
} isobit_status;

/* A short, constant name for a status, such as "overlap". Never null, for any value. */
const char* isobit_status_string(isobit_status status);

/* The sentence of the last refusal on this thread, or "" if there was none. Valid until the next isobit call
 * on the same thread. A successful call leaves it as it is. */
const char* isobit_last_error(void);

/* "0.1.0". */
const char* isobit_version(void);

/* ---- Dtypes ------------------------------------------------------------------------------------------ */

/* IEEE binary16 and bfloat16 travel as bit patterns. */
typedef uint16_t isobit_f16;
typedef uint16_t isobit_bf16;

typedef enum isobit_dtype ISOBIT_ENUM_INT {
  ISOBIT_F32 = 0,
  ISOBIT_F64 = 1,
  ISOBIT_BF16 = 2,
  ISOBIT_F16 = 3
} isobit_dtype;

/* "f32", "f64", "bf16", "f16"; null for a value that is no dtype. */
const char* isobit_dtype_name(isobit_dtype dtype);
/* 4, 8, 2, 2 bytes; 0 for a value that is no dtype. */
size_t isobit_dtype_size(isobit_dtype dtype);

/* ---- Targets ----------------------------------------------------------------------------------------- */

/* The names of the targets compiled into this library, best first, ended by a null pointer:
 * "avx3", "avx2", "scalar" on x86-64; "neon", "scalar" on AArch64; "scalar" elsewhere. */
const char* const* isobit_targets(void);

/* The name of the target that calls use now. The first use picks the best one this CPU supports, or the one
 * named by the environment variable ISOBIT_TARGET. If that variable names an unknown or unsupported target, this is
 * "none", every kernel call is refused with a sentence that says what is missing, and only isobit_set_target() helps. */
const char* isobit_target(void);

/* Why isobit_target() is what it is, as a sentence. Valid until the next isobit call on the same thread. */
const char* isobit_target_reason(void);

/* 1 if this CPU, OS and build can run the target, else 0 (an unknown or null name too). */
int isobit_target_supported(const char* name);

/* Makes all later calls of every thread use this target; null goes back to the choice of first use.
 * Errors: ISOBIT_ERROR_UNKNOWN_TARGET, ISOBIT_ERROR_UNSUPPORTED_TARGET (the sentence names what is missing). */
isobit_status isobit_set_target(const char* name);

/* ---- Bindings and their contracts -------------------------------------------------------------------- */

/* How a kernel is called. */
typedef enum isobit_family ISOBIT_ENUM_INT {
  ISOBIT_UNARY = 0,  /* (x, out, n) */
  ISOBIT_BINARY = 1, /* (a, b, out, n) */
  ISOBIT_AFFINE = 2, /* (x, double c, out, n): add_scalar and mul_scalar */
  ISOBIT_CLAMP = 3,  /* (x, double min, double max, out, n) */
  ISOBIT_POWI = 4    /* (x, int32_t exp, out, n) */
} isobit_family;

typedef enum isobit_determinism ISOBIT_ENUM_INT {
  ISOBIT_BITWISE = 0,               /* the same bits on any hardware */
  ISOBIT_SAME_HARDWARE_BITWISE = 1, /* the same bits on the same hardware */
  ISOBIT_NONDETERMINISTIC = 2
} isobit_determinism;

/* What a call is expected to cost, from the cost expressions of its contract; -1 where it leaves a value to
 * measurement. */
typedef struct isobit_cost {
  double flops;        /* floating-point operations, counted as the contract counts them */
  double bytes_moved;  /* bytes read and written once */
  double overhead_ns;  /* fixed cost of a call */
  double host_bytes;   /* host memory the call needs for its result and working space */
  double device_bytes; /* the same on a device; 0 on a CPU */
  double disk_bytes;   /* the same on disk */
} isobit_cost;

/* One (kernel, dtype) with the facts of its contract. Points to constant data that lives as long as the
 * program. struct_size lets later versions add fields at the end. */
typedef struct isobit_binding {
  size_t struct_size;
  const char* name;          /* "isobit_add_f16": the symbol and the link registry's key */
  const char* kernel;        /* "add" */
  const char* op_kind;       /* "AddElementwise" */
  const char* kernel_source; /* "isobit-highway" */
  const char* blurb;         /* one sentence */
  isobit_dtype dtype;
  isobit_family family;
  int inputs;                      /* 1 or 2 */
  double max_ulp;                  /* -1 where the contract gives none */
  double max_relative;             /* -1 where the contract gives none */
  double max_absolute;             /* -1 where the contract gives none */
  int bit_stable_on_same_hardware; /* 0 or 1 */
  int audited;                     /* 0 or 1 */
  isobit_determinism determinism;
  uint64_t revision_hash;
  /* accept.inputs[].layout: 2 required, 1 accepted, 0 rejected or n/a; the same for every input. */
  int contiguous, strided, broadcast_stride0, start_offset, reverse_strides;
  int in_place; /* caps.in_place of the contract; the typed C entries accept out == input besides */
  int alignment_bytes;
  int access_granularity_bits;
  const char* op_params;    /* "None", "Affine", "Clamp", "PowI" */
  const char* cost_class;   /* "cheap_elementwise" */
  const char* fast_paths;   /* comma-separated `when` predicates, "" if none */
  const char* precision_notes;
  /* The cost expressions over n output elements of dtype_bytes bytes; isobit_cost_estimate calls it. */
  void (*cost)(double n, double dtype_bytes, isobit_cost* out);
} isobit_binding;

/* The bindings linked into this program, in the contracts' order, kernel by kernel. */
size_t isobit_binding_count(void);
/* Null if index is out of range. */
const isobit_binding* isobit_binding_at(size_t index);
/* By entry point ("isobit_add_f16"); null if there is none. */
const isobit_binding* isobit_find_binding(const char* name);

/* The contract's cost estimate for one call with n output elements. Errors: ISOBIT_ERROR_NULL_POINTER. */
isobit_status isobit_cost_estimate(const isobit_binding* binding, uint64_t n, isobit_cost* out);

/* A function of any type; cast it to the family's type below before calling. */
typedef void (*isobit_function)(void);
/* The entry point with this name, or null if there is none. */
isobit_function isobit_resolve(const char* name);
/* The function of a binding, or null if the binding is not one of this program's. */
isobit_function isobit_binding_function(const isobit_binding* binding);

typedef isobit_status (*isobit_unary_f32)(const float*, float*, size_t);
typedef isobit_status (*isobit_unary_f64)(const double*, double*, size_t);
typedef isobit_status (*isobit_unary_u16)(const uint16_t*, uint16_t*, size_t);
typedef isobit_status (*isobit_binary_f32)(const float*, const float*, float*, size_t);
typedef isobit_status (*isobit_binary_f64)(const double*, const double*, double*, size_t);
typedef isobit_status (*isobit_binary_u16)(const uint16_t*, const uint16_t*, uint16_t*, size_t);

/* ---- Validated launch -------------------------------------------------------------------------------- */

/* A view of a tensor in CPU memory. Element (i0, i1, ...) is at data + byte_offset + (i0*strides[0] + ...) * size. */
typedef struct isobit_tensor {
  isobit_dtype dtype;
  int32_t rank;           /* 0 or more; rank 0 is one element */
  void* data;             /* may be null where the tensor has no elements; inputs are not written */
  const int64_t* shape;   /* rank lengths; may be null for rank 0 */
  const int64_t* strides; /* rank strides in elements, or null for a contiguous row-major tensor */
  uint64_t byte_offset;   /* of the first element from data */
} isobit_tensor;

typedef enum isobit_op_params ISOBIT_ENUM_INT {
  ISOBIT_PARAMS_NONE = 0,
  ISOBIT_PARAMS_AFFINE = 1, /* x * mul + add: add_scalar takes mul = 1, mul_scalar takes add = 0 */
  ISOBIT_PARAMS_CLAMP = 2,  /* min <= max, both numbers */
  ISOBIT_PARAMS_POWI = 3
} isobit_op_params;

/* The parameters of a launch; only the fields of the variant are read. */
typedef struct isobit_params {
  isobit_op_params variant;
  double mul, add;
  double min, max;
  int32_t exp;
} isobit_params;

/* Runs a kernel on tensors after checking them against its contract: number of inputs, one bound dtype, equal shapes
 * (nothing is broadcast), contiguous row-major views that start at their data (an axis of length 1 may have any
 * stride), element counts that fit, non-null and element-aligned data, an output apart from every input, and
 * parameters within their constraints. The output is written only if every check holds.
 *   name: an entry point ("isobit_add_f16"), or a kernel ("add") to take the dtype from the first input.
 *   inputs: input_count views. params: null for kernels without parameters. output: a view of the result.
 * Errors: one of isobit_status, with a sentence that names the operand, the rule and the values. */
isobit_status isobit_launch(const char* name, const isobit_tensor* inputs, size_t input_count,
                            const isobit_params* params, const isobit_tensor* output);

/* The same for a binding from isobit_binding_at(), isobit_find_binding() or isobit_select(). */
isobit_status isobit_launch_binding(const isobit_binding* binding, const isobit_tensor* inputs, size_t input_count,
                                    const isobit_params* params, const isobit_tensor* output);

/* ---- Providers and selection -------------------------------------------------------------------------- */

/* A second implementation of some kernels, such as libisobit_sleef.a: bindings with their functions, in constant data
 * that lives as long as the program. */
typedef struct isobit_provider {
  size_t struct_size;
  const char* name;
  const isobit_binding* bindings;
  const isobit_function* functions; /* one a binding */
  size_t count;
} isobit_provider;

/* Adds a provider's bindings after those already here; a provider that is here already is left as it is. Errors:
 * ISOBIT_ERROR_NULL_POINTER; ISOBIT_ERROR_PARAMETER for an entry point or a (key, kernel_source) that is taken, or a
 * struct_size that is not this version's; ISOBIT_ERROR_TOO_LARGE for a 17th provider. */
isobit_status isobit_register_provider(const isobit_provider* provider);

/* What a caller needs of an implementation. Zero-initialised, it is content with any. */
typedef struct isobit_requirement {
  int bounded;                 /* 1: the contract must give a max_ulp, at most the next field */
  double max_ulp;              /* read only if bounded */
  int bitwise;                 /* 1: the same bits on any hardware */
  const isobit_params* params; /* null, or parameters that the implementation must accept */
  uint64_t n;                  /* the number of elements that costs are ranked for; 0 counts as 65536 */
  int measured;                /* 1: rank by the time of a call measured now, instead of the contracts' estimates */
} isobit_requirement;

/* Chooses among the bindings at (op_kind, dtype): keeps those that meet the requirement (null: any), then takes the
 * cheapest: by measured time if asked for, else by the contracts' flops, bytes moved and fixed cost, then by the order
 * of registration.
 *   chosen: set to the binding, or to null on error.
 *   why: null, or a buffer of why_size bytes for one line a candidate that says why it was taken or left.
 * Errors: ISOBIT_ERROR_NULL_POINTER, ISOBIT_ERROR_UNKNOWN_KERNEL (no binding has this op_kind), ISOBIT_ERROR_DTYPE,
 * ISOBIT_ERROR_NO_CANDIDATE (the sentence lists what each lacks), ISOBIT_ERROR_OUT_OF_MEMORY (measuring). */
isobit_status isobit_select(const char* op_kind, isobit_dtype dtype, const isobit_requirement* requirement,
                            const isobit_binding** chosen, char* why, size_t why_size);

/* The time in nanoseconds of one call of a binding with n elements on this machine, median of a few dozen calls on
 * ordinary numbers, with the current target. Errors: ISOBIT_ERROR_NULL_POINTER, ISOBIT_ERROR_UNKNOWN_KERNEL (not a
 * binding of this program), ISOBIT_ERROR_TOO_LARGE, ISOBIT_ERROR_OUT_OF_MEMORY. */
isobit_status isobit_measure(const isobit_binding* binding, uint64_t n, double* nanoseconds);

/* ---- The kernels ------------------------------------------------------------------------------------- */

#include "isobit/kernels.h"

#if defined(__GNUC__)
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}  /* extern "C" */
#endif

#endif  /* ISOBIT_ISOBIT_H_ */
