import DatabaseTypes
public import SQLiteDatabase
public import TypedSQL

/// The columns that a value of a row expects.
///
/// Types decode columns by their order. So a statement is compared once with the types that its
/// rows are decoded as: by the number of columns and, for SQL text, by their names if the type has
/// names.
@usableFromInline
struct ExpectedColumns {
  let typeName: String
  /// The number of columns; `nil` if the type does not declare it.
  let width: Int?
  /// The names of the columns; `nil` for a type without names.
  let names: [String]?

  @usableFromInline
  init<Value: QueryRepresentable>(_ value: Value.Type) {
    typeName = "\(value)"
    width = (value as? any QueryExpression.Type)?._columnWidth
    names = (value as? any Table.Type).map { Self.names(of: $0) }
  }

  private static func names<T: Table>(of table: T.Type) -> [String] {
    T.TableColumns.allColumns.map(\.name)
  }
}

extension PreparedStatement {
  @usableFromInline
  func verify(_ expected: [ExpectedColumns], comparesNames: Bool) throws {
    var width = 0
    for value in expected {
      guard let count = value.width else { return }
      width += count
    }
    let names = columnNames
    guard names.count == width else { throw columnError(countProblem(expected, width, names)) }
    guard comparesNames else { return }
    var first = 0
    for value in expected {
      try compareNames(value, with: names, from: first)
      first += value.width ?? 0
    }
  }

  private func compareNames(_ value: ExpectedColumns, with names: [String], from first: Int) throws
  {
    guard let expected = value.names, expected.count == value.width else { return }
    for (offset, name) in expected.enumerated() {
      let found = names[first + offset]
      // SQLite names an expression without an alias by its text.
      guard found.isColumnName, found.lowercased() != name.lowercased() else { continue }
      throw columnError(
        "Column \(first + offset) of the result is “\(found)”, but \(value.typeName) expects “\(name)”: "
          + "columns are decoded in the order of the type. Select \(expected.joined(separator: ", "))."
      )
    }
  }

  private func countProblem(_ expected: [ExpectedColumns], _ width: Int, _ found: [String])
    -> String
  {
    let types = expected.map(\.typeName).joined(separator: ", ")
    let problem = "The result has \(found.count) columns, but \(types) has \(width)"
    let names = expected.flatMap { $0.names ?? [] }
    guard names.count == width else { return problem + ": \(found.joined(separator: ", "))." }
    let missing = names.filter { name in !found.contains { $0.lowercased() == name.lowercased() } }
    let extra = found.filter { name in !names.contains { $0.lowercased() == name.lowercased() } }
    let details = [
      missing.isEmpty ? nil : "missing \(missing.joined(separator: ", "))",
      extra.isEmpty ? nil : "not of the type \(extra.joined(separator: ", "))",
    ].compactMap(\.self)
    return details.isEmpty ? problem + "." : problem + ": " + details.joined(separator: "; ") + "."
  }

  private func columnError(_ message: String) -> DatabaseError {
    DatabaseError(code: .columns, message: message, sql: sql)
  }
}

extension String {
  /// Whether the text can be the name of a column, rather than the text of an expression.
  fileprivate var isColumnName: Bool {
    guard let first = utf8.first, !(48...57).contains(first) else { return false }
    return utf8.allSatisfy {
      $0 == UInt8(ascii: "_") || (48...57).contains($0) || (65...90).contains($0)
        || (97...122).contains($0) || $0 > 127
    }
  }
}
