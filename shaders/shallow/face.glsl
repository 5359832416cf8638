// Flux between two columns: values of both at the face by limited slopes, hydrostatic reconstruction over the step
// of the ground between them, HLLC flux.
//   slopes    generalized minmod of level and depth, van Albada's of velocities (a limiter with a corner lets a steady
//             jump ring); none beside dry ground. The slope of the bed that level and depth imply stays between zero and the
//             ground's own
//   step      b* = min(max(b_l, b_r), min(w_l, w_r)), h* = min(w - b*, h) [Chen & Noelle 2017]; water that runs against a
//             step keeps its head instead: h* + u*^2 / 2g = h + u^2 / 2g - rise, critical where it does not suffice;
//             a step higher than the water can climb is a wall; where it is dry slopes see the water's mirror image
//   flux      HLLC with dry states [Toro 2001]
// Momentum counts from g h^2 / 2 of the column that feels it, and holds the column's own share of the bed's slope: a lake
// at rest adds exactly nothing.
struct Cell {
  float h, bed, w;  // depth, ground, level
  float u, v;       // across the face, along it
};
struct Side {       // of a column, at the face
  float h, w, u, v;
  float own;        // g (d^2 / 2 + h e): the column's own share; d, e: rise of depth and level towards the face
  bool wall;        // stands beyond the face
};
struct Face {
  float mass, low, high, along;  // mass and momenta: across for the lower and the higher column, along the face
};

float limited(float l, float m, float r) {
  float a = m - l, b = r - m;
  float s = min(0.5 * abs(a + b), shallow_theta * min(abs(a), abs(b)));
  return a * b <= 0.0 ? 0.0 : a > 0.0 ? s : -s;
}

float smooth_slope(float l, float m, float r) {
  float a = m - l, b = r - m;
  return a * b <= 0.0 ? 0.0 : a * b * (a + b) / (a * a + b * b);
}

// The ground's slope, no more than a monotone one may be.
float steepest(float l, float m, float r) {
  float a = m - l, b = r - m, s = min(0.5 * abs(a + b), 2.0 * min(abs(a), abs(b)));
  return a * b <= 0.0 ? 0.0 : a > 0.0 ? s : -s;
}

// Ground beside m that rises over what its head can climb, and not as the end of a slope that comes from `behind`, is a
// wall.
bool wall_beside(Cell m, Cell other, Cell behind, float gravity) {
  float rise = other.bed - m.bed;
  return rise > m.h + 0.5 * m.u * m.u / gravity && rise > shallow_wall_slope * (m.bed - behind.bed);
}

struct Sides {
  Side low, high;
};

// `towards`: 1 for the face on the high side, -1 for the low side.
Side side_towards(Cell m, float towards, float d, float e, float du, float dv, bool wall, float gravity) {
  float depth = towards * d, level = towards * e;
  float share = towards * max(m.h - depth, 0.0);  // the column's momentum stays what it is
  // Equal on both sides of a column, which need not have faces of equal length if a wall cuts it.
  float both = has_walls ? 0.0 : 0.5 * depth * depth;
  return Side(max(m.h + depth, 0.0), m.w + level, m.u + share * du, m.v + share * dv, gravity * (both + m.h * level), wall);
}

// Both sides of column m between l and r.
Sides sides_of(Cell l, Cell m, Cell r, float gravity) {
  bool wall_l = wall_beside(m, l, r, gravity), wall_r = wall_beside(m, r, l, gravity);
  Cell mirror = Cell(m.h, m.bed, m.w, -m.u, m.v);
  bool dry_l = l.h <= shallow_film, dry_r = r.h <= shallow_film, wet = m.h > shallow_film;
  if (wall_l && dry_l) l = mirror;
  if (wall_r && dry_r) r = mirror;
  float d = 0.0, e = 0.0, du = 0.0, dv = 0.0;
  if (wet) {
    float depth = limited(l.h, m.h, r.h), level = limited(l.w, m.w, r.w), bed = steepest(l.bed, m.bed, r.bed);
    float free = level - depth, held = clamp(free, min(bed, 0.0), max(bed, 0.0));
    if (held != free) {
      if (abs(depth) < abs(level)) {
        level = depth + held;
      } else {
        depth = clamp(level - held, -2.0 * m.h, 2.0 * m.h);
        level = abs(depth) < 2.0 * m.h ? level : depth + held;
      }
    }
    d = 0.5 * depth;
    e = 0.5 * level;
    if (min(l.h, r.h) > shallow_film) {
      du = 0.5 * smooth_slope(l.u, m.u, r.u) / m.h;
      dv = 0.5 * smooth_slope(l.v, m.v, r.v) / m.h;
    }
  }
  // Outflow under inflowing water takes that water's momentum, not the wall's.
  return Sides(side_towards(m, -1.0, d, e, du, dv, wet && wall_l && (dry_l || m.u < 0.0), gravity),
               side_towards(m, 1.0, d, e, du, dv, wet && wall_r && (dry_r || m.u > 0.0), gravity));
}

struct Star {
  float h, u;
  float kept;  // momentum across, without the pressure on the step
};

// Momentum that a wall takes from water that runs against it by `u`, over g h^2 / 2: of the shock that it throws back,
// or of the rarefaction in water that leaves it.
float wall_takes(float h, float u, float gravity) {
  float c = sqrt(gravity * h), fall = max(0.5 * u, -c);
  return u > 0.0 ? h * u * (c + 1.5 * u)
                 : 0.5 / gravity * fall * (2.0 * c + fall) * ((c + fall) * (c + fall) + c * c);  // (c + fall)^4 - c^4
}

