// Gives access to any resource of a frame, transients included, by its path in the graph.
//
//   NODE.BINDING      pool/step.u_next, frame/picture/gbuffer/draw.color1, picture/water/copy_lit.target
//   NODE#K.BINDING    pool/step#2.u_next: the K-th node of that path; without K the last one that has the binding
//
// NODE is a path as `undine graph` prints it, scope and node, with or without "frame/". BINDING is also printed
// there: the variable's name in the shader, or color, color1, depth, depth_test, indices, indirect, source, target;
// or the name of the bound resource (geometry/upload.geometry/vertices).
#pragma once  // public
#include <string>
#include <string_view>
#include <vector>

#include "engine/graph/graph.h"

namespace undine::graph {

struct Peeked {
  Resource copy;     // a transient of the same description, which holds what the node left
  std::string name;  // of the resource: "gbuffer/normal"
};

// Puts a copy of the resource right behind its node, among the nodes declared so far; planned, ordered and placed in
// memory as every other node. A frame without this call is the same as ever. What follows may read `copy`. Throws
// Error(Exit::bad_input) for a path of no node, occurrence or binding, with the names that are nearest.
Peeked peek(Graph& graph, std::string_view path);

struct PeekNode {
  std::string path;                   // "frame/pool/step"
  std::uint32_t times = 0;            // nodes of that path in the frame
  std::vector<std::string> bindings;  // of all of them, in order of first appearance
};
// All that peek() takes, in order of declaration.
std::vector<PeekNode> peek_nodes(const Graph& graph);

}  // namespace undine::graph
