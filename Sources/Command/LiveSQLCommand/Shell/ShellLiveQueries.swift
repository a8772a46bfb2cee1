import LiveEngine
import LiveQueries
import SQLiteDatabase

/// The live queries of a shell, on a separate connection.
///
/// They do not see uncommitted changes of the prompt.
struct ShellLiveQueries {
  /// The panes that show them.
  private(set) var panes: [LivePane] = []
  private var tasks: [Int: Task<Void, Never>] = [:]
  private var lastNumber = 0
  private var database: DatabaseQueue?
  private let file: DatabaseFile
  private let events: AsyncStream<ShellEvent>.Continuation

  init(file: DatabaseFile, events: AsyncStream<ShellEvent>.Continuation) {
    self.file = file
    self.events = events
  }

  /// Starts a query.
  mutating func begin(_ sql: String, arguments: StatementArguments) throws {
    let database = try self.database ?? file.openForReading()
    self.database = database
    lastNumber += 1
    let number = lastNumber
    let parameters = namedParameters(of: sql)
    let named = arguments.namedValues.filter { parameters.contains($0.key) }
    let query = database.liveQuery(
      sql: sql,
      arguments: StatementArguments(namedValues: named),
      key: nil,
      showsAnyText: true
    )
    panes.append(LivePane(number: number, sql: sql))
    tasks[number] = Task { [events] in
      do {
        for try await update in query {
          events.yield(.live(number: number, update))
          // Drawing more often would show nothing more; commits in between are combined into one
          // difference.
          try await Task.sleep(for: .milliseconds(40))
        }
      } catch is CancellationError {
      } catch {
        events.yield(.liveFailed(number: number, message: ErrorReport(error, head: "").lines))
      }
    }
  }

  /// Records a result.
  mutating func receive(_ update: LiveQueryUpdate, number: Int) {
    guard let index = panes.firstIndex(where: { $0.number == number }) else { return }
    panes[index].receive(update)
  }

  /// Ends a query, or all of them.
  ///
  /// - Returns: Whether there was one.
  mutating func turnOff(_ number: Int?) -> Bool {
    let numbers = panes.map(\.number).filter { number == nil || $0 == number }
    for number in numbers { remove(number) }
    return !numbers.isEmpty
  }

  /// Ends a query.
  mutating func remove(_ number: Int) {
    tasks.removeValue(forKey: number)?.cancel()
    panes.removeAll { $0.number == number }
  }

  /// Ends all queries, and closes their connection.
  mutating func end() async {
    for task in tasks.values { task.cancel() }
    for task in tasks.values { await task.value }
    tasks = [:]
    try? database?.close()
  }
}
