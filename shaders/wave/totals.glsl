// Meters of columns as integers of 64 bits, of which 2^40 are one. Needs lib/ledger.glsl.
const float wave_per_meter = 1099511627776.0;
uvec2 count64(float meters) { return whole64(roundEven(meters * wave_per_meter)); }
