// Ends a pressure solve at the tolerance or at the iteration limit. Otherwise sets the momentum of the next iteration
// [Nesterov 1983], with a restart if the last step increased the objective [O'Donoghue & Candes 2015].

// With which a solve begins: its first pressures are near by, so it need not gather way.
const float first_age = 4.0;

void end_solve(bool places, bool done, bool worse) {
  uint spent = control.c.spent;
  control.c.state = places ? sph_places_found : sph_velocities_found;
  control.c.momentum = 0.0;
  control.c.spent = 0u;
  if (places) {
    control.c.for_finish = control.c.for_solve;
    control.c.for_solve = uvec3(0u);
    control.c.lately = control.c.rates;
    control.c.lately_places = spent;
  }
  if (done) return;
  control.c.unfinished += 1u;
  if (worse) control.c.relaxation *= 0.7;
}

// `sum`: of all workgroups' errors; uphill if over 0.
void decide(vec2 sum) {
  bool places = control.c.state != sph_velocities, first = control.c.spent == 0u;
  float mean = sum.x / float(max(control.c.count, 1u)), dt = control.c.dt;
  if (first) {
    control.c.relaxation = min(max(1.02 * control.c.relaxation, 0.01), solve.p.relaxation);
    control.c.age = places ? 1.0 : first_age;
    control.c.best = mean;
  }
  control.c.residual = mean;
  control.c.spent += 1u;
  control.c.rates += 1u;
  control.c.left -= 1u;
  bool done = mean <= (places ? solve.p.tolerance : min(solve.p.tolerance, solve.p.rate * dt * dt));
  bool last = control.c.spent >= (places ? solve.p.most_places : solve.p.most) ||
              control.c.left <= (places ? 0u : max(control.c.lately_places, 1u));
  if (done || last) {
    end_solve(places, done, !first && mean > 2.0 * control.c.best);
    return;
  }
  if (places) control.c.state = sph_places;
  control.c.iterations += 1u;
  control.c.best = min(control.c.best, mean);
  bool up = sum.y > 0.0;
  if (mean > 4.0 * control.c.best) {  // steps too long for how particles lie
    control.c.relaxation *= 0.7;
    control.c.best = mean;
    up = true;
  }
  float age = 0.5 * (1.0 + sqrt(1.0 + 4.0 * control.c.age * control.c.age));
  control.c.momentum = up ? 0.0 : (control.c.age - 1.0) / age;
  control.c.age = up ? 1.0 : age;
}
