#!/usr/bin/env python3
"""Moves every file of the checkout in the current folder into its room, and rewrites includes, shader names, docs."""
import os, re, subprocess, sys, collections
moves={}; gone={}
for line in open('../shared/design/house/moves.tsv'):
    a,b=line.rstrip('\n').split('\t')
    if b.startswith('(gone'): gone[a]=b.split(') ')[1]
    else: moves[a]=b
moves.update({'engine/app/loading.cpp':'engine/app/viewer/loading.cpp','engine/app/loading.h':'engine/app/viewer/loading.h',
 'engine/app/memory.cpp':'engine/scene/memory.cpp','engine/app/memory.h':'engine/scene/memory.h','engine/app/owners.h':'engine/app/session/owners.h',
 'engine/app/standard_output.cpp':'engine/app/cli/standard_output.cpp','engine/app/standard_output.h':'engine/app/cli/standard_output.h',
 'engine/app/touch.cpp':'engine/app/viewer/touch.cpp','engine/app/touch.h':'engine/app/viewer/touch.h',
 'passes/figures.cpp':'passes/grid/figures.cpp','passes/figures.h':'passes/grid/figures.h','passes/pointer_queue.h':'passes/grid/pointer_queue.h',
 'passes/forward.cpp':'passes/opaque/forward.cpp','passes/forward.h':'passes/opaque/forward.h','passes/light.h':'passes/opaque/light.h',
 'shaders/figures_sum.comp':'shaders/grid/figures_sum.comp','shaders/figures_sum_integers.comp':'shaders/grid/figures_sum_integers.comp',
 'shaders/glow.frag':'shaders/opaque/glow.frag','shaders/glow_bodies.frag':'shaders/opaque/glow_bodies.frag','shaders/lib/wave_potential.glsl':'shaders/wave/potential.comp'})
for n in ('blended','gbuffer_bodies','gbuffer_fish','gbuffer_ground','gbuffer','glow_bodies','glow'): gone[f'shaders/{n}_submerged.frag']=f'shaders/opaque/{n}.frag'
gone['shaders/shadow_masked_submerged.frag']='shaders/opaque/shadow_submerged.frag'
gone['shaders/wave_potential.comp']=gone['shaders/wave_potential_varied.comp']='shaders/wave/potential.comp'
words={'opaque':'deferred','surface':'meshing','dwellers':'wildlife'}
def better(p):
    parts=p.split('/')
    if parts[0] in('passes','shaders') and len(parts)==3 and parts[1] in words: parts[1]=words[parts[1]]
    return '/'.join(parts)
moves={a:better(b) for a,b in moves.items()}
tracked=subprocess.check_output(['git','ls-files'],text=True).split('\n')[:-1]
def is_shim(f):
    t=open(f).read()
    return all(re.match(r'\s*(//.*|#define.*|#include.*)?$',l) for l in t.split('\n')) and t.count('#include')==1
rooms_of_prefix=[('wave','wave'),('pipes','pipes'),('flow_traces','pipes'),('fluid','fluid'),('sph','sph'),('poisson','poisson'),
 ('marching','meshing'),('particle_spheres','picture'),('particle','meshing'),('scan','meshing'),('prefix_scan','meshing'),('bodies','bodies'),('fish','wildlife'),('leaves','wildlife'),('leaf','wildlife'),('pond','wildlife'),
 ('water','water'),('caustics','water'),('hull_mask','water'),('flow_detail','water'),('gltf','solids'),('shapes','solids'),('solids','solids'),('distance','solids'),('height_view','solids'),
 ('gbuffer','deferred'),('shadow','deferred'),('lighting','deferred'),('sky','deferred'),('wetness','deferred'),('ssao','deferred'),('ground','deferred'),('geometry','deferred'),('blend','deferred'),('glass','deferred'),
 ('field','picture'),('tonemap','picture'),('fxaa','picture'),('frame','picture'),('hud','picture'),('bench','grid'),('sums','grid'),('stats','grid')]
app_rules=[('hud','engine/app/hud'),('verb','engine/app/cli'),('cli','engine/app/cli'),('bench','engine/app/cli'),('settings','engine/settings'),('scene','engine/scene'),('window','engine/app/window'),('viewer','engine/app/viewer'),('reload','engine/app/viewer'),('field','engine/scene')]
unplaced=[]
for f in tracked:
    if f in moves or f in gone: continue
    d,b=os.path.split(f); s,e=os.path.splitext(b)
    if d=='engine/app':
        # beside its header or source, else by prefix
        twin=next((moves[f2] for f2 in (f'{d}/{s}.h',f'{d}/{s}.cpp') if f2 in moves),None)
        room=os.path.dirname(twin) if twin else next((r for p,r in app_rules if s.startswith(p)),None)
        if not room: unplaced.append(f); continue
        moves[f]=f'{room}/{b}'
    elif d=='passes':
        twin=next((moves[f2] for f2 in (f'{d}/{s}.h',f'{d}/{s}.cpp') if f2 in moves),None)
        room=os.path.dirname(twin) if twin else next(('passes/'+r for p,r in rooms_of_prefix if s.startswith(p)),None)
        if not room: unplaced.append(f); continue
        moves[f]=f'{room}/{b}'
    elif d=='shaders' or d=='shaders/lib':
        if d=='shaders/lib' and f not in moves and e=='.glsl':
            room=next((r for p,r in rooms_of_prefix if s.startswith(p+'_')),None)
            if room: 
                stem=s[len(room)+1:] if s.startswith(room+'_') else s
                moves[f]=f'shaders/{room}/{stem}{e}'
            continue
        if is_shim(f):
            unplaced.append('shim '+f); continue
        room=next((r for p,r in rooms_of_prefix if s.startswith(p)),None)
        if not room: unplaced.append(f); continue
        stem=s[len(room)+1:] if s.startswith(room+'_') else s
        moves[f]=f'shaders/{room}/{stem}{e}'
