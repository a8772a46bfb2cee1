/// The columns that a value of a row expects.
///
/// Types decode columns by their order. So a statement is compared once with the types that its
/// rows are decoded as: by the number of columns and, for SQL text, by their names if the type has
/// names.
struct ExpectedColumns {
  let typeName: String
  /// The number of columns; `nil` if the type does not declare it.
  let width: Int?
  /// The names of the columns; empty for a type without names.
  let names: [String]

  init(_ value: any QueryRepresentable.Type) {
    typeName = "\(value)"
    width = (value as? any QueryExpression.Type)?._columnWidth
    names = (value as? any Table.Type).map { Self.names(of: $0) } ?? []
  }

  private static func names<T: Table>(of table: T.Type) -> [String] {
    T.TableColumns.allColumns.map(\.name)
  }
}

/// Returns what is wrong with the columns of a result, or `nil` if values of some types can be
/// decoded from them.
///
/// - Parameters:
///   - names: The names of the result's columns.
///   - types: The types that a row is decoded as, in order.
///   - comparesNames: Whether to compare the names too.
package func mismatch(
  ofColumns names: [String],
  for types: [any QueryRepresentable.Type],
  comparesNames: Bool
) -> String? {
  let expected = types.map { ExpectedColumns($0) }
  var width = 0
  for value in expected {
    guard let count = value.width else { return nil }
    width += count
  }
  guard names.count == width else { return countProblem(expected, width, names) }
  guard comparesNames else { return nil }
  var first = 0
  for value in expected {
    if let problem = nameProblem(value, with: names, from: first) { return problem }
    first += value.width ?? 0
  }
  return nil
}

private func nameProblem(_ value: ExpectedColumns, with names: [String], from first: Int)
  -> String?
{
  guard value.names.count == value.width else { return nil }
  for (offset, name) in value.names.enumerated() {
    let found = names[first + offset]
    // An expression without an alias is named by its text, or by nothing.
    guard found.isColumnName, found.lowercased() != name.lowercased() else { continue }
    return
      "Column \(first + offset) of the result is “\(found)”, but \(value.typeName) expects “\(name)”: "
      + "columns are decoded in the order of the type. Select \(value.names.joined(separator: ", "))."
  }
  return nil
}

private func countProblem(_ expected: [ExpectedColumns], _ width: Int, _ found: [String])
  -> String
{
  let types = expected.map(\.typeName).joined(separator: ", ")
  let problem = "The result has \(found.count) columns, but \(types) has \(width)"
  let names = expected.flatMap(\.names)
  guard names.count == width else { return problem + ": \(found.joined(separator: ", "))." }
  let missing = names.filter { name in !found.contains { $0.lowercased() == name.lowercased() } }
  let extra = found.filter { name in !names.contains { $0.lowercased() == name.lowercased() } }
  let details = [
    missing.isEmpty ? nil : "missing \(missing.joined(separator: ", "))",
    extra.isEmpty ? nil : "not of the type \(extra.joined(separator: ", "))",
  ].compactMap(\.self)
  return details.isEmpty ? problem + "." : problem + ": " + details.joined(separator: "; ") + "."
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
