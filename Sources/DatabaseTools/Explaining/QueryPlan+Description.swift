import SQLiteDatabase

extension QueryPlan: CustomStringConvertible {
  /// The SQL, and under it the tree with what is slow.
  public var description: String {
    let tree = roots.flatMap { $0.branches() }.map { branch, node in
      branch + node.detail + (node.warning.map { "  ← \($0.explanation)" } ?? "")
    }
    return ([sql].filter { !$0.isEmpty } + (tree.isEmpty ? ["(No table is read.)"] : tree))
      .joined(separator: "\n")
  }
}

extension QueryPlan.Node {
  /// The nodes from here on, each with what a tree of text draws before it.
  ///
  /// - Parameters:
  ///   - first: What stands before this node.
  ///   - rest: What stands before those below.
  package func branches(
    first: String = "",
    rest: String = ""
  ) -> [(branch: String, node: QueryPlan.Node)] {
    let below = children.enumerated().flatMap { index, child in
      let isLast = index == children.count - 1
      return child.branches(
        first: rest + (isLast ? "└─ " : "├─ "),
        rest: rest + (isLast ? "   " : "│  ")
      )
    }
    return [(first, self)] + below
  }
}
