import re,os,subprocess,collections
files=[f for f in subprocess.check_output("find engine passes shaders -name '*.h' -o -name '*.cpp' -o -name '*.glsl' -o -name '*.comp' -o -name '*.frag' -o -name '*.vert'",shell=True,text=True).split()]
room=lambda f: os.path.dirname(f)
arrows=collections.defaultdict(list)
for f in files:
    for m in re.finditer(r'^\s*#\s*include\s*"([^"]+)"',open(f).read(),re.M):
        t=m.group(1)
        if f.startswith('shaders') and not t.startswith(('passes','engine')): t='shaders/'+t
        if not os.path.exists(t): print('unresolved',f,m.group(1)); continue
        if room(t)!=room(f): arrows[(room(f),room(t))].append((f,t))
for (a,b),l in sorted(arrows.items()): print(f'{a:20} -> {b:20} {len(l):3}  {os.path.basename(l[0][0])}->{os.path.basename(l[0][1])}')
