# Keeps src/generated and include/isobit/kernels.h in step with contracts/. The list of kernels is needed while CMake
# configures, so this is where it is brought up to date: if a contract is newer than what was generated from it, the tool
# is built for this machine in a folder of its own and run. A fresh clone is in step and builds nothing here.
# SPDX-License-Identifier: Apache-2.0
function(isobit_regenerate)
  file(GLOB_RECURSE contracts CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/contracts/*.fkc.md)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${contracts})
  set(stamp ${PROJECT_BINARY_DIR}/contracts.stamp)
  set(reference ${stamp})
  if(NOT EXISTS ${stamp})
    set(reference ${PROJECT_SOURCE_DIR}/src/generated/contracts.inc)
  endif()
  set(changed)
  foreach(contract IN LISTS contracts)
    # IS_NEWER_THAN holds for equal times and for missing files too, which is why it is asked the other way round.
    if(NOT EXISTS ${reference} OR NOT ${reference} IS_NEWER_THAN ${contract})
      file(RELATIVE_PATH name ${PROJECT_SOURCE_DIR} ${contract})
      list(APPEND changed ${name})
    endif()
  endforeach()
  if(NOT changed)
    return()
  endif()
  if(NOT ISOBIT_BUILD_FKC)
    message(STATUS "Newer than src/generated: ${changed}; not regenerated, since ISOBIT_BUILD_FKC is off")
    return()
  endif()

  message(STATUS "Regenerating from contracts/ (changed: ${changed})")
  set(build ${PROJECT_BINARY_DIR}/fkc-host)
  set(compiler)
  if(NOT CMAKE_CROSSCOMPILING)
    set(compiler -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER})
  endif()
  execute_process(
    COMMAND ${CMAKE_COMMAND} -S ${PROJECT_SOURCE_DIR}/src/fkc -B ${build} -G ${CMAKE_GENERATOR}
            -DCMAKE_BUILD_TYPE=Debug -DCMAKE_MAKE_PROGRAM=${CMAKE_MAKE_PROGRAM} ${compiler}
    OUTPUT_QUIET ERROR_QUIET RESULT_VARIABLE failed)
  if(failed)
    message(WARNING "src/generated is older than ${changed}, and the tool that would renew it cannot be configured "
                    "(is yaml-cpp installed?); it is used as it is")
    return()
  endif()
  execute_process(COMMAND ${CMAKE_COMMAND} --build ${build} --target isobit-fkc --parallel
    OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR "isobit-fkc does not build:\n${output}")
  endif()
  execute_process(
    COMMAND ${build}/isobit-fkc generate --contracts contracts --out .
    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR "contracts/ cannot be used:\n${output}")
  endif()
  file(TOUCH ${stamp})
endfunction()
