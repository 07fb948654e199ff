# SPDX-License-Identifier: Apache-2.0
#
# cmake -DFROM=dir -DTO=dir -P copy_changed.cmake
# Copies a directory tree, leaving files alone whose contents are the same already.

file(GLOB_RECURSE paths RELATIVE ${FROM} ${FROM}/*)
foreach(path IN LISTS paths)
  cmake_path(GET path PARENT_PATH dir)
  file(MAKE_DIRECTORY ${TO}/${dir})
  file(COPY_FILE ${FROM}/${path} ${TO}/${path} ONLY_IF_DIFFERENT)
endforeach()
