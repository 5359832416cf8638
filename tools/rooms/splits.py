"""After move.py: what moves alone, so that no arrow points upwards."""
import re,os,subprocess
def read(p): return open(p).read()
def write(p,s):
    os.makedirs(os.path.dirname(p) or '.',exist_ok=True); open(p,'w').write(s)
def block(s,start):
    """The declaration or definition that begins at the line with `start`, with the comment lines above it and the ; or } that ends it."""
    at=s.index(start); at=s.rfind('\n',0,at)+1
    while True:
        prev=s.rfind('\n',0,at-1)+1
        if s[prev:at].lstrip().startswith('//'): at=prev
        else: break
    i=s.index(start); depth=0
    while True:
        c=s[i]
        if c in '{(': depth+=1
        elif c in '})':
            depth-=1
            if depth==0 and c=='}':
                i+=1
                if s[i]==';': i+=1
                break
        elif c==';' and depth==0: i+=1; break
        i+=1
    while i<len(s) and s[i]=='\n': i+=1
    return at,i
def cut(p,start):
    s=read(p); a,b=block(s,start); out=s[a:b].rstrip('\n')+'\n'
    write(p,s[:a]+s[b:]); return out
def include(p,new,drop=None):
    s=read(p)
    if f'#include "{new}"' not in s:
        m=list(re.finditer(r'^#include "[^"]+"\n',s,re.M)); 
        at=m[-1].end() if m else s.index('\n',list(re.finditer(r'^#(include|pragma once).*$',s,re.M))[-1].start())+1
        s=s[:at]+f'#include "{new}"\n'+s[at:]
    if drop: s=s.replace(f'#include "{drop}"\n','')
    write(p,s)
def uses(word,roots=('engine','passes','tests','tools')):
    return [f for f in subprocess.run(['grep','-rlw',word,*roots,'--include=*.cpp','--include=*.h'],capture_output=True,text=True).stdout.split()]
ns=lambda body: 'namespace undine {\n\n'+body+'\n}  // namespace undine\n'
# 1 command line
cl=cut('engine/app/cli/cli.h','struct CommandLine {')
write('engine/app/session/command_line.h','''// What was asked for on the command line, as the verbs and the session take it.
#pragma once
#include <cstdint>
#include <filesystem>
#include <glm/glm.hpp>
#include <optional>
#include <string>
#include <vector>

#include "engine/scene/field_show.h"
#include "engine/settings/override.h"

'''+ns(cl))
ov=cut('engine/app/cli/cli.cpp','std::vector<Override> CommandLine::overrides() const {')
write('engine/app/session/command_line.cpp','''#include "engine/app/session/command_line.h"

#include "engine/core/error.h"

'''+ns(ov))
include('engine/app/cli/cli.h','engine/app/session/command_line.h')
include('engine/app/session/session.h','engine/app/session/command_line.h','engine/app/cli/cli.h')
# 2 override
o=cut('engine/scene/scene.h','struct Override {')
write('engine/settings/override.h','''#pragma once
#include <string>

'''+ns(o))
include('engine/scene/scene.h','engine/settings/override.h')
include('engine/settings/settings_override.h','engine/settings/override.h','engine/scene/scene.h')
# 3 ply
d=cut('engine/files/ply.h','TriangleMesh surface_mesh('); b=cut('engine/files/ply.cpp','TriangleMesh surface_mesh('); c=cut('engine/files/ply.cpp','static constexpr float covered')
write('engine/app/session/surface_mesh.h','''// The surface of a height grid as triangles, for files.
#pragma once
#include <cstddef>
#include <span>

#include "engine/files/ply.h"
#include "engine/scene/ports.h"

'''+ns(d))
write('engine/app/session/surface_mesh.cpp','''#include "engine/app/session/surface_mesh.h"

#include <fmt/format.h>

#include <cstring>
#include <glm/gtc/packing.hpp>

#include "engine/core/error.h"

'''+ns(c+'\n'+b))
s=read('engine/files/ply.h').replace('#include "engine/scene/ports.h"\n\n',''); 
if '#include <cstddef>' not in s: s=s.replace('#include <cstdint>','#include <cstddef>\n#include <cstdint>')
write('engine/files/ply.h',s)
write('engine/files/ply.cpp',read('engine/files/ply.cpp').replace('#include <glm/gtc/packing.hpp>\n',''))
for f in ['engine/files/ply.h','engine/files/ply.cpp','engine/app/session/surface_mesh.h','engine/app/session/surface_mesh.cpp','tests/cpu/files_ply_test.cpp']:
    write(f,re.sub(r'\bTriangleMesh\b','PlyMesh',read(f)))