// Between -pi / 2 and pi / 2, to 6e-8.
float sine(float x) {
  float x2 = x * x;
  return x * (1.0 + x2 * (-1.0 / 6.0 + x2 * (1.0 / 120.0 + x2 * (-1.0 / 5040.0 + x2 * (1.0 / 362880.0 - x2 / 39916800.0)))));
}

// `u` of the side counts towards the step, which rises by `rise`; `kept` is what it keeps if it does not climb.
Star star_of(float h, float u, float hydrostatic, float kept, float rise, bool wall, float gravity) {
  Star star = Star(hydrostatic, u, kept);
  if (wall || rise <= 0.0 || u <= 0.0 || h <= shallow_film) return star;
  float head = h + 0.5 * u * u / gravity - rise;
  if (head <= 0.0) return star;
  float q = h * u, x = 6.75 * q * q / (gravity * head * head * head), over, speed;
  bool calm = u * u < gravity * h;
  if (x >= 2.0) {
    over = head * (2.0 / 3.0);
    speed = sqrt(gravity * over);
  } else {
    float third = acos(1.0 - x) / 3.0;  // cosines of the two roots, as sines of at most a right angle
    over = head / 3.0 * (1.0 + 2.0 * sine(calm ? 1.57079633 - third : third - 0.52359878));
    speed = q / max(over, 1e-12);
  }
  if (over > h && calm) return star;
  float t = smoothstep(shallow_climb_low, shallow_climb_high, speed * speed / (gravity * max(over, 1e-12)));
  if (t <= 0.0) return star;
  float h1 = mix(hydrostatic, over, t), u1 = mix(u, speed, t);
  float pressure = 0.5 * gravity * (h1 * h1 - mix(hydrostatic * hydrostatic, over * over, t));
  return Star(h1, u1, h1 * u1 * u1 + pressure + t * (h * u * u - over * speed * speed));
}

// Mass, and momentum across less that of either side.
vec3 hllc(float hl, float ul, float hr, float ur, float gravity) {
  if (max(hl, hr) <= 0.0) return vec3(0);
  float cl = sqrt(gravity * max(hl, 0.0)), cr = sqrt(gravity * max(hr, 0.0)), sl, sr;
  if (hl <= 0.0) {
    sl = ur - 2.0 * cr;
    sr = ur + cr;
  } else if (hr <= 0.0) {
    sl = ul - cl;
    sr = ul + 2.0 * cl;
  } else {
    float us = 0.5 * (ul + ur) + cl - cr, cs = max(0.5 * (cl + cr) + 0.25 * (ul - ur), 0.0);
    sl = min(ul - cl, us - cs);
    sr = max(ur + cr, us + cs);
  }
  float ml = hl * ul, mr = hr * ur;
  float more = 0.5 * gravity * (hr - hl) * (hr + hl) + (mr * ur - ml * ul);  // momentum of the right over the left one's
  if (sl >= 0.0) return vec3(ml, 0.0, -more);
  if (sr <= 0.0) return vec3(mr, more, 0.0);
  float inverse = 1.0 / (sr - sl), cross = sl * sr * (mr - ml);
  return vec3((sr * ml - sl * mr + sl * sr * (hr - hl)) * inverse, (cross - sl * more) * inverse, (cross - sr * more) * inverse);
}

// `most`: what a meter of depth may lose through the face, m^2/s per meter.
Face face_between(Side a, Side b, float gravity, float most) {
  float bed_a = a.w - a.h, bed_b = b.w - b.h, crest = max(bed_a, bed_b), step = min(crest, min(a.w, b.w));
  float ha = step >= bed_a ? max(a.w - step, 0.0) : a.h, hb = step >= bed_b ? max(b.w - step, 0.0) : b.h;
  // Only the column on lower ground can run against the step.
  bool rises = bed_b > bed_a;
  float kept_a = a.wall ? wall_takes(a.h, a.u, gravity) : ha * a.u * a.u, kept_b = b.wall ? wall_takes(b.h, -b.u, gravity) : hb * b.u * b.u;
  Star low = star_of(rises ? a.h : b.h, rises ? a.u : -b.u, rises ? ha : hb, rises ? kept_a : kept_b, abs(bed_b - bed_a), rises ? a.wall : b.wall, gravity), sa = low, sb = low;
  if (rises) sb = Star(hb, -b.u, kept_b);
  else sa = Star(ha, a.u, kept_a);
  vec3 f = hllc(sa.h, sa.u, sb.h, -sb.u, gravity);
  // A column loses through a face no more than its part: depths stay positive.
  float mass = clamp(f.x, -most * b.h, most * a.h), stays = f.x - mass, speed = f.x > 0.0 ? a.u : b.u;
  return Face(mass, f.y + sa.kept + a.own - stays * speed, f.z + sb.kept + b.own - stays * speed,
              mass * (mass >= 0.0 ? a.v : b.v));
}

// Face of a border. `out_u` counts outwards; the state that the edge imposes.
struct Beyond {
  float h, u;
};
Face face_beyond(Side a, Beyond s, float outwards, float gravity, float most) {
  float mass = s.h * s.u * outwards;
  mass = outwards > 0.0 ? min(mass, most * a.h) : max(mass, -most * a.h);
  float across = s.h * s.u * s.u + 0.5 * gravity * (s.h - a.h) * (s.h + a.h) + a.own;
  return Face(mass, across, across, mass * outwards >= 0.0 ? mass * a.v : 0.0);
}
