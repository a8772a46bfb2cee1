import WebServer

/// A row that no longer has the values that the user saw.
struct EditConflict: Sendable {
  /// A value that differs.
  struct Difference: Sendable {
    var column: String
    /// The value that the user saw.
    var was: SeenCell
    /// The value that the user wants to write; `nil` for a deletion.
    var yours: WireCell?
    /// The current value; `nil` if the row was deleted.
    var theirs: WireCell?
  }

  var key: [WireCell]
  /// The values that differ; for an update, only the first one.
  var differences: [Difference] = []
  /// Whether the row was deleted.
  var isGone: Bool

  var json: String {
    let first = differences.first
    return JSONText.object([
      "key": key.keyJSON,
      "column": JSONText.optional(first?.column),
      "yours": first?.yours.map(Self.json) ?? "null",
      "theirs": first?.theirs.map(Self.json) ?? "null",
      "was": first?.was.json ?? "null",
      "gone": "\(isGone)",
      "differing": JSONText.array(
        differences.map {
          JSONText.object([
            "column": JSONText.string($0.column),
            "was": $0.was.json,
            "theirs": $0.theirs.map(Self.json) ?? "null",
          ])
        }
      ),
    ])
  }

  private static func json(_ cell: WireCell) -> String {
    SeenCell(cell, above: SeenCell.longest).json
  }
}
