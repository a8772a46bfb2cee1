// Models whose properties are fetched from a database, and what shows them.
import LiveSQL
import Observation

@Table struct Reminder: Identifiable, Equatable {
  let id: Int
  var title = ""
  var isCompleted = false
}

let database = try DatabaseQueue()
try database.write { db in
  try db.execute(sql: Reminder.createTableSQL)
  try db.seed {
    Reminder(id: 1, title: "Milk")
    Reminder(id: 2, title: "Mail")
  }
}
prepareDependencies { $0.defaultDatabase = database }

// snippet.model
@MainActor @Observable
final class RemindersModel {
  @ObservationIgnored @FetchAll(Reminder.where { !$0.isCompleted }.order(by: \.title))
  var reminders
  @ObservationIgnored @FetchOne(Reminder.count()) var count = 0
  @ObservationIgnored @Dependency(\.defaultDatabase) private var database

  func complete(_ reminder: Reminder) {
    withErrorReporting {
      try database.write { db in
        try Reminder.find(reminder.id).update { $0.isCompleted = true }.execute(db)
      }
    }
  }
}
// snippet.end

let model = RemindersModel()
try await database.liveQueriesCaughtUp()
// snippet.observe
let token = observe {
  print("\(model.reminders.count) of \(model.count) are open")  // 2 of 2 are open
}
// snippet.end
model.complete(model.reminders[0])
try await database.liveQueriesCaughtUp()
// The closure runs again as soon as the main actor is free.
await Task.yield()
token.cancel()

// snippet.owner
@MainActor final class Badge {
  var text = ""
}
let badge = Badge()
observe(for: badge) { badge in badge.text = "\(model.count)" }
// snippet.end
print("badge:", badge.text)

// snippet.terminal
for await reminders in model.$reminders.values {
  print("\u{1B}[2J\u{1B}[H", terminator: "")  // clears the screen
  for reminder in reminders { print("[ ]", reminder.title) }
  // snippet.hide
  break
  // snippet.show
}
// snippet.end

// snippet.feature
@Reducer
struct RemindersFeature {
  @ObservableState
  struct State: Equatable {
    @ObservationStateIgnored
    @FetchAll(Reminder.where { !$0.isCompleted }.order(by: \.title)) var reminders
    var draft = ""
  }

  enum Action: Sendable { case addButtonTapped, added(total: Int) }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        let title = state.draft
        state.draft = ""
        return .run { send in
          @Dependency(\.defaultDatabase) var database
          let total = try await database.write(publishing: .beforeReturning) { db in
            try Reminder.insert { Reminder.Draft(title: title) }.execute(db)
            return try Reminder.fetchCount(db)
          }
          // `state.reminders` has the new row already.
          await send(.added(total: total))
        }
      case .added: return .none
      }
    }
  }
}
// snippet.end
var state = RemindersFeature.State(draft: "Bread")
let effect = RemindersFeature().body.reduce(into: &state, action: .addButtonTapped)
try await effect.perform { action in print(action) }
print(state.reminders.map(\.title))

// snippet.preview
func previewModel() async throws -> RemindersModel {
  let database = try DatabaseQueue()
  try await database.write { db in
    try db.execute(sql: Reminder.createTableSQL)
    try Reminder.insert { Reminder.Draft(title: "Milk") }.execute(db)
  }
  return try await withDependencies {
    $0.defaultDatabase = database
  } operation: {
    let model = RemindersModel()
    // The first results are there, so the preview shows them.
    try await database.liveQueriesCaughtUp()
    return model
  }
}
// snippet.end
print(try await previewModel().reminders.count)

// Names of the Composable Architecture, which this package does not depend on.

@attached(peer)
macro Reducer() = #externalMacro(module: "TypedSQLMacros", type: "MarkerMacro")
@attached(peer)
macro ObservableState() = #externalMacro(module: "TypedSQLMacros", type: "MarkerMacro")
@attached(peer)
macro ObservationStateIgnored() = #externalMacro(module: "TypedSQLMacros", type: "MarkerMacro")

protocol Reducer<State, Action> {
  associatedtype State
  associatedtype Action: Sendable
  func reduce(into state: inout State, action: Action) -> Effect<Action>
}

protocol HasStateAndAction {
  associatedtype State
  associatedtype Action: Sendable
}
extension RemindersFeature: HasStateAndAction {}
typealias ReducerOf<Feature: HasStateAndAction> = Reducer<Feature.State, Feature.Action>

struct Reduce<State, Action: Sendable>: Reducer {
  let body: (inout State, Action) -> Effect<Action>

  init(_ body: @escaping (inout State, Action) -> Effect<Action>) { self.body = body }

  func reduce(into state: inout State, action: Action) -> Effect<Action> { body(&state, action) }
}

struct Send<Action: Sendable>: Sendable {
  let receive: @Sendable (Action) -> Void

  func callAsFunction(_ action: Action) async { receive(action) }
}

struct Effect<Action: Sendable>: Sendable {
  var operation: (@Sendable (Send<Action>) async throws -> Void)?

  static var none: Effect { Effect() }

  static func run(_ operation: @escaping @Sendable (Send<Action>) async throws -> Void) -> Effect {
    Effect(operation: operation)
  }

  func perform(_ receive: @escaping @Sendable (Action) -> Void) async throws {
    try await operation?(Send(receive: receive))
  }
}
