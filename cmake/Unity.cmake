# SPDX-License-Identifier: GPL-3.0-or-later
# Whole builds (./run, ./test) compile several sources as one unit: what their headers cost is paid once a unit, and a
# build takes a third of the time. While working on a file it is the other way round, so this is off unless asked for, and
# the preset dev compiles each file by itself, so that each includes what it needs.
option(LANESCOPE_UNITY "Compile several sources as one unit: for whole builds" OFF)
find_program(LANESCOPE_AWK awk)
mark_as_advanced(LANESCOPE_AWK)
if(LANESCOPE_UNITY AND NOT LANESCOPE_AWK)
  message(STATUS "awk is not here: every source is a unit of its own")
endif()

# lanescope_unity(TARGET): its sources of this folder are compiled in units; units.awk says which and in which order.
# Sources with options of their own stay alone.
function(lanescope_unity target)
  if(NOT LANESCOPE_UNITY OR NOT LANESCOPE_AWK)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  set(others ${sources})
  list(FILTER sources INCLUDE REGEX "^[A-Za-z_0-9][^$]*\\.cpp$")
  list(REMOVE_ITEM others ${sources})
  execute_process(COMMAND ${LANESCOPE_AWK} -v most=2000 -v root=${PROJECT_SOURCE_DIR} -f ${PROJECT_SOURCE_DIR}/cmake/units.awk ${sources}
                  WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} OUTPUT_VARIABLE units COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[^\n]+" units "${units}")
  set(ordered)
  foreach(unit IN LISTS units)
    string(REGEX MATCH "^([0-9]+) (.+)$" unit "${unit}")
    set_property(SOURCE ${CMAKE_MATCH_2} PROPERTY UNITY_GROUP ${target}_${CMAKE_MATCH_1})
    list(APPEND ordered ${CMAKE_MATCH_2})
  endforeach()
  # Members of types that are in a source's unnamed namespace: g++ asks whether the file is the main one.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  set_target_properties(${target} PROPERTIES SOURCES "${ordered};${others}" UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()
