import DatabaseTypes
import SQLiteDatabase

/// A table for rows whose table does not exist: its columns are those that the input names, with types by what the first
/// thousand rows hold.
///
/// - `INTEGER` where all are integers of 64 bits, written without leading zeros and `+`; JSON's `true` and `false` are.
/// - `REAL` where all are numbers, some of them with a fraction or an exponent.
/// - `BLOB` where all are blobs.
/// - `TEXT` otherwise, also where all are NULL.
///
/// A type refuses nothing: what a later row holds beside it is stored as it comes.
/// https://www.sqlite.org/datatype3.html#type_affinity
struct GuessedTable {
  /// How many rows are looked at.
  static let sampleCount = 1000

  private(set) var names: [String]
  private var guesses: [TypeGuess]

  /// Makes a table of names in a header; those without a name and those that are there twice get one.
  init(header: [String]) {
    names = Self.unique(header)
    guesses = names.map { _ in TypeGuess() }
  }

  /// Looks at a row; names that are new become columns where the rows name their values.
  mutating func look(at row: ImportedRow, addsNames: Bool) {
    for (index, cell) in row.cells.enumerated() {
      var place = index
      if addsNames, let name = row.names?[index] { place = self.index(of: name) }
      while !addsNames, names.count <= place { add("column_\(names.count + 1)") }
      guesses[place].look(at: cell.value)
    }
  }

  private mutating func index(of name: String) -> Int {
    if let index = names.firstIndex(where: { isSameIdentifier($0, name) }) { return index }
    add(name)
    return names.count - 1
  }

  private mutating func add(_ name: String) {
    names.append(name)
    guesses.append(TypeGuess())
  }

  /// The statement that makes the table.
  func sql(_ table: TableName) -> String {
    let columns = zip(names, guesses).map { "\(quotedIdentifier($0)) \($1.type)" }
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

/// The type of a column, by the values that were seen.
private struct TypeGuess {
  private var kinds: Set<String> = []

  mutating func look(at value: DatabaseValue) {
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

  /// What a field of comma-separated values looks like.
  private static func type(of text: String) -> String {
    if let integer = Int64(text), "\(integer)" == text { return "INTEGER" }
    var digits = Substring(text)
    if digits.hasPrefix("-") { digits.removeFirst() }
    // `007` and `1_000` are texts, and so is `nan`.
    let isPlain = text.utf8.allSatisfy { "0123456789.eE+-".utf8.contains($0) }
    let hasZero = digits.hasPrefix("0") && digits.count > 1 && !digits.hasPrefix("0.")
    guard isPlain, !hasZero, digits.first?.isNumber == true, digits.last?.isNumber == true,
      digits.contains(".") || digits.contains("e") || digits.contains("E"), Double(text) != nil
    else { return "TEXT" }
    return "REAL"
  }
}
