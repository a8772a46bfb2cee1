import DatabaseTypes
import PostgreSQL
import PostgreSQLDatabase
import WebServer

/// Changes on PostgreSQL that are made in one transaction: all of them, or none.
struct PostgresEdits: Sendable {
  let changes: [StagedChange]
  /// Whether the changes restore rows.
  var isUndo = false

  /// The time for which a change waits for a row that another transaction has locked.
  private static let lockLimit = "5s"

  /// The statements of the changes, in readable form.
  func texts(of structure: StudioStructure) throws(RequestError) -> [String] {
    var texts: [String] = []
    for change in changes { texts.append(try statement(change, structure).piece.text) }
    return texts
  }

  private func statement(_ change: StagedChange, _ structure: StudioStructure)
    throws(RequestError) -> PostgresEditStatement
  {
    try PostgresEditStatement(change, of: structure.table(change.table), isUndo: isUndo)
  }

  /// The result of making changes.
  struct Applied: Sendable {
    /// The changes that undo it, the last one first.
    var inverse: [StagedChange] = []
    /// Whether these undo everything: the effects of foreign keys on other rows are unknown here.
    var isWhole = true
  }

  /// Makes the changes, within a transaction.
  ///
  /// - Returns: The changes that undo them.
  /// - Throws: ``EditRefusal`` with the first change that cannot be made.
  func apply(to db: PostgresConnection, _ structure: StudioStructure) throws -> Applied {
    try db.execute(script: "SET LOCAL lock_timeout = '\(Self.lockLimit)'")
    var applied = Applied()
    var checked: Set<TableName> = []
    for (index, change) in changes.enumerated() {
      do {
        let table = try structure.table(change.table)
        let statement = try statement(change, structure)
        let rows = try db.cells(statement.returning)
        guard rows.count == 1 else {
          throw try EditRefusal(of: change, at: index, count: rows.count, in: table) {
            try row(of: $0, $1, table, db)
          }
        }
        applied.inverse.insert(change.inverse(statement.returned, rows[0], of: table), at: 0)
        if change.isDeletion, checked.insert(table.name).inserted,
          try Self.reachesFurther(table, db)
        {
          applied.isWhole = false
        }
      } catch let refusal as EditRefusal {
        throw refusal
      } catch let error as PostgresError where error.code == .lockNotAvailable {
        throw EditRefusal(index: index, message: Self.locked)
      } catch {
        throw EditRefusal(index: index, message: StudioProblem(error).sentence)
      }
    }
    return applied
  }

  private static let locked =
    "Someone else has changed this row and not committed yet. Try again when they have."

  /// Whether the rows of other tables are deleted or changed with one of a table.
  private static func reachesFurther(_ table: StudioTable, _ db: PostgresConnection) throws -> Bool
  {
    try db.count(
      "SELECT count(*) FROM pg_catalog.pg_constraint WHERE contype = 'f' AND confdeltype IN ('c', 'n', 'd') AND confrelid = "
        + PostgresPiece(WireCell(.text(PostgresName.whole(table.name))), as: "regclass")
    ) > 0
  }

  private func row(
    of key: [WireCell],
    _ columns: [String],
    _ table: StudioTable,
    _ db: PostgresConnection
  ) throws -> [WireCell]? { try db.cells(table.selection(of: columns, key: key)).first }
}

extension StudioTable {
  /// The values of some columns of the row with a key.
  func selection(of columns: [String], key: [WireCell]) -> PostgresPiece {
    let list = columns.map(PostgresName.plain).joined(separator: ", ")
    return "SELECT \(list) FROM \(PostgresName.whole(name)) WHERE " + postgresIsKey(key)
  }
}

extension StagedChange {
  fileprivate var isDeletion: Bool { if case .delete = kind { true } else { false } }

  /// The change that undoes this one.
  ///
  /// - Parameters:
  ///   - names: The columns that its statement has returned.
  ///   - row: The values of these columns.
  fileprivate func inverse(_ names: [String], _ row: [WireCell], of table: StudioTable)
    -> StagedChange
  {
    let values = Dictionary(zip(names, row), uniquingKeysWith: { first, _ in first })
    let key = table.key.map { values[$0] ?? WireCell(.null) }
    let kind: Kind =
      switch kind {
      case .update(_, let column, let was, _):
        .update(key: key, column: column, was: values[column] ?? WireCell(.null), value: was)
      case .insert: .delete(key: key, was: values)
      case .delete:
        .insert(
          values: values.filter { name, _ in
            table.columns.contains { $0.name == name && (!$0.isGenerated || $0.isNumbered) }
          }
        )
      }
    return StagedChange(table: self.table, kind: kind)
  }
}