include('engine/app/session/dump.cpp','engine/app/session/surface_mesh.h')
include('tests/cpu/files_ply_test.cpp','engine/app/session/surface_mesh.h')
# 4 lighting's Input
for f in uses('Input',('passes','tests')):
    s=read(f)
    if 'passes/' in f or 'lighting' in s: write(f,re.sub(r'\bInput\b','LightingView',s))
# 5 field_values
d=cut('engine/app/session/dump.h','std::vector<float> field_values('); b=cut('engine/app/session/dump.cpp','std::vector<float> field_values(')
write('engine/scene/field_values.h','''#pragma once
#include <cstddef>
#include <span>
#include <vector>

#include "engine/scene/solver.h"

'''+ns(d))
write('engine/scene/field_values.cpp','''#include "engine/scene/field_values.h"

#include <fmt/format.h>

#include <cstring>

#include "engine/core/error.h"

'''+ns(b))
for f in uses('field_values'):
    if 'field_values.' in f: continue
    include(f,'engine/scene/field_values.h','engine/app/session/dump.h' if f.startswith('passes') else None)
# 6 random, drops, poke
d=cut('passes/wave/wave_medium.h','double wave_random('); b=cut('passes/wave/wave_medium.cpp','double wave_random(')
write('passes/grid/random.h','#pragma once\n#include <cstdint>\n\n'+ns(d))
write('passes/grid/random.cpp','#include "passes/grid/random.h"\n\n'+ns(b))
for f in uses('wave_random'): 
    s=re.sub(r'\bwave_random\b','uniform_random',read(f)); write(f,s)
    if 'grid/random' not in f: include(f,'passes/grid/random.h','passes/wave/wave_medium.h' if f.startswith('passes/fluid') else None)
d=cut('passes/wave/wave_settings.h','struct WaveDrops {'); b=cut('passes/wave/wave_settings.cpp','void WaveDrops::describe(')
write('passes/grid/drops.h','// Drops that fall at random on a water.\n#pragma once\n#include "engine/settings/settings.h"\n\n'+ns(d))
write('passes/grid/drops.cpp','#include "passes/grid/drops.h"\n\n'+ns(b))
for f in uses('WaveDrops'):
    write(f,re.sub(r'\bWaveDrops\b','Drops',read(f)))
include('passes/wave/wave_settings.h','passes/grid/drops.h'); include('passes/fluid/fluid_settings.h','passes/grid/drops.h','passes/wave/wave_settings.h')
d=cut('passes/wave/wave_params.h','SHARED float wave_poke_profile(')
write('passes/grid/poke.h','#ifndef PASSES_GRID_POKE_H\n#define PASSES_GRID_POKE_H\n#include "engine/core/shared.h"\nSHARED_BEGIN\n\n'+d+'\nSHARED_END\n#endif\n')
for f in subprocess.run(['grep','-rlw','wave_poke_profile','passes','shaders','tests'],capture_output=True,text=True).stdout.split():
    write(f,re.sub(r'\bwave_poke_profile\b','poke_profile',read(f)))
    if f!='passes/grid/poke.h': include(f,'passes/grid/poke.h')
s=read('passes/fluid/fluid_waves.h'); 
# 7 placement
d1=cut('passes/deferred/geometry.h','TriangleMesh mesh_shape('); d2=cut('passes/deferred/geometry.h','glm::mat4 mesh_placement(')
b1=cut('passes/deferred/geometry.cpp','glm::mat4 mesh_placement('); b2=cut('passes/deferred/geometry.cpp','TriangleMesh mesh_shape(')
write('passes/solids/placement.h','#pragma once\n#include <cstdint>\n#include <glm/glm.hpp>\n\n#include "engine/scene/scene.h"\n#include "passes/solids/shapes.h"\n\n'+ns(d1+d2))
write('passes/solids/placement.cpp','#include "passes/solids/placement.h"\n\n#include <glm/gtc/matrix_transform.hpp>\n\n'+ns(b1+'\n'+b2))
for f in uses('mesh_placement')+uses('mesh_shape'):
    if 'placement.' in f: continue
    include(f,'passes/solids/placement.h','passes/deferred/geometry.h' if f.startswith('passes/solids') else None)
