import os,re,subprocess
def git_mv(a,b):
    os.makedirs(os.path.dirname(b),exist_ok=True); subprocess.check_call(['git','mv','-f',a,b])
moves={'engine/app/cli/measure.h':'engine/app/session/measure.h','engine/app/session/owners.h':'engine/scene/owners.h',
'passes/water/water_levels.h':'passes/deferred/water_levels.h','passes/water/water_levels.cpp':'passes/deferred/water_levels.cpp',
'shaders/lib/surface_light.glsl':'shaders/deferred/surface_light.glsl','shaders/water/levels.vert':'shaders/deferred/levels.vert','shaders/water/levels.frag':'shaders/deferred/levels.frag'}
home={'bodies':'bodies','fluid':'fluid','marching_cubes':'meshing','pipes':'pipes','poisson':'poisson','sph':'sph','wave':'wave'}
for n,r in home.items():
    for e in('h','cpp'):
        moves[f'tests/reference/{n}.{e}']=f'passes/{r}/{n}_reference.{e}'
        moves[f'tests/reference/{n}_native.{e}']=f'passes/{r}/{n}_native.{e}'
for f in('team.h','team.cpp','wide.h'): moves['tests/reference/'+f]='passes/grid/'+f
moves={a:b for a,b in moves.items() if os.path.exists(a)}
for a,b in moves.items(): git_mv(a,b)
files=subprocess.check_output(['git','ls-files'],text=True).split('\n')[:-1]
sh=lambda p:p[8:] if p.startswith('shaders/') else p
pat={sh(a):sh(b) for a,b in moves.items()}
r=re.compile(r'(?<![\w/])(shaders/)?('+'|'.join(map(re.escape,sorted(pat,key=len,reverse=True)))+r')(?!\w)')
for f in files:
    if not os.path.exists(f) or not f.endswith(('.h','.cpp','.glsl','.comp','.vert','.frag','.md','.txt','.py','.cmake','.txt','.plan','.json')): continue
    try: t=open(f).read()
    except UnicodeDecodeError: continue
    n=r.sub(lambda m:(m.group(1) or '')+pat[m.group(2)],t)
    if f.startswith('shaders'):
        # beside-the-file includes become root-relative
        def inc(m):
            p=m.group(2)
            if p.startswith(('passes/','engine/')) or os.path.exists('shaders/'+p): return m.group(0)
            q=os.path.join(os.path.dirname(f),p)
            for c in (q,'shaders/lib/'+p):
                if os.path.exists(c): return m.group(1)+'"'+c[8:]+'"'
            print('?',f,p); return m.group(0)
        n=re.sub(r'^(\s*#\s*include\s*)"([^"]+)"',inc,n,flags=re.M)
    if n!=t: open(f,'w').write(n)
