import re,glob
def sub(path, pairs):
    s=open(path).read()
    for a,b in pairs:
        assert a in s, (path,a)
        s=s.replace(a,b)
    open(path,'w').write(s)
for f in ['passes/wave/wave.cpp','passes/pipes/pipes.cpp','passes/poisson/poisson.cpp','passes/fluid/fluid_kernels.cpp','passes/water/water.cpp']:
    s=open(f).read()
    s=re.sub(r'g\.compute\(("[^"]*"|\w+), ([\w.% ]+(?:== 0)?) \? "([\w/.]+)\+(\w+)" : "\3"\)',r'g.compute(\1, "\3", {.with = \2 ? "\4" : ""})',s)
    open(f,'w').write(s)
sub('passes/water/water.cpp',[('"water/shade.vert", swimmers ? "water/shade.frag+SWIMMERS" : "water/shade.frag")','"water/shade.vert", "water/shade.frag", {.with = swimmers ? "SWIMMERS" : ""})')])
s=open('shaders/fluid/relax.comp').read()
s=s.replace('#pragma variants DYE\n','#pragma variants DYE\n#ifdef DYE\n#define VALUE vec4\n#else\n#define VALUE float\n#endif\n',1)
open('shaders/fluid/relax.comp','w').write(s)
sub('passes/pipes/pipes.cpp',[('''  const char* push_shader() const {
    if (cells_) return hulls_ ? "pipes/push_layers.comp+HULLS" : "pipes/push_layers.comp";
    return hulls_ ? "pipes/push.comp+HULLS" : "pipes/push.comp";
  }
''','''  const char* push_shader() const { return cells_ ? "pipes/push_layers.comp" : "pipes/push.comp"; }
''')])
s=open('passes/pipes/pipes.cpp').read()
s,n=re.subn(r'g\.compute\(([^,]+), push_shader\(\)\)',r'g.compute(\1, push_shader(), {.with = hulls_ ? "HULLS" : ""})',s); assert n,'push'
open('passes/pipes/pipes.cpp','w').write(s)
sub('passes/fluid/fluid_kernels.cpp',[('fixed_node(g, "relax", dye ? "fluid/relax.comp+DYE" : "fluid/relax.comp")','fixed_node(g, "relax", "fluid/relax.comp", {.with = dye ? "DYE" : ""})'),
('''graph::ComputeNode FluidKernels::fixed_node(graph::Graph& g, std::string_view verb, std::string_view shader) const {
  graph::ComputeNode n = node(g, verb, shader);
''','''graph::ComputeNode FluidKernels::fixed_node(graph::Graph& g, std::string_view verb, std::string_view shader,
                                            graph::Variant variant) const {
  graph::ComputeNode n = node(g, verb, shader, variant);
''')])
sub('passes/water/water.cpp',[('''    auto node = g.draw("surface", "water/surface.vert",
                       hulls.front ? flows ? "water/surface.frag+FLOW+HULL_MASK" : "water/surface.frag+HULL_MASK"
                       : flows     ? "water/surface.frag+FLOW"
                                   : "water/surface.frag");
''','''    auto node = g.draw("surface", "water/surface.vert", "water/surface.frag",
                       {.with = hulls.front ? flows ? "FLOW HULL_MASK" : "HULL_MASK"
                                : flows     ? "FLOW"
                                            : ""});
''')])
sub('passes/poisson/poisson.cpp',[('''  auto node = g.compute(
      "load", g.name(fmt::format("poisson_load{}{}.comp", varied_ ? "_varied" : "", packed ? "_packed" : "")));
''','''  auto node = g.compute("load", "poisson/load.comp",
                        {.with = packed ? varied("VARIED PACKED", "PACKED") : varied("VARIED", "")});
''')])
sub('passes/poisson/poisson_cycles.cpp',[('''std::string Poisson::shader(const char* kernel) const {
  return fmt::format("poisson_{}{}.comp", kernel, varied_ ? "_varied" : "");
}

''',''),
('''graph::ComputeNode Poisson::sum(graph::Graph& g, const char* verb, const char* kernel, const Values (&values)[2],
                                graph::Buffer rhs, bool both, int phase) {
''','''graph::ComputeNode Poisson::sum(graph::Graph& g, const char* verb, graph::Variant variant, const Values (&values)[2],
                                graph::Buffer rhs, bool both, int phase) {
'''),
('auto node = g.compute(verb, g.name(shader(kernel)));','auto node = g.compute(verb, "poisson/residual.comp", variant);'),
('"measure", "residual", l.color','"measure", {.with = varied("VARIED", "")}, l.color'),
('auto node = g.compute(color == 0 ? "sweep red" : "sweep black", g.name(shader(keeps ? "relax_kept" : "relax")));',
'''auto node = g.compute(color == 0 ? "sweep red" : "sweep black", "poisson/relax.comp",
                        {.with = keeps ? varied("VARIED KEEPS", "KEEPS") : varied("VARIED", "")});'''),
('g.compute("solve small", g.name(shader("small")))','g.compute("solve small", "poisson/small.comp", {.with = varied("VARIED", "")})'),
('g.compute("restrict", g.name(shader("restrict")))','g.compute("restrict", "poisson/restrict.comp", {.with = varied("VARIED", "")})'),
('g.compute("prolong", g.name(shader("prolong")))','g.compute("prolong", "poisson/prolong.comp", {.with = varied("VARIED", "")})'),
])
s=open('passes/poisson/poisson_cycles.cpp').read()
s=s.replace(', "apply",',', {.with = varied("VARIED RESULT", "RESULT")},')
open('passes/poisson/poisson_cycles.cpp','w').write(s)
sub('passes/poisson/poisson.h',[('  std::string shader(const char* kernel) const;\n','  const char* varied(const char* with, const char* without) const { return varied_ ? with : without; }\n')])
sub('shaders/poisson/residual.comp',[('RESULT, VARIED, RESULT VARIED','RESULT, VARIED, VARIED RESULT')])
sub('passes/fluid/fluid_kernels.h',[('''std::string_view shader) const;
  graph::ComputeNode fixed_node(graph::Graph& g, std::string_view verb, std::string_view shader) const;''','''std::string_view shader,
                          graph::Variant variant = {}) const;
  graph::ComputeNode fixed_node(graph::Graph& g, std::string_view verb, std::string_view shader,
                                graph::Variant variant = {}) const;''')])
sub('passes/fluid/fluid_kernels.cpp',[('''graph::ComputeNode FluidKernels::node(graph::Graph& g, std::string_view verb, std::string_view shader) const {
  graph::ComputeNode n = g.compute(verb, shader);
''','''graph::ComputeNode FluidKernels::node(graph::Graph& g, std::string_view verb, std::string_view shader,
                                      graph::Variant variant) const {
  graph::ComputeNode n = g.compute(verb, shader, variant);
''')])
sub('passes/poisson/poisson.h',[('graph::ComputeNode sum(graph::Graph& g, const char* verb, const char* kernel,','graph::ComputeNode sum(graph::Graph& g, const char* verb, graph::Variant variant,')])
