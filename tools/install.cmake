# What `cmake --install` and packages bring. Component `program`: what a person needs who makes scenes. Component
# `development`: libraries, public headers ("#pragma once  // public") and the package file of find_package(undine).
include(CMakePackageConfigHelpers)
set(share ${CMAKE_INSTALL_DATADIR}/undine)

install(TARGETS undine COMPONENT program)
if(TARGET undine_api)
  install(TARGETS undine_api LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT program)
  install(FILES tools/api/undine.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT program)
  install(DIRECTORY tools/python/undine DESTINATION lib/python3/dist-packages COMPONENT program
    PATTERN "__pycache__" EXCLUDE)
endif()
install(DIRECTORY tools/blender/undine DESTINATION ${share}/blender COMPONENT program PATTERN "__pycache__" EXCLUDE)
install(DIRECTORY shaders DESTINATION ${share} COMPONENT program)
install(DIRECTORY scenes DESTINATION ${share} COMPONENT program
  PATTERN "*.py" EXCLUDE PATTERN "__pycache__" EXCLUDE)
install(DIRECTORY docs/pictures DESTINATION ${share} COMPONENT program FILES_MATCHING PATTERN "*_small.png")
if(HELP2MAN)
  install(FILES ${PROJECT_BINARY_DIR}/undine.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
endif()
install(FILES LICENSE NOTICE.md CHANGELOG.md README.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
install(DIRECTORY docs/ DESTINATION ${CMAKE_INSTALL_DOCDIR}/docs COMPONENT program PATTERN "embedding" EXCLUDE)
if(UNIX AND NOT APPLE)
  install(FILES tools/packaging/undine.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications COMPONENT program)
  install(FILES tools/packaging/undine.svg DESTINATION ${CMAKE_INSTALL_DATADIR}/icons/hicolor/scalable/apps
    COMPONENT program)
  foreach(shell IN ITEMS bash zsh fish)
    set(file ${PROJECT_BINARY_DIR}/generated/completion.${shell})
    add_custom_command(OUTPUT ${file} DEPENDS undine COMMAND undine completion ${shell} > ${file} VERBATIM)
    list(APPEND completions ${file})
  endforeach()
  add_custom_target(completions ALL DEPENDS ${completions})
  install(FILES ${PROJECT_BINARY_DIR}/generated/completion.bash RENAME undine COMPONENT program
    DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${PROJECT_BINARY_DIR}/generated/completion.zsh RENAME _undine COMPONENT program
    DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
  install(FILES ${PROJECT_BINARY_DIR}/generated/completion.fish RENAME undine.fish COMPONENT program
    DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
endif()

# Headers of ours that stand in `source` and have a line that matches `mark`, looked for when it is installed.
function(undine_install_marked mark destination component)
  install(CODE "
    set(source \"${PROJECT_SOURCE_DIR}\")
    file(GLOB_RECURSE headers RELATIVE \"\${source}\" \"\${source}/engine/*.h\" \"\${source}/passes/*.h\"
      \"\${source}/tools/*.h\")
    foreach(header IN LISTS headers)
      file(STRINGS \"\${source}/\${header}\" marks REGEX \"${mark}\" LIMIT_COUNT 1)
      if(marks)
        get_filename_component(folder \"\${header}\" DIRECTORY)
        file(INSTALL DESTINATION \"\${CMAKE_INSTALL_PREFIX}/${destination}/\${folder}\" TYPE FILE
          FILES \"\${source}/\${header}\")
      endif()
    endforeach()" COMPONENT ${component})
endfunction()
# Shaders include these at run time: what C++ and GLSL share says so.
undine_install_marked(SHARED_BEGIN ${share} program)

undine_install_marked("^#pragma once  // public" ${CMAKE_INSTALL_INCLUDEDIR}/undine development)
install(TARGETS ${undine_targets} EXPORT undineTargets COMPONENT development EXCLUDE_FROM_ALL)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/undine)
install(EXPORT undineTargets NAMESPACE undine:: DESTINATION ${package} COMPONENT development EXCLUDE_FROM_ALL)
configure_package_config_file(tools/packaging/undineConfig.cmake.in ${PROJECT_BINARY_DIR}/generated/undineConfig.cmake
  INSTALL_DESTINATION ${package} PATH_VARS share)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/generated/undineConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/generated/undineConfig.cmake
  ${PROJECT_BINARY_DIR}/generated/undineConfigVersion.cmake DESTINATION ${package}
  COMPONENT development EXCLUDE_FROM_ALL)

# tools/package
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_CONTACT "The Undine developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "real-time water on Vulkan compute")
set(CPACK_PACKAGE_DESCRIPTION "Undine simulates water on the GPU and draws it: waves on a pool, rivers and floods on a
terrain, flow that turns and carries dye, splashing particles, and waters that hand water to each other. Scenes are
files; pictures, films and figures come from the command line or a window.")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL program)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION graphics)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_DEPENDS libvulkan1)  # loaded, not linked
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "mesa-vulkan-drivers | vulkan-icd, ffmpeg, python3-numpy")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "vulkan-validationlayers, renderdoc")
include(CPack)
