// isobit_verify: proves on this machine that every kernel gives the bits that it gives elsewhere. support/verify.cc says
// how.
// SPDX-License-Identifier: Apache-2.0
#include "support/verify.h"

int main(int argc, char** argv) { return isobit_test::VerifyMain(argc, argv); }
