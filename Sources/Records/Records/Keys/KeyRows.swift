import DatabaseTypes
import SQLiteDatabase
import TypedSQL

/// A list of keys with the same columns, as they are stored.
struct KeyRows {
  let columns: [String]
  /// The values of each key, without duplicates.
  private(set) var values: [[DatabaseValue]] = []
  private var known: Set<[DatabaseValue]> = []

  init(columns: [String]) { self.columns = columns }

  /// Adds a key, unless it contains NULL and so matches no row.
  mutating func insert(_ key: [DatabaseValue]) {
    guard !key.contains(.null), known.insert(key).inserted else { return }
    values.append(key)
  }

  /// The keys in parts that a statement can bind.
  ///
  /// The parts have few different lengths, so that few statements are compiled: the last key is
  /// repeated as padding.
  var batches: [[DatabaseValue]] {
    let limit = max(1, Self.maximumParameterCount / max(columns.count, 1))
    return stride(from: 0, to: values.count, by: limit).map { start in
      let part = values[start..<min(start + limit, values.count)]
      var length = 1
      while length < part.count { length *= 2 }
      let padding = repeatElement(part.last ?? [], count: min(length, limit) - part.count)
      return (part + padding).flatMap(\.self)
    }
  }

  /// Returns the condition that binds a part of the keys.
  func condition(for part: [DatabaseValue]) -> String {
    let names = columns.map(quotedIdentifier)
    if part.count == columns.count { return conjunction(of: names.map { "\($0) = ?" }) }
    if columns.count == 1 { return "\(names[0]) IN (\(Self.placeholders(part.count)))" }
    let row = "(\(Self.placeholders(columns.count)))"
    let rows = repeatElement(row, count: part.count / columns.count).joined(separator: ", ")
    return "(\(names.joined(separator: ", "))) IN (VALUES \(rows))"
  }

  private static func placeholders(_ count: Int) -> String {
    repeatElement("?", count: count).joined(separator: ", ")
  }

  private static let maximumParameterCount = 512
}

extension RecordPlan {
  /// Returns single-column keys, as they are stored.
  func keyRows<Key: DatabaseValueConvertible>(_ keys: some Sequence<Key>) throws -> KeyRows {
    guard key.columns.count == 1, let column = key.columns.first else {
      throw RecordError.noSingleColumnKey(databaseTableName: tableName)
    }
    var rows = KeyRows(columns: [column])
    for key in keys { rows.insert([try encoding.databaseValue(of: key, inColumn: column)]) }
    return rows
  }

  /// Returns keys given by column names, as they are stored, grouped by columns.
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
