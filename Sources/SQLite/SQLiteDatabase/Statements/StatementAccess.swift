public import DatabaseTypes
import SQLite

/// The reads and effects of a statement, as SQLite reported them when it was compiled.
///
/// https://www.sqlite.org/c3ref/set_authorizer.html
public struct StatementAccess: Sendable, Hashable {
  /// The tables and columns that are read, including through views and triggers.
  public internal(set) var reads = Region()
  /// The tables whose rows are only counted, by the names in the statement, without a schema.
  var unresolvedReads: Set<ByteText> = []
  /// The tables and columns that are written, including by triggers.
  public internal(set) var writes = Region()
  /// The tables that triggers write, by trigger name.
  package private(set) var triggerWrites: [String: Set<TableName>] = [:]
  /// The tables into which rows are inserted.
  var insertions: Set<TableName> = []
  /// The tables from which rows are deleted.
  var deletions: Set<TableName> = []
  /// The columns that are updated, by table.
  var updates: [TableName: Set<String>] = [:]
  /// The effect on a savepoint.
  var savepointStep: SavepointStep?
  /// Whether the statement changes the schema, or the statistics that the query planner uses.
  public internal(set) var changesSchema = false
  /// Whether the statement attaches or detaches a database.
  public internal(set) var changesAttachments = false
  /// The effect on transactions, if the statement controls them.
  public internal(set) var transactionEffect: TransactionEffect?
  /// Whether the statement only queries the journal mode, which SQLite considers a change.
  var asksForJournalMode = false
  /// Whether the statement sets the locking mode.
  var changesLockingMode = false
  /// Whether the statement switches an option that changes the results of other statements.
  var changesResults = false

  /// The effect of a statement on a savepoint.
  struct SavepointStep: Sendable, Hashable {
    /// The kind of operation.
    enum Operation: String, Sendable, Hashable {
      case begin = "BEGIN"
      case release = "RELEASE"
      case rollback = "ROLLBACK"
    }

    let operation: Operation
    let name: String
  }

  fileprivate mutating func note(_ table: TableName, writtenBy trigger: String) {
    triggerWrites[trigger, default: []].insert(table)
  }

  /// The effect of a statement on transactions.
  public enum TransactionEffect: String, Sendable, Hashable {
    /// A transaction begins.
    case begin
    /// The transaction is committed.
    case commit
    /// The transaction is rolled back.
    case rollback
    /// A savepoint begins, is released, or is rolled back to.
    case savepoint
  }
}

/// A recorder of the actions of statements while they are compiled.
///
/// The authorizer is set only once, since setting it makes SQLite recompile all statements.
package final class AccessRecorder {
  private var access: StatementAccess?
  /// The access of statements that SQLite recompiled on its own.
  private var recompiled = StatementAccess()
  /// A number that increases when SQLite recompiles a statement, by an arbitrary amount.
  @exclusivity(unchecked) private(set) var recompilationCount = 0
  /// Whether SQLite recompiled a statement on its own, as it does after a schema change.
  @exclusivity(unchecked) private(set) var sawRecompilation = false
  /// The closure that authorizes statements; `nil` to allow everything.
  var permission: ((borrowing Authorization) -> Authorization.Decision)?

  package func start() { access = StatementAccess() }

  package func finish() -> StatementAccess {
    defer { access = nil }
    return access ?? StatementAccess()
  }

  /// Returns and resets the access of statements that SQLite recompiled since the last call.
  func takeRecompilation() -> StatementAccess {
    defer {
      sawRecompilation = false
      recompiled = StatementAccess()
    }
    return recompiled
  }

  func authorize(_ event: borrowing Authorization) -> Authorization.Decision {
    guard access != nil else {
      sawRecompilation = true
      recompilationCount += 1
      access = recompiled
      note(event)
      recompiled = access ?? recompiled
      access = nil
      return permission?(event) ?? .allow
    }
    note(event)
    return permission?(event) ?? .allow
  }

  private func note(_ event: borrowing Authorization) {
    switch event.action {
    case .read: read(event)
    case .insert:
      write(event, columns: nil)
      if let table = table(of: event) { access?.insertions.insert(table) }
    case .delete:
      write(event, columns: nil)
      if let table = table(of: event) { access?.deletions.insert(table) }
    case .update:
      write(event, columns: event.second.map { [$0] })
      if let table = table(of: event) {
        access?.updates[table, default: []].formUnion(event.second.map { [$0] } ?? [])
      }
    case .transaction: access?.transactionEffect = Self.effect(event.first)
    case .savepoint:
      access?.transactionEffect = .savepoint
      access?.savepointStep = Self.savepointStep(event)
    case .pragma:
      let isMode = event.first.map { isSameIdentifier($0, "journal_mode") } ?? false
      access?.asksForJournalMode = isMode && event.second == nil
      if event.first.map({ isSameIdentifier($0, "locking_mode") }) == true, event.second != nil {
        access?.changesLockingMode = true
      }
      let isLike = event.first.map { isSameIdentifier($0, "case_sensitive_like") } ?? false
      if isLike, event.second != nil { access?.changesResults = true }
    case let action:
      if action.changesSchema { access?.changesSchema = true }
      if action == .attach || action == .detach { access?.changesAttachments = true }
      if action == .dropTable || action == .dropVirtualTable { write(event, columns: nil) }
      if action == .alterTable, let schema = event.first, let table = event.second {
        access?.writes.insert(TableName(schema: schema, table))
      }
    }
  }

  private func read(_ event: borrowing Authorization) {
    guard let table = event.first else { return }
    // `count(*)` reads a column without a name, which stands for any column. SQLite reports the
    // schema only if the statement names it.
    let column = event.second.flatMap { $0.isEmpty ? nil : $0 }
    guard let schema = event.schema else {
      access?.unresolvedReads.insert(ByteText(table))
      return
    }
    access?.reads.insert(
      TableName(schema: schema, table),
      columns: column.map { [$0] }
    )
  }

  /// Returns the table whose rows are written, or `nil` for an internal table of SQLite.
  private func table(of event: borrowing Authorization) -> TableName? {
    guard let table = event.first, !table.hasPrefix("sqlite_") else { return nil }
    return TableName(schema: event.schema ?? "main", table)
  }

  private static func savepointStep(
    _ event: borrowing Authorization
  ) -> StatementAccess.SavepointStep? {
    guard
      let operation = event.first.flatMap({ StatementAccess.SavepointStep.Operation(rawValue: $0) }
      ),
      let name = event.second
    else { return nil }
    return StatementAccess.SavepointStep(operation: operation, name: name)
  }

  private func write(_ event: borrowing Authorization, columns: [String]?) {
    guard let name = event.first else { return }
    let table = TableName(schema: event.schema ?? "main", name)
    access?.writes.insert(table, columns: columns)
    if let trigger = event.triggerOrView { access?.note(table, writtenBy: trigger) }
  }

  private static func effect(_ operation: String?) -> StatementAccess.TransactionEffect {
    switch operation {
    case "COMMIT": .commit
    case "ROLLBACK": .rollback
    default: .begin
    }
  }
}
