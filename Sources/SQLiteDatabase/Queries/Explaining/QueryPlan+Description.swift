extension QueryPlan: CustomStringConvertible {
  /// The SQL, and under it the tree with what is slow.
  public var description: String {
    let tree = roots.flatMap { $0.lines(first: "", rest: "") }
    return ([sql].filter { !$0.isEmpty } + (tree.isEmpty ? ["(No table is read.)"] : tree))
      .joined(separator: "\n")
  }
}

extension QueryPlan.Node {
  fileprivate func lines(first: String, rest: String) -> [String] {
    let line = first + detail + (warning.map { "  ← \($0.explanation)" } ?? "")
    let below = children.enumerated().flatMap { index, child in
      let isLast = index == children.count - 1
      return child.lines(
        first: rest + (isLast ? "└─ " : "├─ "),
        rest: rest + (isLast ? "   " : "│  ")
      )
    }
    return [line] + below
  }
}
