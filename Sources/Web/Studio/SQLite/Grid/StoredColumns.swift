import DatabaseTypes
import SQLiteDatabase

/// The columns of a statement whose values are shown as stored, including texts that are not
/// UTF-8.
///
/// Such a text is read as its bytes, like a blob. So numbers follow the columns; their bits say
/// which values are blobs. If there is no room for several columns of numbers, they are one text;
/// if there is none for that either, such a text is shown as a blob.
enum StoredColumns {
  private static let bitsPerNumber = 60
  /// The maximum number of columns of a result. https://www.sqlite.org/limits.html#max_column
  static let maxCount = 2_000

  /// Whether the columns and their numbers are too many for a result.
  static func areTooMany(_ count: Int) -> Bool {
    count + (count + bitsPerNumber - 1) / bitsPerNumber > maxCount
  }

  /// The list of a SELECT.
  static func list(of names: [String]) -> String {
    let columns = names.enumerated().map { "\(quotedIdentifier($1)) AS c\($0)" }
    let numbers = stride(from: 0, to: names.count, by: bitsPerNumber).map { start in
      names[start...].prefix(bitsPerNumber).enumerated()
        .map { "((typeof(\(quotedIdentifier($1))) = 'blob') << \($0))" }.joined(separator: " | ")
    }
    if !areTooMany(names.count) { return (columns + numbers).joined(separator: ", ") }
    let text = numbers.map { "(\($0))" }.joined(separator: " || ' ' || ")
    return (columns + (names.count < maxCount ? [text] : [])).joined(separator: ", ")
  }

  /// The values of a row of such a list.
  ///
  /// - Parameter count: The number of its columns, without the numbers.
  static func cells(_ values: [DatabaseValue], count: Int) -> [WireCell] {
    let numbers = numbers(values.dropFirst(count))
    return values.prefix(count).enumerated().map { index, value in
      guard case .blob = value, index / bitsPerNumber < numbers.count else {
        return WireCell(value)
      }
      let bits = numbers[index / bitsPerNumber]
      return WireCell(value, isInvalidText: bits & (1 << Int64(index % bitsPerNumber)) == 0)
    }
  }

  private static func numbers(_ values: ArraySlice<DatabaseValue>) -> [Int64] {
    values.flatMap { value -> [Int64] in
      switch value {
      case .integer(let bits): [bits]
      case .text(let text): text.split(separator: " ").compactMap { Int64($0) }
      case .null, .real, .blob: []
      }
    }
  }
}
