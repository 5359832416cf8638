import re,os,subprocess,collections
files=subprocess.check_output("find engine passes shaders -name '*.h' -o -name '*.cpp' -o -name '*.glsl' -o -name '*.comp' -o -name '*.frag' -o -name '*.vert'",shell=True,text=True).split()
room=os.path.dirname
knows=collections.defaultdict(set); libs=collections.defaultdict(set); count=collections.Counter()
third=[(r'vulkan/|vk_(?!mem)','vulkan'),(r'volk','volk'),(r'vk_mem_alloc','vma'),(r'GLFW/','glfw'),(r'glslang/|SPIRV/','glslang'),(r'spirv_cross/','spirv-cross'),(r'stb','stb'),(r'nlohmann/','json'),(r'CLI/','cli11'),(r'tiny_gltf','tinygltf'),(r'imgui','imgui'),(r'renderdoc','renderdoc'),(r'spdlog/','spdlog'),(r'OpenEXR/|Imf|Imath','openexr')]
for f in files:
    count[room(f)]+=1
    for m in re.finditer(r'^\s*#\s*include\s*([<"])([^">]+)[">]',open(f).read(),re.M):
        t=m.group(2)
        for p,n in third:
            if re.match(p,t): libs[room(f)].add(n)
        if m.group(1)=='<' or False: continue
        if f.startswith('shaders') and not t.startswith(('passes','engine')): t='shaders/'+t
        if not os.path.exists(t): continue
        if room(t)!=room(f): knows[room(f)].add(room(t))
order=['engine/core','engine/graph','engine/shader','engine/gpu','engine/settings','engine/files','engine/scene','engine/app/session','engine/app/window','engine/app/hud','engine/app/viewer','engine/app/cli',
'passes/grid','passes/poisson','passes/meshing','passes/solids','passes/wave','passes/pipes','passes/fluid','passes/bodies','passes/sph','passes/wildlife','passes/deferred','passes/water','passes/picture',
'shaders/lib']
order+=sorted(r for r in count if r not in order)
say={'engine/core':'errors, log, hashes, headers for both languages','engine/graph':'declaration and planning of a frame; pure','engine/shader':'GLSL to SPIR-V and reflection; no driver','engine/gpu':'the only Vulkan code','engine/settings':'one description of a value: reader, writer, schema, overrides','engine/files':'PNG, EXR, NPY, PLY, film, watching files','engine/scene':'what engine and passes agree on: ports, solver, renderer, scene','engine/app/session':'a scene that runs: world, statistics, dumps, traces','engine/app/window':'window, camera, clock of steps','engine/app/hud':'panels','engine/app/viewer':'the window with its scene, reload','engine/app/cli':'verbs and flags','passes/grid':'what grids share: height maps, files, drops, random numbers','passes/poisson':'pressure and diffusion','passes/meshing':'particles to triangles','passes/solids':'meshes, shapes, glTF, distance fields','passes/wave':'solver','passes/pipes':'solver','passes/fluid':'solver','passes/sph':'solver','passes/bodies':'what floats','passes/wildlife':'fish and leaves','passes/deferred':'G-buffer, light, shadow, sky, ground','passes/water':'how water is drawn','passes/picture':'the frame: tone map, field views, HUD','shaders/lib':'what two rooms share'}
print('| room | files | holds | knows | libraries |\n|---|---|---|---|---|')
for r in order:
    k=sorted(knows[r],key=lambda x:order.index(x))
    print(f"| `{r}` | {count[r]} | {say.get(r,'shaders of `passes/'+r.split('/')[1]+'`')} | {' '.join(f'`{x}`' for x in k)} | {' '.join(sorted(libs[r]))} |")
