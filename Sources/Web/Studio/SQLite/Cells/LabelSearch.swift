import DatabaseTypes
import SQLiteDatabase
import Synchronization
import WebServer

/// A search for the row that a foreign key should refer to, by its label.
struct LabelSearch: Sendable {
  typealias Hit = LabelHit

  private let table: TableName
  private let prefix: String

  /// The time limits of the search by prefix, and of the search for any match.
  private static let limits = (ordered: Duration.milliseconds(300), any: Duration.milliseconds(200))
  private static let maxRows = LabelRequest.maxRows

  init(_ request: LabelRequest) { (table, prefix) = (request.table, request.prefix) }

  /// Searches for rows whose label has the prefix, and for the row with the number; for half a
  /// second at most.
  func rows(_ console: StatementConsole) async throws -> [LabelHit] {
    let found = Found()
    do {
      try await console.run(within: Self.limits.ordered) { db in
        try search(db, isOrdered: true, found)
      }
    } catch is TimeLimitReached {
      found.removeAll()
      do {
        try await console.run(within: Self.limits.any) { db in
          try search(db, isOrdered: false, found)
        }
      } catch is TimeLimitReached {
        // The rows found so far help more than an error.
      }
    }
    return found.all
  }

  private func search(_ db: Database, isOrdered: Bool, _ found: Found) throws {
    let key = try db.studioKey(of: table)
    guard !key.isEmpty else {
      throw RequestError(400, "The rows of \(table.name) have no key to refer to.")
    }
    let label = try db.columns(in: table).first { $0.affinity == .text }?.name ?? key[0]
    let names = (key + [label]).map(quotedIdentifier).joined(separator: ", ")
    let source = "\(quotedIdentifier(table.schema)).\(quotedIdentifier(table.name))"
    let select = "SELECT \(names) FROM \(source) WHERE "
    if key.count == 1, let number = Int64(prefix) {
      let isRow = "\(quotedIdentifier(key[0])) IS ?"
      try add(select + isRow, [.integer(number)], found, db)
    }
    let column = quotedIdentifier(label)
    let order = isOrdered ? " ORDER BY \(column)" : ""
    try add(
      select + "\(column) LIKE ? ESCAPE '\\'\(order) LIMIT \(Self.maxRows)",
      [.text(prefix.escapedForLike + "%")],
      found,
      db
    )
  }

  private func add(_ sql: String, _ values: [DatabaseValue], _ found: Found, _ db: Database) throws
  {
    try db.forEachRow(sql: sql, arguments: StatementArguments(values: values)) { row in
      let values = try row.cells()
      found.add(Hit(key: Array(values.dropLast()), label: values[values.count - 1]))
    }
  }

  /// The rows found so far, also by a search that was cancelled.
  ///
  /// State: the rows, guarded by a mutex.
  private final class Found: Sendable {
    private let hits = Mutex<[Hit]>([])
    var all: [Hit] { hits.withLock { $0 } }

    func add(_ hit: Hit) {
      hits.withLock { hits in
        if hits.count < maxRows, !hits.contains(where: { $0.key == hit.key }) { hits.append(hit) }
      }
    }

    func removeAll() { hits.withLock { $0 = [] } }
  }
}
