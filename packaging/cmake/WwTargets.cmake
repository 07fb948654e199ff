# SPDX-License-Identifier: Apache-2.0
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bin)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)

option(WW_WARNINGS_AS_ERRORS "Treat warnings as errors" OFF)
option(WW_FAST_COMPILE "Optimise lightly, for a quick turn-around" OFF)
set(WW_SANITIZE "" CACHE STRING "Sanitizers, as -fsanitize= takes them")

find_program(WW_MOLD mold)
if(WW_MOLD)
  add_link_options(-fuse-ld=mold)
endif()
add_link_options(-Wl,--as-needed)
# The same results with every instruction set: no fused multiply-add behind our back.
add_compile_options(-ffp-contract=off -ffile-prefix-map=${CMAKE_SOURCE_DIR}=.)
if(WW_FAST_COMPILE)
  set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O1 -g1")
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O2")
if(WW_SANITIZE)
  add_compile_options(-fsanitize=${WW_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${WW_SANITIZE})
  add_compile_definitions(WW_SANITIZED=1)
endif()

add_library(ww_options INTERFACE)
target_compile_options(ww_options INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor
  -Wcast-qual -Wunused -Woverloaded-virtual -Wimplicit-fallthrough)
if(WW_WARNINGS_AS_ERRORS)
  target_compile_options(ww_options INTERFACE -Werror)
endif()
# Qt's "emit" breaks TBB, so the keywords are off everywhere.
target_compile_definitions(ww_options INTERFACE QT_NO_KEYWORDS)

# ww_library(NAME SOURCES... [PUBLIC libs] [PRIVATE libs]): one static library per folder.
function(ww_library name)
  cmake_parse_arguments(ARG "" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_include_directories(${name} PUBLIC ${CMAKE_SOURCE_DIR})
  target_link_libraries(${name} PUBLIC ${ARG_PUBLIC} PRIVATE ww_options ${ARG_PRIVATE})
endfunction()

# ww_test(NAME SOURCES... LIBS... LABELS...): one QtTest program, run by ctest.
function(ww_test name)
  cmake_parse_arguments(ARG "" "TIMEOUT" "SOURCES;LIBS;LABELS" ${ARGN})
  if(NOT ARG_TIMEOUT)
    set(ARG_TIMEOUT 120)
  endif()
  add_executable(${name} ${ARG_SOURCES})
  set_target_properties(${name} PROPERTIES AUTOMOC ON RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
  target_link_libraries(${name} PRIVATE ww_options Qt6::Test ${ARG_LIBS})
  add_test(NAME ${name} COMMAND ${name})
  set_tests_properties(${name} PROPERTIES LABELS "${ARG_LABELS}" TIMEOUT ${ARG_TIMEOUT}
    ENVIRONMENT "WW_BIN_DIR=${CMAKE_BINARY_DIR}/bin;WW_SOURCE_DIR=${CMAKE_SOURCE_DIR};WW_BUILD_DIR=${CMAKE_BINARY_DIR};QT_QPA_PLATFORM=offscreen;TZ=UTC;LC_ALL=C.UTF-8")
endfunction()
