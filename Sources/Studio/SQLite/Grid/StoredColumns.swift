import DatabaseTypes
import SQLiteDatabase

/// The columns of a statement whose values are shown as stored, including texts that are not
/// UTF-8.
///
/// Such a text is read as its bytes, like a blob. So numbers follow the columns; their bits say
/// which values are blobs.
enum StoredColumns {
  private static let bitsPerNumber = 60

  /// The list of a SELECT.
  static func list(of names: [String]) -> String {
    let columns = names.enumerated().map { "\(quotedIdentifier($1)) AS c\($0)" }
    let numbers = stride(from: 0, to: names.count, by: bitsPerNumber).map { start in
      names[start...].prefix(bitsPerNumber).enumerated()
        .map { "((typeof(\(quotedIdentifier($1))) = 'blob') << \($0))" }.joined(separator: " | ")
    }
    return (columns + numbers).joined(separator: ", ")
  }

  /// The values of a row of such a list.
  ///
  /// - Parameter count: The number of its columns, without the numbers.
  static func cells(_ values: [DatabaseValue], count: Int) -> [WireCell] {
    values.prefix(count).enumerated().map { index, value in
      guard case .blob = value, case .integer(let bits) = values[count + index / bitsPerNumber]
      else {
        return WireCell(value)
      }
      return WireCell(value, isInvalidText: bits & (1 << Int64(index % bitsPerNumber)) == 0)
    }
  }
}
