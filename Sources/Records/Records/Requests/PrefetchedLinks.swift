import DatabaseTypes
import SQLiteDatabase

/// A matching of prefetched rows to their owners, by comparing columns as SQLite does.
///
/// 1. Values of one storage class, other than text, are compared directly.
/// 2. So is text, if the column's collation is `BINARY`.
/// 3. SQLite compares all other values: collations make different texts equal, and affinities make
///    values of two classes equal.
struct PrefetchedLinks: PrefetchedLinking {
  private let db: Database
  private let table: TableName
  private let columns: [String]
  private let collations: [String?]

  init(to columns: [String], of table: String, in db: Database) throws {
    self.db = db
    let name = try db.tableName(table, in: nil)
    self.table = name
    self.columns = columns
    collations = try columns.map { try db.collation(of: $0, in: name) }
  }

  /// Returns the rows of each key, in order.
  func relations(
    of keys: ArraySlice<[DatabaseValue]>,
    _ rows: [(row: Row, link: [DatabaseValue])]
  ) throws -> FetchedRelations {
    var relations: FetchedRelations = [:]
    guard !areDirectlyComparable(keys, rows.map(\.link)) else {
      for (row, link) in rows { relations[link, default: []].append(row) }
      return relations
    }
    let matches = try matches(of: keys)
    for (row, link) in rows {
      for key in matches[link] ?? [] { relations[key, default: []].append(row) }
    }
    return relations
  }

  private func areDirectlyComparable(
    _ keys: ArraySlice<[DatabaseValue]>,
    _ links: [[DatabaseValue]]
  ) -> Bool {
    columns.indices.allSatisfy { index in
      guard let storageClass = keys.first?[index].storageClass else { return true }
      if storageClass == .text, collations[index] != "BINARY" { return false }
      return keys.allSatisfy { $0[index].storageClass == storageClass }
        && links.allSatisfy { $0[index].storageClass == storageClass }
    }
  }

  /// Returns the keys that are equal to the values of rows.
  private func matches(
    of keys: ArraySlice<[DatabaseValue]>
  ) throws -> [[DatabaseValue]: [[DatabaseValue]]] {
    var matches: [[DatabaseValue]: [[DatabaseValue]]] = [:]
    // Each value is a parameter.
    let size = max(1, 30_000 / max(columns.count, 30))
    for start in stride(from: keys.startIndex, to: keys.endIndex, by: size) {
      let part = keys[start..<min(start + size, keys.endIndex)]
      for row in try db.internalRows(sql(part), part.flatMap { $0 }) {
        let key = keys[Int(try Int64(databaseValue: row[0]))]
        matches[Array(row.dropFirst()), default: []].append(key)
      }
    }
    return matches
  }

  private func sql(_ keys: ArraySlice<[DatabaseValue]>) -> String {
    let places = repeatElement(", ?", count: columns.count).joined()
    let rows = keys.indices.map { "(\($0)\(places))" }.joined(separator: ", ")
    let names = columns.map { "t.\(quotedIdentifier($0))" }
    let conditions = names.enumerated().map { "\($1) = k.column\($0 + 2)" }
    // Texts that are equal by the column's collation are still different values.
    let values = names.map { "\($0) COLLATE BINARY" }.joined(separator: ", ")
    return """
      SELECT DISTINCT k.column1, \(values) FROM (VALUES \(rows)) AS k
      JOIN \(quotedIdentifier(table.schema)).\(quotedIdentifier(table.name)) AS t
      ON \(conjunction(of: conditions))
      """
  }
}