moves={a:b for a,b in moves.items() if os.path.exists(a)}
gone={a:better(b) for a,b in gone.items() if os.path.exists(a)}
# shims that only include (no define) are replaced by the file itself: same new name
print('unplaced:',*unplaced,sep='\n  ')
dup=[k for k,v in collections.Counter(moves.values()).items() if v>1]
print('twice:',dup)
# variant names of shims
variant={}
for f,target in gone.items():
    defs=[re.sub(r'^(WAVE|POISSON|PIPES)_','',d) for d in re.findall(r'^#define (\w+)',open(f).read(),re.M)]
    if 'VALUE' in defs: defs=['DYE'] if 'vec4' in open(f).read() else []
    variant[os.path.basename(f)]=(target[len('shaders/'):],' '.join(defs))
if '--dry' in sys.argv:
    for k,v in sorted(variant.items()): print(k,v)
    sys.exit()
include_re=re.compile(r'^(\s*#\s*include\s*)"([^"]+)"',re.M)
texts={}
exts=('.h','.cpp','.glsl','.comp','.vert','.frag')
for f in tracked:
    if not os.path.exists(f): continue
    if f.endswith(exts) or f.endswith(('.md','.txt','.cmake','.in','.py')) or f in('tools/lint','tools/format_check'):
        try: texts[f]=open(f,encoding='utf-8').read()
        except UnicodeDecodeError: pass
def resolve(inc,f):
    cands=[inc] if not f.startswith(('shaders','tests/shaders')) else [os.path.normpath(os.path.join(os.path.dirname(f),inc)),'shaders/'+inc,inc]
    for c in cands:
        if c in moves or c in gone: return c
    # already at home
    return None
def shader_ref(new): return new[len('shaders/'):] if new.startswith('shaders/') else new
names={}
for a,b in moves.items():
    if a.startswith('shaders/') and not a.startswith('shaders/lib/'): names[os.path.basename(a)]=b[len('shaders/'):]
for n,(t,d) in variant.items():
    names[n]=t if not d else t+'+'+d.replace(' ','+')
name_re=re.compile(r'(?<![\w/])(?P<p>(?:\w+/)*shaders/)?(?P<n>'+'|'.join(sorted(map(re.escape,names),key=len,reverse=True))+r')(?!\w)')
lib_re=re.compile(r'(?<![\w/])((?:shaders/)?lib/\w+\.glsl)')
path_re=re.compile(r'(?<![\w/])((?:engine/app|passes)/\w+\.(?:h|cpp|\*))')
cond_re=re.compile(r'\? "([\w/]+\.(?:comp|frag))\+(\w+(?:\+\w+)*)" : "\1"')
def rewrite(f,t):
    if f.startswith(('tests/plan/golden',)) :
        return name_re.sub(lambda m:(m.group('p') or '')+names[m.group('n')],t)
    def inc(m):
        r=resolve(m.group(2),f)
        if r is None: return m.group(0)
        new=moves.get(r) or gone.get(r)
        return f'{m.group(1)}"{shader_ref(new) if f.startswith("shaders") else new}"'
    t=include_re.sub(inc,t)
    if f.endswith(exts) and f.startswith('shaders'):
        t=re.sub(r'\b(?:WAVE_(VARIED)|POISSON_(VARIED|PACKED|KEEPS|RESULT)|PIPES_(HULLS|FED))\b',lambda m:next(g for g in m.groups() if g),t)
    t=name_re.sub(lambda m:(m.group('p') or '')+names[m.group('n')],t)
    t=lib_re.sub(lambda m:(lambda p:('shaders/' if m.group(1).startswith('shaders') else '')+shader_ref(moves[p]) if p in moves else m.group(1))('shaders/'+m.group(1).removeprefix('shaders/')),t)
    def pth(m):
        p=m.group(1)
        if p in moves: return moves[p]
        if p.endswith('.*'):
            for e in('h','cpp'):
                if p[:-1]+e in moves: return moves[p[:-1]+e].rsplit('.',1)[0]+'.*'
        return p
    t=path_re.sub(pth,t)
    t=cond_re.sub(lambda m:f'? "{m.group(1)}+{m.group(2)}" : "{m.group(1)}"',t)
    return t
for f,t in texts.items():
    n=rewrite(f,t)
    if n!=t: open(f,'w',encoding='utf-8').write(n)
for f in gone: subprocess.check_call(['git','rm','-qf',f])
for a,b in sorted(moves.items()):
    if a==b: continue
    os.makedirs(os.path.dirname(b),exist_ok=True)
    if os.path.exists(b) and b not in moves: print('in the way:',b)
    subprocess.check_call(['git','mv','-f',a,b])
# variants a file lists
lists=collections.defaultdict(list)
for n,(t,d) in variant.items():
    if d: lists[t].append(d)
for t,ds in lists.items():
    p='shaders/'+t; s=open(p).read().split('\n')
    at=next(i for i,l in enumerate(s) if not l.startswith('//'))
    s.insert(at,'#pragma variants '+', '.join(sorted(ds,key=lambda d:(d.count(' '),d))))
    open(p,'w').write('\n'.join(s))
