import LiveSQLTestSupport
import SQLiteDatabase
import SQLiteTools
import Testing

/// Tests of a history connected to an undo manager, played by one that follows the same rules.
@MainActor
@Suite struct UndoManagerConnectionTests {
  /// An undo manager that keeps actions as Foundation's does.
  @MainActor
  private final class Manager: UndoActionManaging {
    private enum Mode { case normal, undoing, redoing }
    private typealias Action = (target: ObjectIdentifier, name: String, run: () -> Void)

    private var undoActions: [Action] = []
    private var redoActions: [Action] = []
    private var mode = Mode.normal

    var undoNames: [String] { undoActions.map(\.name) }
    var redoNames: [String] { redoActions.map(\.name) }

    func registerUndo<Target: AnyObject>(
      withTarget target: Target,
      handler: @escaping @MainActor @Sendable (Target) -> Void
    ) {
      let action: Action = (ObjectIdentifier(target), "", { handler(target) })
      if mode == .undoing { return redoActions.append(action) }
      undoActions.append(action)
      if mode == .normal { redoActions = [] }
    }

    func setActionName(_ actionName: String) {
      if mode == .undoing {
        redoActions[redoActions.count - 1].name = actionName
      } else {
        undoActions[undoActions.count - 1].name = actionName
      }
    }

    func removeAllActions(withTarget target: Any) {
      let target = ObjectIdentifier(target as AnyObject)
      undoActions.removeAll { $0.target == target }
      redoActions.removeAll { $0.target == target }
    }

    func undo() {
      mode = .undoing
      undoActions.popLast()?.run()
      mode = .normal
    }

    func redo() {
      mode = .redoing
      redoActions.popLast()?.run()
      mode = .normal
    }
  }

  private let database: DatabaseQueue
  private let history: UndoHistory
  private let manager = Manager()

  init() throws {
    database = try DatabaseQueue()
    try database.write { db in try db.execute(sql: "CREATE TABLE t (a)") }
    history = try UndoHistory(database)
  }

  private func add(_ value: Int) throws {
    try history.group(named: "Add \(value)") {
      try database.write { db in try db.execute(sql: "INSERT INTO t VALUES (\(value))") }
    }
  }

  private var values: [Int] {
    get throws { try database.read { db in try Int.fetchAll(db, sql: "SELECT a FROM t") } }
  }

  @Test func `the manager undoes and redoes steps, and shows their names`() async throws {
    let connection = history.connect(to: manager)
    try add(1)
    await until { manager.undoNames == ["Add 1"] }
    try add(2)
    await until { manager.undoNames == ["Add 1", "Add 2"] }
    manager.undo()
    #expect(try values == [1])
    #expect(manager.redoNames == ["Add 2"])
    manager.undo()
    #expect(try values == [])
    #expect(manager.undoNames == [])
    manager.redo()
    manager.redo()
    #expect(try values == [1, 2])
    #expect(manager.undoNames == ["Add 1", "Add 2"])
    manager.undo()
    try add(3)
    await until { manager.redoNames == [] }
    #expect(manager.undoNames == ["Add 1", "Add 3"])
    withExtendedLifetime(connection) {}
  }

  @Test func `an error is reported`() async throws {
    var errors: [any Error] = []
    let connection = history.connect(to: manager) { errors.append($0) }
    try add(1)
    await until { manager.undoNames == ["Add 1"] }
    try history.withoutRecording {
      try database.write { db in try db.execute(sql: "UPDATE t SET a = 9") }
    }
    manager.undo()
    #expect(errors.count == 1)
    #expect(errors.first is UndoError)
    #expect(try values == [9])
    withExtendedLifetime(connection) {}
  }

  @Test func `the manager forgets what the history forgets, and everything at the end`()
    async throws
  {
    var connection: UndoManagerConnection? = history.connect(to: manager)
    try add(1)
    await until { manager.undoNames.count == 1 }
    history.clear()
    await until { manager.undoNames.isEmpty }
    try add(2)
    await until { manager.undoNames == ["Add 2"] }
    withExtendedLifetime(connection) {}
    connection = nil
    await until { manager.undoNames.isEmpty }
  }
}
