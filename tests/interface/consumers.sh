#!/usr/bin/env bash
# Installs a build and builds three programs against the installed tree: C++ by find_package, C99 by pkg-config, Rust by
# rustc (passed over where rustc is missing). With `subdirectory`, configures isobit as part of another project instead.
# SPDX-License-Identifier: Apache-2.0
#
#   consumers.sh installed BUILD WORK
#   consumers.sh subdirectory SOURCE WORK
set -euo pipefail
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/consumers" && pwd)
mode=$1
shift
if [[ $mode == subdirectory ]]; then
  source=$1 work=$2
  rm -rf "$work"
  # Configuring shows that nothing but the library's own dependencies is asked for; the sources are those of the build
  # under test, so compiling them once more would show nothing new.
  cmake -S "$here/subdirectory" -B "$work" -G Ninja -DISOBIT_SOURCE="$source" \
    -DCMAKE_DISABLE_FIND_PACKAGE_GTest=ON -DCMAKE_DISABLE_FIND_PACKAGE_benchmark=ON -DCMAKE_DISABLE_FIND_PACKAGE_yaml-cpp=ON
  # The program is planned, with the archive that it links.
  ninja -C "$work" -t query consumer >"$work/plan"
  grep -q 'libisobit\.a' "$work/plan"
  echo "configured as a subdirectory"
  exit 0
fi
build=$1 work=$2
rm -rf "$work"
cmake --install "$build" --prefix "$work/root" >"$work.log"
prefix=$work/root

cmake -S "$here/cmake" -B "$work/cmake" -G Ninja -DCMAKE_PREFIX_PATH="$prefix" >>"$work.log"
cmake --build "$work/cmake" >>"$work.log"
"$work/cmake/consumer"

pc=$(dirname "$(find "$prefix" -name isobit.pc)")
flags=$(PKG_CONFIG_PATH=$pc pkg-config --define-variable=prefix="$prefix" --cflags --libs --static isobit)
# shellcheck disable=SC2086  # the flags are words
cc -std=c99 -Wall -Wextra -pedantic-errors -Werror "$here/program.c" $flags -o "$work/c99"
"$work/c99"

if command -v rustc >/dev/null; then
  lib=$(dirname "$(find "$prefix" -name libisobit.a)")
  rustc --edition 2021 -O "$here/program.rs" -L native="$lib" -l static=isobit -l dylib=stdc++ -l dylib=m -o "$work/rust"
  "$work/rust"
else
  echo "rustc is missing: the Rust consumer is passed over"
fi

if [[ -x $prefix/bin/isobit-fkc ]]; then
  "$prefix/bin/isobit-fkc" check "$prefix/share/isobit/contracts"
fi
"$prefix/bin/isobit" list --kernel exp
"$prefix/bin/isobit" verify --kernel add
