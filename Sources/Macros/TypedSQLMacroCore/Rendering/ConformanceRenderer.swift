/// A renderer of the extension that makes a type a table.
///
/// The extension is at the top level of the file, so it can name the types of the file and those in
/// the table's type, but not those of an enclosing type. Everything that need not be in an
/// extension is a member.
struct ConformanceRenderer {
  let table: TableModel

  /// Returns the extension.
  ///
  /// - Parameters:
  ///   - type: The type, qualified by all that it is nested in.
  ///   - missing: The protocols that the type does not conform to yet.
  func lines(extending type: String, missing: Set<String>) -> Lines {
    let protocols = table.conformances.filter(missing.contains).map { "TypedSQL.\($0)" }
    let clause = protocols.isEmpty ? "" : ": " + protocols.joined(separator: ", ")
    return Lines {
      table.availability
      if table.columns.isEmpty {
        "nonisolated extension \(type)\(clause) {}"
      } else {
        // As a member, it would suppress the memberwise initializer.
        Lines("nonisolated extension \(type)\(clause)") {
          DecodingRenderer(columns: table.columns, isNested: table.isNested).lines
        }
      }
    }
  }
}
