package import DatabaseTypes
import DynamicColumns
import SQLiteDatabase
package import TypedSQL

/// A value to fetch from the row that a statement wrote.
package struct RecordFetch<Value> {
  /// The contents of the row that a database returns.
  private enum Returned {
    case record(any (FetchableRecord & TableRecord).Type)
    case row([any SQLSelectable])
  }

  /// The contents that another database than SQLite returns.
  private let returned: Returned
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
      returned: .record(type),
      selection: { try $0.recordPlan(type).selection },
      fetch: { try $0.firstRecord(type) },
      needsRow: true
    )
  }
}

extension RecordFetch where Value == Row {
  /// Fetches columns and expressions.
  static func row<Record: TableRecord>(
    _ selection: [any SQLSelectable],
    of record: Record.Type
  ) -> RecordFetch {
    RecordFetch(
      returned: .row(selection),
      selection: { try RecordSelection(selection.map(\.sqlSelection), of: record, in: $0) },
      fetch: { try Row.fetchOne($0) },
      needsRow: true
    )
  }
}

extension RecordFetch {
  /// Returns the selection that a statement returns of a written record, as SQL without bindings.
  package func selection<Record: TableRecord>(
    of record: Record.Type,
    on source: any RecordSource
  ) throws -> QueryFragment {
    switch returned {
    case .record(let type): try type.returnedSelection(source)
    case .row(let selection): try record.returnedSelection(selection, source)
    }
  }

  /// Returns the value of the row that a statement returned.
  package func value(of row: Row) throws -> Value? {
    switch returned {
    case .record(let type): try type.init(row: row) as? Value
    case .row: row as? Value
    }
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
      returned: .row(selection),
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
