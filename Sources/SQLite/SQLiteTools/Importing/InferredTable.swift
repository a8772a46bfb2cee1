import DatabaseTypes
import SQLiteDatabase

/// A table that is created for rows whose table does not exist.
///
/// Its columns are those that the input names. Their types follow from the first thousand rows:
///
/// - `INTEGER` if all values are 64-bit integers, written without leading zeros and `+`; JSON's
///   `true` and `false` count as integers.
/// - `REAL` if all values are numbers, some of them with a fraction or an exponent.
/// - `BLOB` if all values are blobs.
/// - `TEXT` otherwise, and if all values are NULL.
///
/// A type rejects nothing: a later value that does not fit it is stored as it is.
/// https://www.sqlite.org/datatype3.html#type_affinity
struct InferredTable {
  /// The number of rows that determine the types.
  static let sampleCount = 1000

  private(set) var names: [String]
  private var types: [InferredType]

  /// Creates a table from the names of a header; missing and repeated names are replaced.
  init(header: [String]) {
    names = Self.unique(header)
    types = names.map { _ in InferredType() }
  }

  /// Includes a row in the guess; if rows name their values, new names become columns.
  mutating func observe(_ row: ImportedRow, addsNames: Bool) {
    for (index, cell) in row.cells.enumerated() {
      var place = index
      if addsNames, let name = row.names?[index] { place = self.index(of: name) }
      while !addsNames, names.count <= place { add("column_\(names.count + 1)") }
      types[place].observe(cell.value)
    }
  }

  private mutating func index(of name: String) -> Int {
    if let index = names.firstIndex(where: { isSameIdentifier($0, name) }) { return index }
    add(name)
    return names.count - 1
  }

  private mutating func add(_ name: String) {
    names.append(name)
    types.append(InferredType())
  }

  /// Returns the statement that creates the table.
  func sql(_ table: TableName) -> String {
    let columns = zip(names, types).map { "\(quotedIdentifier($0)) \($1.type)" }
    return "CREATE TABLE \(quotedIdentifier(table.schema)).\(quotedIdentifier(table.name)) "
      + "(\(columns.joined(separator: ", ")))"
  }

  private static func unique(_ header: [String]) -> [String] {
    var taken: Set<TableName> = []
    return header.enumerated().map { index, text in
      let base = text.isEmpty ? "column_\(index + 1)" : text
      var (name, number) = (base, 2)
      while !taken.insert(TableName(name)).inserted {
        name = "\(base)_\(number)"
        number += 1
      }
      return name
    }
  }
}

/// A guess of the type of a column, from the values seen so far.
private struct InferredType {
  private var kinds: Set<String> = []

  mutating func observe(_ value: DatabaseValue) {
    switch value {
    case .null: break
    case .integer: kinds.insert("INTEGER")
    case .real: kinds.insert("REAL")
    case .blob: kinds.insert("BLOB")
    case .text(let text): kinds.insert(Self.type(of: text))
    }
  }

  var type: String {
    if kinds == ["INTEGER", "REAL"] { return "REAL" }
    return kinds.count == 1 ? kinds.first ?? "TEXT" : "TEXT"
  }

  /// Returns the type that a CSV field looks like.
  private static func type(of text: String) -> String {
    if let integer = Int64(text), "\(integer)" == text { return "INTEGER" }
    var digits = Substring(text)
    if digits.hasPrefix("-") { digits.removeFirst() }
    // `007`, `1_000` and `nan` are text.
    let isPlain = text.utf8.allSatisfy { "0123456789.eE+-".utf8.contains($0) }
    let hasZero = digits.hasPrefix("0") && digits.count > 1 && !digits.hasPrefix("0.")
    guard isPlain, !hasZero, digits.first?.isNumber == true, digits.last?.isNumber == true,
      digits.contains(".") || digits.contains("e") || digits.contains("E"), Double(text) != nil
    else { return "TEXT" }
    return "REAL"
  }
}
