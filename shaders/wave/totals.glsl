// Column heights as 64-bit integers in units of 2^-40 m. Needs lib/ledger.glsl.
const float wave_per_meter = 1099511627776.0;
uvec2 count64(float meters) { return whole64(roundEven(meters * wave_per_meter)); }
