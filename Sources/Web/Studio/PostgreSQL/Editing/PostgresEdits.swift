import DatabaseTypes
import PostgreSQL
import PostgreSQLDatabase
import WebServer

/// Edits on PostgreSQL that are made in one transaction: all of them, or none.
struct PostgresEdits: Sendable {
  let edits: [RowEdit]
  /// Whether the edits restore rows.
  var isUndo = false

  /// The time for which a change waits for a row that another transaction has locked.
  private static let lockLimit = "5s"

  /// The statements of the edits, in readable form.
  func texts(of structure: StudioStructure) throws(RequestError) -> [String] {
    var texts: [String] = []
    for edit in edits { texts.append(try statement(edit.change, structure).piece.text) }
    return texts
  }

  private func statement(_ change: StagedChange, _ structure: StudioStructure)
    throws(RequestError) -> PostgresEditStatement
  {
    try PostgresEditStatement(change, of: structure.table(change.table), isUndo: isUndo)
  }

  /// The result of making edits.
  struct Applied: Sendable {
    /// The changes that undo it, the last one first.
    var inverse: [StagedChange] = []
    /// Whether these undo everything: the effects of foreign keys on other rows are unknown here.
    var isWhole = true
  }

  /// Makes the edits, within a transaction.
  ///
  /// - Returns: The changes that undo them.
  /// - Throws: ``EditRefusal`` with the first change that cannot be made.
  func apply(to db: PostgresConnection, _ structure: StudioStructure) throws -> Applied {
    try db.execute(script: "SET LOCAL lock_timeout = '\(Self.lockLimit)'")
    var applied = Applied()
    var checked: Set<TableName> = []
    for edit in edits {
      do {
        let table = try structure.table(edit.change.table)
        let statement = try statement(edit.change, structure)
        let old = try large(edit.change, table, db)
        let rows = try db.cells(statement.returning)
        guard rows.count == 1 else {
          throw try EditRefusal(of: edit, count: rows.count, in: table) {
            try row(of: $0, $1, table, db)
          }
        }
        let inverse = edit.change.inverse(statement.returned, rows[0], old, of: table)
        applied.inverse.insert(inverse, at: 0)
        // What the triggers of a view did is not known.
        if table.kind == .view { applied.isWhole = false }
        if edit.change.isDeletion, checked.insert(table.name).inserted,
          try Self.reachesFurther(table, db)
        {
          applied.isWhole = false
        }
      } catch let refusal as EditRefusal {
        throw refusal
      } catch let error as PostgresError where error.code == .lockNotAvailable {
        throw EditRefusal(index: edit.place, message: Self.locked)
      } catch {
        throw EditRefusal(index: edit.place, message: StudioProblem(error).sentence)
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

  /// The old values of which the user has sent only the hash, for undoing the change.
  private func large(_ change: StagedChange, _ table: StudioTable, _ db: PostgresConnection) throws
    -> [String: WireCell]
  {
    guard case .update(let key, let cells) = change.kind, table.kind != .view else { return [:] }
    let names = cells.filter { if case .digest = $0.was { true } else { false } }.map(\.column)
    if names.isEmpty { return [:] }
    // The lock keeps the row as it is until the statement.
    let row = try db.cells(table.selection(of: names, key: key) + " FOR UPDATE").first ?? []
    return Dictionary(zip(names, row), uniquingKeysWith: { first, _ in first })
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
  ///   - old: The values before, of which the change has only the hash.
  fileprivate func inverse(
    _ names: [String],
    _ row: [WireCell],
    _ old: [String: WireCell],
    of table: StudioTable
  ) -> StagedChange {
    let values = Dictionary(zip(names, row), uniquingKeysWith: { first, _ in first })
    let key = table.key.map { values[$0] ?? WireCell(.null) }
    let kind: Kind =
      switch kind {
      case .update(_, let cells):
        .update(key: key, cells: cells.map { $0.inverse(now: values[$0.column], old: old) })
      case .insert: .delete(key: key, was: values.mapValues(SeenCell.whole))
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

extension StagedChange.NewCell {
  /// The change that gives the column its old value again.
  fileprivate func inverse(now: WireCell?, old: [String: WireCell]) -> Self {
    let before =
      switch was {
      case .whole(let cell): cell
      // The row was there, and so its value was read.
      case .digest: old[column] ?? WireCell(.null)
      }
    return Self(column: column, was: .whole(now ?? WireCell(.null)), value: before)
  }
}
