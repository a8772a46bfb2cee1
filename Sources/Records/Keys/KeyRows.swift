import DatabaseTypes
import SQLiteDatabase
import TypedSQL

/// Keys of rows, as they are stored: any number of them.
struct KeyRows {
  let columns: [String]
  /// The values of each key, each key once.
  private(set) var values: [[DatabaseValue]] = []
  private var known: Set<[DatabaseValue]> = []

  init(columns: [String]) { self.columns = columns }

  /// Adds a key; one with NULL in it is that of no row.
  mutating func insert(_ key: [DatabaseValue]) {
    guard !key.contains(.null), known.insert(key).inserted else { return }
    values.append(key)
  }

  /// Parts of the keys that a statement can bind.
  ///
  /// They have few different lengths, so that few statements are compiled: the last key is repeated.
  var parts: [[DatabaseValue]] {
    let limit = max(1, Self.maximumParameterCount / max(columns.count, 1))
    return stride(from: 0, to: values.count, by: limit).map { start in
      let part = values[start..<min(start + limit, values.count)]
      var length = 1
      while length < part.count { length *= 2 }
      let padding = repeatElement(part.last ?? [], count: min(length, limit) - part.count)
      return (part + padding).flatMap(\.self)
    }
  }

  /// The condition that a part of the keys binds.
  func condition(for part: [DatabaseValue]) -> String {
    let names = columns.map(quotedIdentifier)
    if part.count == columns.count { return names.map { "\($0) = ?" }.joined(separator: " AND ") }
    if columns.count == 1 { return "\(names[0]) IN (\(Self.places(part.count)))" }
    let row = "(\(Self.places(columns.count)))"
    let rows = repeatElement(row, count: part.count / columns.count).joined(separator: ", ")
    return "(\(names.joined(separator: ", "))) IN (VALUES \(rows))"
  }

  private static func places(_ count: Int) -> String {
    repeatElement("?", count: count).joined(separator: ", ")
  }

  private static let maximumParameterCount = 512
}

extension RecordPlan {
  /// A key of one column, as it is stored.
  func keyRows<Key: DatabaseValueConvertible>(_ keys: some Sequence<Key>) throws -> KeyRows {
    guard key.columns.count == 1, let column = key.columns.first else {
      throw RecordError.noSingleColumnKey(databaseTableName: tableName)
    }
    var rows = KeyRows(columns: [column])
    for key in keys { rows.insert([try encoding.databaseValue(of: key, inColumn: column)]) }
    return rows
  }

  /// Keys by names, as they are stored: those of the same columns together.
  func keyRows(
    _ keys: some Sequence<[String: (any DatabaseValueConvertible)?]>,
    in db: Database
  ) throws -> [KeyRows] {
    var all: [KeyRows] = []
    for key in keys {
      let columns = key.keys.sorted()
      if let index = all.firstIndex(where: { $0.columns == columns }) {
        all[index].insert(try values(of: key, columns))
      } else {
        try checkUniqueKey(columns, in: db)
        var rows = KeyRows(columns: columns)
        rows.insert(try values(of: key, columns))
        all.append(rows)
      }
    }
    return all
  }

  private func values(
    of key: [String: (any DatabaseValueConvertible)?],
    _ columns: [String]
  ) throws -> [DatabaseValue] {
    try columns.map { column in
      guard let value = key[column] ?? nil else { return .null }
      return try encoding.databaseValue(of: value, inColumn: column)
    }
  }

  private func checkUniqueKey(_ columns: [String], in db: Database) throws {
    guard !columns.isEmpty, try db.table(table, hasUniqueKey: columns) else {
      throw RecordError.noUniqueKey(columns, databaseTableName: tableName)
    }
  }
}
