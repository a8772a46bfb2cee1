import DatabaseQueries
import DatabaseTypes
import IncrementalQueries
import SQLiteDatabase
import TypedSQL

/// The statements by which a plan reads rows with their keys: all of them, and those that were touched.
struct KeyedStatements<Key: PlanKey, Element: Sendable>: Sendable {
  /// Rows in order.
  struct Rows {
    var keys: [Key] = []
    var sorts: [DatabaseValue] = []
    var elements: [Element] = []
  }

  private let keyCount: Int
  private let sortCount: Int
  private let all: HiddenColumnQuery<Element>
  private let one: HiddenColumnQuery<Element>
  private let several: HiddenColumnQuery<Element>?

  /// Makes the statements.
  ///
  /// - Parameters:
  ///   - keyColumns: By what touched rows are read, where it is not their whole key.
  ///   - isLimited: Whether `all` takes the number of rows.
  init(
    _ planned: PlannedSelect,
    _ decoding: RowDecoding<Element>,
    keyColumns: [QueryFragment]? = nil,
    isLimited: Bool = false
  ) {
    let parts = planned.parts
    let hidden = planned.hidden
    keyCount = planned.keys.count
    sortCount = planned.order.count
    all = HiddenColumnQuery(
      parts.query(
        hidden: hidden,
        order: planned.writtenOrder,
        limit: isLimited ? "\(QueryBinding.parameter(1))" : nil
      ),
      hiddenCount: hidden.count,
      parameterCount: isLimited ? 1 : 0,
      decoding: decoding
    )
    let columns = keyColumns ?? planned.keys.map(\.expression)
    let hasKey = columns.enumerated().map { index, column in
      let comparison: QueryFragment = planned.hasIntegerKeys ? " = " : " IS "
      return QueryFragment("(") + column + ")" + comparison
        + "\(QueryBinding.parameter(index + 1))"
    }
    one = HiddenColumnQuery(
      parts.query(hidden: hidden, where: hasKey),
      hiddenCount: hidden.count,
      parameterCount: columns.count,
      decoding: decoding
    )
    several = planned.hasIntegerKeys ? Self.several(planned, decoding) : nil
  }

  private static func several(_ planned: PlannedSelect, _ decoding: RowDecoding<Element>)
    -> HiddenColumnQuery<Element>
  {
    let isKey =
      planned.keys[0].expression
      + " IN (SELECT value FROM json_each(\(QueryBinding.parameter(1))))"
    return HiddenColumnQuery(
      planned.parts.query(hidden: planned.hidden, where: [isKey]),
      hiddenCount: planned.hidden.count,
      parameterCount: 1,
      decoding: decoding
    )
  }

  /// Reads all rows, or the first ones.
  func readAll(_ db: Database, limit: Int? = nil) throws -> Rows {
    var rows = Rows()
    try all.forEach(db, limit.map { [.integer(Int64($0))] } ?? []) { element, hidden in
      rows.keys.append(try Key(hidden, count: keyCount))
      for index in 0..<sortCount { rows.sorts.append(try hidden.value(at: keyCount + index)) }
      rows.elements.append(element)
    }
    return rows
  }

  /// Calls a closure with each row that there is of a key: with its key, and the values by which it is ordered.
  func forEachRow(
    _ db: Database,
    of key: Key,
    _ body: (Key, [DatabaseValue], borrowing HiddenColumns) throws -> Void
  ) throws {
    try one.forEachRow(db, key.arguments) { hidden in
      try body(Key(hidden, count: keyCount), sorts(hidden), hidden)
    }
  }

  /// Decodes a row.
  func element(of hidden: borrowing HiddenColumns) throws -> Element { try one.element(of: hidden) }

  private func sorts(_ hidden: borrowing HiddenColumns) throws -> [DatabaseValue] {
    var sorts: [DatabaseValue] = []
    if sortCount > 0 { sorts.reserveCapacity(sortCount) }
    for index in 0..<sortCount { sorts.append(try hidden.value(at: keyCount + index)) }
    return sorts
  }

  /// Reads the rows that there are of some keys.
  func read(_ db: Database, keys: [Key]) throws -> [PlacedRow<Key, Element>] {
    var found: [PlacedRow<Key, Element>] = []
    if keys.count > 3, let several {
      let list = keys.lazy.flatMap(\.arguments).map(\.sqlLiteral).joined(separator: ",")
      try read(several, db, [.text("[" + list + "]")], into: &found)
      return found
    }
    for key in keys { try read(one, db, key.arguments, into: &found) }
    return keys.count > 1 ? found.withoutRepetitions() : found
  }

  private func read(
    _ query: HiddenColumnQuery<Element>,
    _ db: Database,
    _ arguments: [DatabaseValue],
    into found: inout [PlacedRow<Key, Element>]
  ) throws {
    try query.forEach(db, arguments) { element, hidden in
      let key = try Key(hidden, count: keyCount)
      found.append(PlacedRow(key: key, sorts: try sorts(hidden), element: element))
    }
  }
}

extension Array {
  /// Collations can make one row answer to several keys.
  fileprivate func withoutRepetitions<Key, Value>() -> [PlacedRow<Key, Value>]
  where Element == PlacedRow<Key, Value> {
    var known: Set<Key> = []
    return filter { known.insert($0.key).inserted }
  }
}

extension Database {
  /// Asks a collation where a text stands in relation to another.
  func compare(_ collation: String, _ left: String, _ right: String) throws -> Int {
    let sql = """
      SELECT CASE WHEN ?1 < ?2 COLLATE \(quotedIdentifier(collation)) THEN -1 \
      ELSE ?1 <> ?2 COLLATE \(quotedIdentifier(collation)) END
      """
    let row = try Row.fetchOne(self, sql: sql, arguments: [left, right])
    guard case .integer(let order) = row?.values.first else { return 0 }
    return Int(order)
  }
}
