layout(local_size_x = 1) in;
layout(binding = 0, scalar) writeonly buffer Arguments { uint at[]; } arguments;

void main() {
  arguments.at[0] = 3u;
  arguments.at[1] = 1u;
  arguments.at[2] = 0u;
  arguments.at[3] = 0u;
  arguments.at[4] = 0u;
}
