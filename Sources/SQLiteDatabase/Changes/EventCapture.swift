import DatabaseTypes
import SQLite

/// Keeps the single events of a transaction until its observers are told of them.
///
/// Observers are told when the statement has ended, and not while it runs: one that fails undoes what it did. Within a
/// savepoint they are told when the outermost one is released, or the transaction commits, since a savepoint can be
/// rolled back too.
///
/// Its properties are used by one thread at a time and by no two calls at once, so that exclusive access is not
/// checked while the program runs.
///
/// - Invariant: The starts of the savepoints do not decrease, and are at most the number of pending events.
final class EventCapture {
  /// Who is told of what a statement does to a table.
  fileprivate struct Audience {
    struct Member {
      weak var observer: (any TransactionObserver)?
      let id: ObjectIdentifier

      init(_ observer: any TransactionObserver) {
        self.observer = observer
        id = ObjectIdentifier(observer)
      }
    }

    let table: TableName
    let nameBytes: PreupdateEvent.NameBytes
    /// `nil` for changes of which no rows are known.
    let kind: DatabaseEvent.Kind?
    let members: [Member]

    init(
      _ table: TableName,
      _ kind: DatabaseEvent.Kind?,
      _ observers: [any TransactionObserver]
    ) {
      self.table = table
      nameBytes = PreupdateEvent.NameBytes(table)
      self.kind = kind
      members = observers.map(Member.init)
    }

    func isSame(as other: Audience) -> Bool {
      kind == other.kind && table == other.table && members.map(\.id) == other.members.map(\.id)
    }
  }

  private struct Pending {
    let audience: Int32
    let rowID: Int64
  }

  @exclusivity(unchecked) private var audiences: [Audience] = []
  /// Those of the statement that runs.
  @exclusivity(unchecked) private var current = 0..<0
  @exclusivity(unchecked) private var pending: [Pending] = []
  /// How many were pending when the statement began.
  @exclusivity(unchecked) private var statementStart = 0
  /// Those who were asked what of the statement they want to be told of.
  private var asked: [Audience.Member] = []
  @exclusivity(unchecked) private var savepoints: [(name: String, start: Int)] = []
  /// The observers that do not want to hear of the rest of the transaction.
  private var stopped: Set<ObjectIdentifier> = []
  private var isTelling = false
}

// MARK: - While a statement runs

extension EventCapture {
  /// A statement is about to write.
  ///
  /// - Parameter kinds: What it may do.
  /// - Returns: Whether somebody wants to be told of it.
  func statementWillWrite(
    _ kinds: [(table: TableName, kind: DatabaseEventKind)],
    _ observers: [any TransactionObserver]
  ) -> Bool {
    statementStart = pending.count
    if pending.isEmpty, audiences.count > 64 {
      audiences = []
      current = 0..<0
    }
    let wanting = observers.filter { !stopped.contains(ObjectIdentifier($0)) }
    asked = wanting.map(Audience.Member.init)
    let next = kinds.map { table, kind in
      Audience(table, kind.event, wanting.filter { $0.observes(eventsOfKind: kind) })
    }
    let isSame =
      next.count == current.count && zip(next, audiences[current]).allSatisfy { $0.isSame(as: $1) }
    if !isSame {
      current = audiences.count..<audiences.count + next.count
      audiences += next
    }
    return next.contains { !$0.members.isEmpty }
  }

  /// Keeps an event; called by SQLite before the row is changed.
  ///
  /// - Parameter columnNames: The columns of a table, for an update that the statement did not announce.
  func record(
    _ event: borrowing PreupdateEvent,
    columnNames: (TableName) -> [String]
  ) {
    let kind = event.kind
    var index = -1
    for candidate in current where audiences[candidate].kind == kind {
      if event.isIn(audiences[candidate].nameBytes) { index = candidate }
    }
    if index < 0 { index = addUnannounced(event.table, kind, columnNames) }
    guard !audiences[index].members.isEmpty else { return }
    let rowID = event.operation == .delete ? event.oldRowID : event.newRowID
    pending.append(Pending(audience: Int32(truncatingIfNeeded: index), rowID: rowID))
  }

