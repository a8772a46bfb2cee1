import DatabaseTypes
import PostgreSQL
import PostgreSQLDatabase
import WebServer

/// A search for the row of a PostgreSQL table that a foreign key should refer to.
struct PostgresLabelSearch: Sendable {
  private let table: StudioTable
  private let prefix: String

  /// The time limits of the search by prefix, and of the search for any match.
  private static let limits = (ordered: 300, any: 200)

  /// - Throws: `RequestError` if the rows of the table have no key.
  init(_ request: LabelRequest, in table: StudioTable) throws(RequestError) {
    guard !table.key.isEmpty else {
      throw RequestError(400, "The rows of \(table.name) have no key to refer to.")
    }
    (self.table, prefix) = (table, request.prefix)
  }

  /// Searches for rows whose label has the prefix, and for the row with the number; for half a
  /// second at most.
  func hits(_ database: PostgresDatabase) async throws -> [LabelHit] {
    let exact = try await rows(byNumber, within: Self.limits.any, database) ?? []
    let ordered = try await rows(labels(isOrdered: true), within: Self.limits.ordered, database)
    let any =
      ordered == nil
      ? try await rows(labels(isOrdered: false), within: Self.limits.any, database) : nil
    var known: Set<[WireCell]> = []
    let all = (exact + (ordered ?? any ?? [])).filter { known.insert($0.key).inserted }
    return Array(all.prefix(LabelRequest.maxRows))
  }

  /// The column that labels a row: the first text column, or the key.
  private var label: String {
    let texts: Set = ["text", "character varying", "bpchar"]
    return table.columns.first { texts.contains($0.valueType) }?.name ?? table.key[0]
  }

  private var selection: PostgresPiece {
    let list = (table.key + [label]).map(PostgresName.plain).joined(separator: ", ")
    return PostgresPiece("SELECT \(list) FROM \(PostgresName.whole(table.name)) WHERE ")
  }

  private var byNumber: PostgresPiece? {
    let types: Set = ["smallint", "integer", "bigint"]
    guard table.key.count == 1, let number = Int64(prefix),
      let column = table.columns.first(where: { $0.name == table.key[0] }),
      types.contains(column.valueType)
    else { return nil }
    return selection + "\(PostgresName.plain(column.name)) = "
      + PostgresPiece(WireCell(.integer(number)), as: "bigint")
  }

  private func labels(isOrdered: Bool) -> PostgresPiece {
    let name = PostgresName.plain(label)
    let pattern = WireCell(.text(prefix.escapedForLike + "%"))
    return selection + "CAST(\(name) AS text) ILIKE " + PostgresPiece(pattern, as: "text")
      + (isOrdered ? " ORDER BY \(name)" : "") + " LIMIT \(LabelRequest.maxRows)"
  }

  /// The rows of a piece of SQL; `nil` if that takes too long.
  private func rows(
    _ piece: PostgresPiece?,
    within limit: Int,
    _ database: PostgresDatabase
  ) async throws -> [LabelHit]? {
    guard let piece else { return [] }
    do {
      return try await database.read { db in
        try db.execute(script: "SET LOCAL statement_timeout = \(limit)")
        return try db.cells(piece).map { row in
          LabelHit(key: Array(row.dropLast()), label: row.last ?? WireCell(.null))
        }
      }
    } catch let error as PostgresError where error.isCancellation {
      try Task.checkCancellation()
      return nil
    }
  }
}
