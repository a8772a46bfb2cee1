import DatabaseTypes
import PostgreSQL
import Records
import TypedSQL

/// The columns of records that are copied.
struct RecordCopyColumns {
  /// The names, as records have them.
  let names: [String]
  /// The names, as the table has them.
  let namesInTable: [String]
  /// The index of each column's value in a record's row.
  let places: [Int]
  /// The indices of the key's values in a record's row.
  let keyPlaces: [Int]
  /// The column whose integer is the row number; `nil` if rows have none.
  private(set) var rowIDColumn: String?
  /// The key's column, if it has only one.
  let onlyKey: (name: String, column: Int)?

  /// Creates the columns that a record writes; `nil` if it does not write all columns of the key.
  init?<Record: MutablePersistableRecord>(_ writer: RecordWriter<Record>) {
    let all = writer.container.columns.map { ByteText.foldingASCII($0) }
    let key = writer.key.map { ByteText.foldingASCII($0) }
    // For a NULL key of one column, a value is generated before it is written.
    let names = (key.count == 1 ? writer.columns : writer.insertedColumns).map(\.column)
    let written = names.map { ByteText.foldingASCII($0) }
    guard !names.isEmpty, key.allSatisfy({ written.contains($0) }) else { return nil }
    self.names = names
    namesInTable = names.map { writer.nameInTable($0) }
    places = written.compactMap { name in all.firstIndex(of: name) }
    keyPlaces = key.compactMap { name in all.firstIndex(of: name) }
    onlyKey =
      key.count == 1
      ? written.firstIndex(of: key[0]).map { (writer.key[0], $0) } : nil
  }

  /// Returns whether the key that the server would return is known from a record's value, and
  /// learns whether it is a row number.
  ///
  /// A value of another type, such as `numeric`, might be returned as an integer or not.
  mutating func knowKey(of types: [PostgresType]) -> Bool {
    guard let onlyKey else { return true }
    switch types[onlyKey.column].kind {
    case .int2, .int4, .int8: rowIDColumn = onlyKey.name
    case .text, .uuid, .date, .timestamp, .timestamptz, .bytea: break
    default: return false
    }
    return true
  }

  /// The kind of key that a record's row has.
  enum Key {
    case value
    /// NULL, instead of which the server generates a value.
    case missing
    /// A value that only a statement can write.
    case other
  }

  /// Returns the kind of key that a record's row has.
  func key(of row: UnsafeBufferPointer<DatabaseValue>) -> Key {
    for place in keyPlaces {
      switch row[place] {
      case .null: return .missing
      case .integer: continue
      case .real, .text, .blob: if rowIDColumn != nil { return .other }
      }
    }
    return .value
  }
}
