# Cross build for 64-bit Arm with Debian's g++-aarch64-linux-gnu; programs run under qemu-aarch64.
# SPDX-License-Identifier: Apache-2.0
#
#   cmake -S . -B build/aarch64 -G Ninja -DCMAKE_TOOLCHAIN_FILE=toolchains/aarch64.cmake
#
# Debian's multiarch puts arm64 libraries into /usr/lib/aarch64-linux-gnu beside the host's, so no sysroot is
# set: the library architecture alone steers find_library and find_package to them.

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)

set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)

# Programs are the host's; headers, libraries and packages must be the target's. The host's own multiarch
# folder is never searched, because CMake adds only the folder named by CMAKE_LIBRARY_ARCHITECTURE.
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)

set(ISOBIT_AARCH64_CPU "max" CACHE STRING "The CPU that qemu-aarch64 emulates when a built program is run")
set(CMAKE_CROSSCOMPILING_EMULATOR "qemu-aarch64;-L;/usr/aarch64-linux-gnu;-cpu;${ISOBIT_AARCH64_CPU}")
