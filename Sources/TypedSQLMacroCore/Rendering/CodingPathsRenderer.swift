/// Renders where JSON of a row has what its columns hold, where their names do not tell.
struct CodingPathsRenderer {
  private let entries: [(name: String, path: [String])]

  init(columns: [ColumnModel]) {
    self.init(columns.map { ($0.name, [$0.codingKey ?? "\"\($0.plainProperty)\""]) })
  }

  init(cases: [CaseModel]) {
    self.init(cases.map { ($0.name, $0.codingPath) })
  }

  /// Two entries of one name would be a trap of the dictionary.
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
