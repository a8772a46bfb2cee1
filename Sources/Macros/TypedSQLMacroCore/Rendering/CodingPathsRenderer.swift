/// A renderer of the paths to columns' values in the JSON of a row, if they are not just the
/// columns' names.
struct CodingPathsRenderer {
  private let entries: [(name: String, path: [String])]

  init(columns: [ColumnModel]) {
    self.init(columns.map { ($0.name, [$0.codingKey ?? "\"\($0.plainProperty)\""]) })
  }

  init(cases: [CaseModel]) {
    self.init(cases.map { ($0.name, $0.codingPath) })
  }

  /// Creates a renderer, without repeating a name: the dictionary would trap.
  private init(_ entries: [(name: String, path: [String])]) {
    var names: Set<String> = []
    self.entries = entries.filter { names.insert($0.name).inserted && $0.path != [$0.name] }
  }

  var declarations: [Lines] {
    guard !entries.isEmpty else { return [] }
    return [
      Lines("public nonisolated static var _codingPaths: [String: [String]]") {
        "["
        Lines(entries.map { "\($0.name): [\($0.path.joined(separator: ", "))]" })
          .separatedByCommas.indented
        "]"
      }
    ]
  }
}
