import DynamicColumns
import SQLiteDatabase

/// What is made of the row that a statement wrote.
struct RecordFetch<Value> {
  /// What is returned of the row.
  let selection: (Database) throws -> RecordSelection
  /// Runs the statement.
  let fetch: (PreparedStatement) throws -> Value?
  /// Whether there is a value only where there is a row.
  let needsRow: Bool
}

extension RecordFetch where Value: FetchableRecord & TableRecord {
  /// A record of the row.
  static func record(_ type: Value.Type) -> RecordFetch {
    RecordFetch(
      selection: { try $0.recordPlan(type).selection },
      fetch: { try $0.firstRecord(type) },
      needsRow: true
    )
  }
}

extension RecordFetch {
  /// What a closure makes of columns and expressions.
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
            message: "The closure that fetches what was written has to run its statement: "
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
