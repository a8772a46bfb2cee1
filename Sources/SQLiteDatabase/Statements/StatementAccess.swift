public import DatabaseTypes
import SQLite

/// What a statement reads and does, as SQLite told when it was compiled.
///
/// https://www.sqlite.org/c3ref/set_authorizer.html
public struct StatementAccess: Sendable, Hashable {
  /// The tables and columns that are read, those of views and triggers included.
  public internal(set) var reads = Region()
  /// The tables of which rows are counted alone, by the names that the statement gives, without a schema.
  var unresolvedReads: Set<String> = []
  /// The tables and columns that are written, those of triggers included.
  public internal(set) var writes = Region()
  /// The tables that triggers write, by the triggers' names.
  package private(set) var triggerWrites: [String: Set<TableName>] = [:]
  /// The tables into which rows are inserted.
  var insertions: Set<TableName> = []
  /// The tables from which rows are deleted.
  var deletions: Set<TableName> = []
  /// The columns that are updated, by their tables.
  var updates: [TableName: Set<String>] = [:]
  /// What it does to a savepoint.
  var savepointStep: SavepointStep?
  /// Whether the schema is changed, or the statistics by which SQLite chooses how to run a query.
  public internal(set) var changesSchema = false
  /// Whether a database is attached or detached.
  public internal(set) var changesAttachments = false
  /// What it does to transactions, if that is what it is for.
  public internal(set) var transactionEffect: TransactionEffect?
  /// Whether it only asks for the journal mode, which SQLite takes for a change of it.
  var asksForJournalMode = false
  /// Whether it decides whether the connection holds its files for itself.
  var changesLockingMode = false

  /// What a statement does to a savepoint.
  struct SavepointStep: Sendable, Hashable {
    /// What is done.
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

  /// What a statement does to transactions.
  public enum TransactionEffect: String, Sendable, Hashable {
    /// A transaction begins.
    case begin
    /// The transaction is committed.
    case commit
    /// The transaction is rolled back.
    case rollback
    /// A savepoint begins, ends, or is rolled back to.
    case savepoint
  }
}

/// Records what statements do while they are compiled.
///
/// The authorizer is installed once, since installing it makes SQLite compile every statement again.
package final class AccessRecorder {
  private var access: StatementAccess?
  /// What statements read that SQLite compiled by itself.
  private var recompiled = StatementAccess()
  /// How often that happened, more or less: it grows whenever it does.
  @exclusivity(unchecked) private(set) var recompilationCount = 0
  /// Whether SQLite compiled a statement by itself, as it does when the schema has changed.
  @exclusivity(unchecked) private(set) var sawRecompilation = false

  package func start() { access = StatementAccess() }

  package func finish() -> StatementAccess {
    defer { access = nil }
    return access ?? StatementAccess()
  }

  /// What is done by the statements that SQLite has compiled by itself since the last call.
  func takeRecompilation() -> StatementAccess {
    defer {
      sawRecompilation = false
      recompiled = StatementAccess()
    }
    return recompiled
  }

  func authorize(_ event: borrowing Authorization) -> Authorization.Answer {
    guard access != nil else {
      sawRecompilation = true
      recompilationCount += 1
      access = recompiled
      note(event)
      recompiled = access ?? recompiled
      access = nil
      return .allow
    }
    note(event)
    return .allow
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
    // `count(*)` reads a column without a name: then any row matters. SQLite tells the schema only if the statement does.
    let column = event.second.flatMap { $0.isEmpty ? nil : $0 }
    guard let schema = event.schema else {
      access?.unresolvedReads.insert(table)
      return
    }
    access?.reads.insert(
      TableName(schema: schema, table),
      columns: column.map { [$0] }
    )
  }

  /// The table whose rows are written, unless it is one of SQLite's own.
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
