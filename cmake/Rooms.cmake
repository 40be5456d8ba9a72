# SPDX-License-Identifier: GPL-3.0-or-later
include(Unity)

# One function makes every room (library), so that warnings, include root and the direction of the arrows are the same
# for all. A room sees only what it links.

add_library(lanescope_warnings INTERFACE)
# No contraction: float results must be bit for bit what the PTX says (an fma only where it says fma).
# No -Wrestrict: g++ 12 sees overlaps in std::string's operator+ that are not there (GCC bug 105651).
target_compile_options(lanescope_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Woverloaded-virtual
                                                    $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
                                                    -ffp-contract=off $<$<BOOL:${LANESCOPE_WERROR}>:-Werror>)

# lanescope_quick(TARGET): in a Release build compiled with -O1, which takes two thirds of the time of -O3. For what waits
# for people, files and processes and not for itself: the command line, the window's pages, tests.
function(lanescope_quick target)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
endfunction()

# lanescope_room(NAME [SOURCES file...] [PUBLIC library...] [PRIVATE library...])
function(lanescope_room name)
  cmake_parse_arguments(ROOM "" "" "SOURCES;PUBLIC;PRIVATE" ${ARGN})
  if(ROOM_SOURCES)
    add_library(${name} STATIC ${ROOM_SOURCES})
    target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR})
    target_link_libraries(${name} PUBLIC ${ROOM_PUBLIC} PRIVATE lanescope_warnings ${ROOM_PRIVATE})
    lanescope_unity(${name})
  else()
    add_library(${name} INTERFACE)
    target_include_directories(${name} INTERFACE ${PROJECT_SOURCE_DIR})
    target_link_libraries(${name} INTERFACE ${ROOM_PUBLIC})
  endif()
endfunction()

# lanescope_test(NAME SOURCES file... LINKS library... [LABELS label...] [ENVIRONMENT VAR=value...]): a GoogleTest program
# whose cases ctest lists one by one. Label custom_main: one of the sources has its own main().
function(lanescope_test name)
  cmake_parse_arguments(TEST "" "" "SOURCES;LINKS;LABELS;ENVIRONMENT" ${ARGN})
  add_executable(${name} ${TEST_SOURCES})
  lanescope_unity(${name})
  lanescope_quick(${name})
  target_link_libraries(${name} PRIVATE ${TEST_LINKS} lanescope_warnings GTest::gmock GTest::gtest)
  if(NOT "custom_main" IN_LIST TEST_LABELS)
    target_link_libraries(${name} PRIVATE GTest::gtest_main)
  endif()
  target_compile_definitions(${name} PRIVATE LANESCOPE_SOURCE_DIR="${PROJECT_SOURCE_DIR}"
                                             LANESCOPE_BINARY_DIR="${PROJECT_BINARY_DIR}")
  list(REMOVE_ITEM TEST_LABELS custom_main)
  if(NOT TEST_LABELS)
    set(TEST_LABELS unit)
  endif()
  gtest_discover_tests(${name} DISCOVERY_MODE PRE_TEST TEST_LIST ${name}_TESTS)
  # Its PROPERTIES would take lists apart: of an environment only the first entry would be left.
  set(TEST_ENVIRONMENT LC_ALL=C.UTF-8 TZ=UTC ${TEST_ENVIRONMENT})
  file(CONFIGURE OUTPUT ${name}_properties.cmake @ONLY CONTENT [[
if(@name@_TESTS)
  set_tests_properties(${@name@_TESTS} PROPERTIES LABELS "@TEST_LABELS@" ENVIRONMENT "@TEST_ENVIRONMENT@")
endif()
]])
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${CMAKE_CURRENT_BINARY_DIR}/${name}_properties.cmake)
endfunction()
