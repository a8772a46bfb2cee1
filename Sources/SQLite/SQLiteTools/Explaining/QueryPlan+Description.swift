import SQLiteDatabase

extension QueryPlan: CustomStringConvertible {
  /// The SQL, followed by the tree with its warnings.
  public var description: String {
    let tree = roots.flatMap { $0.branches() }.map { branch, node in
      branch + node.detail + (node.warning.map { "  ← \($0.explanation)" } ?? "")
    }
    return ([sql].filter { !$0.isEmpty } + (tree.isEmpty ? ["(No table is read.)"] : tree))
      .joined(separator: "\n")
  }
}

extension QueryPlan.Node {
  /// Returns this node and those below it, each with the branch that a text tree draws before it.
  ///
  /// - Parameters:
  ///   - first: The text before this node.
  ///   - rest: The text before the nodes below it.
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
