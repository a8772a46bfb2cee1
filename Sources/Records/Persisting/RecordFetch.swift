import DynamicColumns
import SQLiteDatabase

/// A value to fetch from the row that a statement wrote.
struct RecordFetch<Value> {
  /// Returns the columns and expressions to return from the row.
  let selection: (Database) throws -> RecordSelection
  /// Runs the statement.
  let fetch: (PreparedStatement) throws -> Value?
  /// Whether there is no value if there is no row.
  let needsRow: Bool
}

extension RecordFetch where Value: FetchableRecord & TableRecord {
  /// Fetches a record of the row.
  static func record(_ type: Value.Type) -> RecordFetch {
    RecordFetch(
      selection: { try $0.recordPlan(type).selection },
      fetch: { try $0.firstRecord(type) },
      needsRow: true
    )
  }
}

extension RecordFetch {
  /// Fetches the result of a closure from columns and expressions.
  static func values<Record: TableRecord>(
    _ selection: [any SQLSelectable],
    of record: Record.Type,
    _ fetch: @escaping (PreparedStatement) throws -> Value
  ) -> RecordFetch {
    RecordFetch(
      selection: { try RecordSelection(selection.map(\.sqlSelection), of: record, in: $0) },
      fetch: { statement in
        let runCount = statement.runCount
        let value = try fetch(statement)
        // A statement that was not run has written nothing.
        guard statement.runCount > runCount else {
          throw DatabaseError(
            code: .misuse,
            message: "The closure that fetches the written row must run its statement: "
              + "`try Int.fetchOne(statement)`.",
            sql: statement.sql
          )
        }
        return value
      },
      needsRow: false
    )
  }
}