# 8 bed
c=cut('passes/wildlife/pond_params.h','const float pond_blocked'); c2=cut('passes/wildlife/pond_params.h','const float pond_bottomless')
write('passes/solids/bed_params.h','#ifndef PASSES_SOLIDS_BED_PARAMS_H\n#define PASSES_SOLIDS_BED_PARAMS_H\n#include "engine/core/shared.h"\nSHARED_BEGIN\n\n'+c+c2+'\nSHARED_END\n#endif\n')
include('passes/wildlife/pond_params.h','passes/solids/bed_params.h')
include('passes/solids/pond_bed.h','passes/solids/bed_params.h','passes/wildlife/pond_params.h')
# 9 shader pieces that two rooms share
os.makedirs('shaders/lib',exist_ok=True)
for old,new in [('deferred/ground_height.glsl','lib/ground_height.glsl'),('bodies/touch.glsl','lib/touch.glsl')]:
    if not os.path.exists('shaders/'+old): continue
    subprocess.check_call(['git','mv','-f','shaders/'+old,'shaders/'+new])
    for f in subprocess.run(['grep','-rl',old,'shaders','passes','docs'],capture_output=True,text=True).stdout.split():
        write(f,read(f).replace(old,new))
# kernels are what both the particles and the baked solids know
for old,new in [('passes/sph/sph_boundary.h','passes/solids/sph_boundary.h'),('passes/sph/sph_kernels.h','passes/solids/sph_kernels.h')]:
    pass
for n in ('sph_kernels','sph_boundary'):
    if not os.path.exists(f'passes/sph/{n}.h'): continue
    subprocess.check_call(['git','mv','-f',f'passes/sph/{n}.h',f'passes/solids/{n}.h'])
    for f in subprocess.run(['grep','-rl',f'passes/sph/{n}.h','shaders','passes','docs','tests','README.md'],capture_output=True,text=True).stdout.split():
        write(f,read(f).replace(f'passes/sph/{n}.h',f'passes/solids/{n}.h'))
write('passes/fluid/fluid_waves.h',read('passes/fluid/fluid_waves.h').replace('#include "passes/wave/wave_params.h"\n',''))
def sub(path, pairs):
    s=read(path)
    for a,b in pairs:
        assert a in s, (path,a)
        s=s.replace(a,b)
    write(path,s)
sub('CMakeLists.txt',[
('  file(GLOB sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/engine/${name}/*.cpp)','  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/engine/${name}/*.cpp)'),
('undine_layer(app undine_graph undine_shader undine_gpu nlohmann_json::nlohmann_json CLI11::CLI11 glfw ${CMAKE_DL_LIBS})\n',
'''undine_layer(settings undine_core nlohmann_json::nlohmann_json)
undine_layer(files undine_core)
target_link_libraries(undine_files PRIVATE OpenEXR::OpenEXR $<$<BOOL:${STB_LIBRARY}>:${STB_LIBRARY}>)
undine_layer(scene undine_settings undine_files undine_graph)
undine_layer(app undine_scene undine_shader undine_gpu CLI11::CLI11 glfw ${CMAKE_DL_LIBS})
'''),
('target_link_libraries(undine_app PRIVATE OpenEXR::OpenEXR ${IMGUI_LIBRARY} $<$<BOOL:${STB_LIBRARY}>:${STB_LIBRARY}>)','target_link_libraries(undine_app PRIVATE ${IMGUI_LIBRARY} $<$<BOOL:${STB_LIBRARY}>:${STB_LIBRARY}>)'),
('engine/app/cli.cpp engine/app/cli_info.cpp' if 'engine/app/cli.cpp engine' in read('CMakeLists.txt') else 'engine/app/cli/cli.cpp engine/app/cli/cli_info.cpp','engine/app/cli/cli.cpp engine/app/cli/cli_info.cpp'),
('file(GLOB pass_sources CONFIGURE_DEPENDS passes/*.cpp)','file(GLOB_RECURSE pass_sources CONFIGURE_DEPENDS passes/*.cpp)'),
])
include('engine/app/session/session.h','engine/core/error.h')
