# find_package(rowlens 1 CONFIG REQUIRED) defines rowlens::rowlens, the shared library, and
# rowlens::static. Both bring the folder of rowlens.h. The 1 is the interface; the version of
# the library, which pkg-config says too, is in rowlens_LIBRARY_VERSION.
set(rowlens_LIBRARY_VERSION "0.1.0")
get_filename_component(_rowlens_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
find_package(Threads REQUIRED)

if(NOT TARGET rowlens::rowlens)
  add_library(rowlens::rowlens SHARED IMPORTED)
  set_target_properties(rowlens::rowlens PROPERTIES
    IMPORTED_LOCATION "${_rowlens_prefix}/lib/librowlens.so.1"
    IMPORTED_SONAME "librowlens.so.1"
    INTERFACE_INCLUDE_DIRECTORIES "${_rowlens_prefix}/include")

  add_library(rowlens::static STATIC IMPORTED)
  set_target_properties(rowlens::static PROPERTIES
    IMPORTED_LOCATION "${_rowlens_prefix}/lib/librowlens.a"
    INTERFACE_LINK_LIBRARIES Threads::Threads
    INTERFACE_INCLUDE_DIRECTORIES "${_rowlens_prefix}/include")
endif()
unset(_rowlens_prefix)
