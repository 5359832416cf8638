// Scopes of a declared frame: nodes that share one, and so one label and one pair of timestamps.
#include <gtest/gtest.h>

#include "engine/graph/graph.h"

namespace undine::graph {
namespace {

class Scopes : public ::testing::Test {
 protected:
  void node(std::string_view scope, bool allow_async = false) {
    auto guard = g.scope(scope, allow_async);
    g.clear("clear", buffer);
  }
  State state;
  Graph g{state};
  Buffer buffer = state.buffer("owner/data", {.bytes = 64});
};

TEST_F(Scopes, StepsOfOneSolverShareOne) {
  for (int step = 0; step < 3; ++step) node("pool");
  ASSERT_EQ(g.scopes().size(), 2u);
  for (const Node& n : g.nodes()) EXPECT_EQ(n.scope, 1u);
}

TEST_F(Scopes, AnotherBetweenSeparates) {
  node("pool");
  node("sea");
  node("pool");
  EXPECT_EQ(g.scopes().size(), 4u);
}

TEST_F(Scopes, ANodeOfTheParentSeparates) {
  node("pool");
  g.clear("clear", buffer);
  node("pool");
  EXPECT_EQ(g.scopes().size(), 3u);
}

TEST_F(Scopes, PermissionAndParentTellApart) {
  node("pool");
  node("pool", true);
  {
    auto outer = g.scope("pool", true);
    node("pool");
  }
  ASSERT_EQ(g.scopes().size(), 4u);
  EXPECT_EQ(g.scopes()[3].parent, 2u);
  EXPECT_TRUE(g.scopes()[3].async);
}

TEST_F(Scopes, AnEmptyOneIsNotReopened) {
  { auto empty = g.scope("pool"); }
  node("pool");
  EXPECT_EQ(g.nodes()[0].scope, 2u);
}

}  // namespace
}  // namespace undine::graph
