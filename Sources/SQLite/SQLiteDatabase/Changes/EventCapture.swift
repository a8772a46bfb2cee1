import DatabaseTypes
import SQLite

/// A buffer of the individual events of a transaction, until its observers are notified of them.
///
/// Observers are notified when a statement has ended, and not while it runs, since a statement that
/// fails is undone. Within savepoints, they are notified when the outermost savepoint is released
/// or the transaction commits, since a savepoint can also be rolled back.
///
/// Its properties are used by one thread at a time, and never reentrantly, so exclusive access is
/// not checked at run time.
///
/// - Invariant: The starts of the savepoints do not decrease, and do not exceed the number of
///   pending events.
final class EventCapture {
  /// The observers that are notified of one kind of change to a table.
  fileprivate struct EventObservers {
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
    /// The kind of change; `nil` for changes whose rows are unknown.
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

    func isSame(as other: EventObservers) -> Bool {
      kind == other.kind && table == other.table && members.map(\.id) == other.members.map(\.id)
    }
  }

  private struct Pending {
    let group: Int32
    let rowID: Int64
  }

  @exclusivity(unchecked) private var groups: [EventObservers] = []
  /// The audiences of the current statement.
  @exclusivity(unchecked) private var current = 0..<0
  @exclusivity(unchecked) private var pending: [Pending] = []
  /// The number of pending events when the statement began.
  @exclusivity(unchecked) private var statementStart = 0
  /// The observers that were asked about the statement.
  private var asked: [EventObservers.Member] = []
  @exclusivity(unchecked) private var savepoints: [(name: String, start: Int)] = []
  /// The observers that stopped observing for the rest of the transaction.
  private var stopped: Set<ObjectIdentifier> = []
  private var isNotifying = false
}

// MARK: - Running statements

extension EventCapture {
  /// Prepares for a statement that writes.
  ///
  /// - Parameter kinds: The events that the statement may cause.
  /// - Returns: Whether any observer wants to be notified.
  func statementWillWrite(
    _ kinds: [(table: TableName, kind: DatabaseEventKind)],
    _ observers: [any TransactionObserver]
  ) -> Bool {
    statementStart = pending.count
    if pending.isEmpty, groups.count > 64 {
      groups = []
      current = 0..<0
    }
    let wanting = observers.filter { !stopped.contains(ObjectIdentifier($0)) }
    asked = wanting.map(EventObservers.Member.init)
    let next = kinds.map { table, kind in
      EventObservers(table, kind.event, wanting.filter { $0.observes(eventsOfKind: kind) })
    }
    let isSame =
      next.count == current.count && zip(next, groups[current]).allSatisfy { $0.isSame(as: $1) }
    if !isSame {
      current = groups.count..<groups.count + next.count
      groups += next
    }
    return next.contains { !$0.members.isEmpty }
  }

  /// Records an event; SQLite calls it before the row is changed.
  ///
  /// - Parameter columnNames: Returns the columns of a table, for an update that the statement did
  ///   not announce.
  func record(
    _ event: borrowing PreupdateEvent,
    columnNames: (TableName) -> [String]
  ) {
    let kind = event.kind
    var index = -1
    for candidate in current where groups[candidate].kind == kind {
      if event.isIn(groups[candidate].nameBytes) { index = candidate }
    }
    if index < 0 { index = addUnannounced(event.table, kind, columnNames) }
    guard !groups[index].members.isEmpty else { return }
    let rowID = event.operation == .delete ? event.oldRowID : event.newRowID
    pending.append(Pending(group: Int32(truncatingIfNeeded: index), rowID: rowID))
  }

  /// Adds an audience for a table that stores data of a virtual table, which no statement
  /// announces.
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
    groups.append(EventObservers(table, kind, wanting))
    current = current.lowerBound..<groups.count
    return groups.count - 1
  }

  /// Records that the statement has changed rows without the hook being called.
  func noteUnreportedChanges() {
    var seen: Set<ObjectIdentifier> = []
    let observers = groups[current].flatMap(\.members)
      .filter { seen.insert($0.id).inserted }.compactMap(\.observer)
    noteUnreportedChanges(observers)
  }

  /// Records that rows were changed without the hook being called.
  func noteUnreportedChanges(_ observers: [any TransactionObserver]) {
    guard !observers.isEmpty else { return }
    groups.append(EventObservers(TableName(""), nil, observers))
    pending.append(Pending(group: Int32(truncatingIfNeeded: groups.count - 1), rowID: 0))
    // The announced kinds have to be consecutive.
    current = groups.count..<groups.count
  }

  /// Discards the events of a statement that failed and was undone.
  func forgetStatement() { pending.removeLast(max(pending.count - statementStart, 0)) }
}

// MARK: - Savepoints

extension EventCapture {
  /// Handles a savepoint that began, was released or was rolled back to.
  func note(_ step: StatementAccess.SavepointStep) {
    guard step.operation != .begin else {
      return savepoints.append((step.name, pending.count))
    }
    let index = savepoints.lastIndex { isSameIdentifier($0.name, step.name) }
    guard let index else { return }
    if step.operation == .release {
      savepoints.removeSubrange(index...)
      notifyUnlessInSavepoint()
    } else {
      savepoints.removeSubrange((index + 1)...)
      pending.removeLast(max(pending.count - savepoints[index].start, 0))
    }
  }

  /// Notifies the observers, unless an open savepoint could still undo the events.
  func notifyUnlessInSavepoint() { if savepoints.isEmpty { notify() } }

  /// Discards all pending events, since the transaction has ended.
  func reset() {
    if !pending.isEmpty { pending = [] }
    if !groups.isEmpty {
      groups = []
      current = 0..<0
    }
    if !asked.isEmpty { asked = [] }
    if !savepoints.isEmpty { savepoints = [] }
    if !stopped.isEmpty { stopped = [] }
    statementStart = 0
  }
}

// MARK: - Notifying

extension EventCapture {
  /// Notifies the observers of all pending events.
  func notify() {
    guard !pending.isEmpty, !isNotifying else { return }
    isNotifying = true
    defer { isNotifying = false }
    let delivered = pending
    let groups = groups
    pending = []
    statementStart = 0
    for index in savepoints.indices { savepoints[index].start = 0 }
    let notification = EventNotification()
    EventNotification.$current.withValue(notification) {
      for event in delivered {
        let group = groups[Int(event.group)]
        for member in group.members where !stopped.contains(member.id) {
          member.observer.map { group.notify($0, event.rowID) }
          stopped.formUnion(notification.takeStopped())
        }
      }
    }
  }
}

extension EventCapture.EventObservers {
  func notify(_ observer: any TransactionObserver, _ rowID: Int64) {
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
  /// Treats an incremental blob write, which is reported as a deletion, as an update.
  fileprivate var kind: DatabaseEvent.Kind {
    switch operation {
    case .insert: .insert
    case .update: .update
    case .delete: isBlobWrite ? .update : .delete
    }
  }
}
