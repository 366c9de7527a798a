// The program isobit_verify as a function, shared with the command line.
// SPDX-License-Identifier: Apache-2.0
#ifndef ISOBIT_TESTS_SUPPORT_VERIFY_H_
#define ISOBIT_TESTS_SUPPORT_VERIFY_H_

namespace isobit_test {

// Checks the golden hashes; support/verify.cc describes the arguments. Returns the exit status.
int VerifyMain(int argc, char** argv);

}  // namespace isobit_test

#endif  // ISOBIT_TESTS_SUPPORT_VERIFY_H_
