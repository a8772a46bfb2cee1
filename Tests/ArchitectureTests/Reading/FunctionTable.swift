import DatabaseTypes

/// A table of all functions of SQLite that the library calls, for the guide about functions.
enum FunctionTable {
  /// The table in Markdown.
  static var text: String {
    let rows = SQLFunction.allCases.map(\.declaration).map(row).sorted()
    return (["| Swift | SQLite | PostgreSQL | since SQLite |", "|---|---|---|---|"] + rows)
      .joined(separator: "\n")
  }

  private static func row(_ declaration: SQLFunction.Declaration) -> String {
    let swift = declaration.swift.map { "\($0)" } ?? camelCase("\(declaration.name)")
    let since = declaration.since == .oldest ? "" : "\(declaration.since)"
    return "| `\(swift)` | `\(declaration.name)` | \(form(declaration)) | \(since) |"
  }

  private static func form(_ declaration: SQLFunction.Declaration) -> String {
    switch declaration.postgres {
    case .same: "`\(declaration.name)`"
    case .renamed(let name): "`\(name)`"
    case .template(let template): "`\(template)`"
    case .custom: "written for each call"
    case .unavailable: "none"
    }
  }

  private static func camelCase(_ name: String) -> String {
    let words = name.lowercased().split(separator: "_")
    return words.enumerated().map { $0 == 0 ? String($1) : $1.capitalized }.joined()
  }
}

extension Substring {
  fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
