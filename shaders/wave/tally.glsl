// Metres of columns as integers of 64 bits, of which 2^40 are one. Needs lib/ledger.glsl.
const float wave_per_metre = 1099511627776.0;
uvec2 count64(float metres) { return whole64(roundEven(metres * wave_per_metre)); }