  /// A table that keeps the data of a virtual one is written without the statement's saying so.
  private func addUnannounced(
    _ table: TableName,
    _ kind: DatabaseEvent.Kind,
    _ columnNames: (TableName) -> [String]
  ) -> Int {
    let question: DatabaseEventKind =
      switch kind {
      case .insert: .insert(tableName: table.name)
      case .delete: .delete(tableName: table.name)
      case .update: .update(tableName: table.name, columnNames: Set(columnNames(table)))
      }
    let wanting = asked.compactMap(\.observer).filter { $0.observes(eventsOfKind: question) }
    audiences.append(Audience(table, kind, wanting))
    current = current.lowerBound..<audiences.count
    return audiences.count - 1
  }

  /// The statement has changed rows of which no hook told.
  func noteUnseenChanges() {
    var seen: Set<ObjectIdentifier> = []
    let observers = audiences[current].flatMap(\.members)
      .filter { seen.insert($0.id).inserted }.compactMap(\.observer)
    noteUnseenChanges(observers)
  }

  /// Rows were changed of which no hook tells.
  func noteUnseenChanges(_ observers: [any TransactionObserver]) {
    guard !observers.isEmpty else { return }
    audiences.append(Audience(TableName(""), nil, observers))
    pending.append(Pending(audience: Int32(truncatingIfNeeded: audiences.count - 1), rowID: 0))
    // The announced kinds have to stand together.
    current = audiences.count..<audiences.count
  }

  /// The statement failed, and what it did was undone.
  func forgetStatement() { pending.removeLast(max(pending.count - statementStart, 0)) }
}

// MARK: - Savepoints

extension EventCapture {
  /// A savepoint began, ended or was rolled back to.
  func note(_ step: StatementAccess.SavepointStep) {
    guard step.operation != .begin else {
      return savepoints.append((step.name, pending.count))
    }
    let index = savepoints.lastIndex { isSameIdentifier($0.name, step.name) }
    guard let index else { return }
    if step.operation == .release {
      savepoints.removeSubrange(index...)
      tellUnlessInSavepoint()
    } else {
      savepoints.removeSubrange((index + 1)...)
      pending.removeLast(max(pending.count - savepoints[index].start, 0))
    }
  }

  /// Tells of what happened, unless it may be undone by the savepoint that it stands in.
  func tellUnlessInSavepoint() { if savepoints.isEmpty { tell() } }

  /// Nothing is pending any more: the transaction has ended, or was rolled back.
  func reset() {
    if !pending.isEmpty { pending = [] }
    if !audiences.isEmpty {
      audiences = []
      current = 0..<0
    }
    if !asked.isEmpty { asked = [] }
    if !savepoints.isEmpty { savepoints = [] }
    if !stopped.isEmpty { stopped = [] }
    statementStart = 0
  }
}

// MARK: - Telling

extension EventCapture {
  /// Tells the observers of all that is pending.
  func tell() {
    guard !pending.isEmpty, !isTelling else { return }
    isTelling = true
    defer { isTelling = false }
    let told = pending
    let audiences = audiences
    pending = []
    statementStart = 0
    for index in savepoints.indices { savepoints[index].start = 0 }
    let telling = EventTelling()
    EventTelling.$current.withValue(telling) {
      for event in told {
        let audience = audiences[Int(event.audience)]
        for member in audience.members where !stopped.contains(member.id) {
          member.observer.map { audience.tell($0, event.rowID) }
          stopped.formUnion(telling.takeStopped())
        }
      }
    }
  }
}

extension EventCapture.Audience {
  func tell(_ observer: any TransactionObserver, _ rowID: Int64) {
    guard let kind else { return observer.databaseDidChange() }
    observer.databaseDidChange(
      with: DatabaseEvent(
        kind: kind,
        databaseName: table.schema,
        tableName: table.name,
        rowID: rowID
      )
    )
  }
}

extension DatabaseEventKind {
  fileprivate var event: DatabaseEvent.Kind {
    switch self {
    case .insert: .insert
    case .delete: .delete
    case .update: .update
    }
  }
}

extension PreupdateEvent {
  /// A blob that is written piece by piece comes as a deletion, of which no insertion follows.
  fileprivate var kind: DatabaseEvent.Kind {
    switch operation {
    case .insert: .insert
    case .update: .update
    case .delete: isBlobWrite ? .update : .delete
    }
  }
}
