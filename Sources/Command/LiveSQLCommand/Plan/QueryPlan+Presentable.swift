import SQLiteDatabase
import SQLiteTools
import Terminal

extension QueryPlan: Presentable {
  /// The tree, then its slow steps.
  ///
  /// `{"plan":[{"detail":…,"warning":…,"children":[…]}],"warnings":[{"kind":…,"explanation":…}]}`
  var json: JSON {
    let warnings = warnings.map { warning -> JSON in
      ["kind": .string(warning.kind), "explanation": .string(warning.explanation)]
    }
    return ["plan": .array(roots.map(\.json)), "warnings": .array(warnings)]
  }

  /// Returns the tree, and a summary of its slow steps.
  func lines(width: Int?) -> [Line] {
    let tree = roots.flatMap { $0.branches() }.map { branch, node in node.line(after: branch) }
    guard !tree.isEmpty else { return ["There is no plan: the statement reads no table."] }
    let count = warnings.count
    let summary =
      count == 0
      ? Line("No full scan, no temporary sort.", .success)
      : Line(
        "\(count) step\(count == 1 ? "" : "s") that cost\(count == 1 ? "s" : "") more with more rows.",
        .warning
      )
    return tree + ["", summary]
  }
}

extension QueryPlan.Node {
  fileprivate var json: JSON {
    [
      "detail": .string(detail), "warning": warning.map { .string($0.kind) } ?? .null,
      "children": .array(children.map(\.json)),
    ]
  }

  fileprivate func line(after branch: String) -> Line {
    var line = Line(branch, .secondary)
    line.append(detail)
    if let warning { line.append("  ← \(warning.explanation)", .warning) }
    return line
  }
}
