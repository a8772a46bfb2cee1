// A property whose query changes while the program runs.
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
final class SearchModel {
  @ObservationIgnored @FetchAll(Reminder.none) var reminders
  private(set) var text = ""
  private var search: Task<Void, any Error>?

  func searchTextChanged(_ text: String) {
    self.text = text
    search?.cancel()
    search = Task { try await $reminders.load(query) }
  }

  private var query: some SelectStatementOf<Reminder> {
    Reminder
      .where { $0.title.contains(text) }
      .order(by: \.title)
  }
}
// snippet.end

let model = SearchModel()
model.searchTextChanged("il")

// snippet.conditions
func filtered(completed: Bool?, newestFirst: Bool) -> SelectOf<Reminder> {
  Reminder
    .where {
      if let completed { $0.isCompleted.eq(completed) }
    }
    .order {
      if newestFirst { $0.id.desc() } else { $0.title }
    }
}
// snippet.end

// snippet.request
struct Matches: FetchKeyRequest {
  let text: String

  struct Value: Equatable {
    var reminders: [Reminder] = []
    var count = 0
  }

  func fetch(_ db: Database) throws -> Value {
    let matching = Reminder.where { $0.title.contains(text) }
    return try Value(
      reminders: matching.order(by: \.title).limit(50).fetchAll(db),
      count: matching.fetchCount(db)
    )
  }
}
// snippet.end

func show() async throws {
  // snippet.load
  @FetchAll(Reminder.order(by: \.title)) var reminders
  try await $reminders.load(Reminder.where(\.isCompleted))
  print(reminders.count)
  // snippet.end

  // snippet.assign
  $reminders = FetchAll(Reminder.where { !$0.isCompleted })
  // snippet.end
  try await $reminders.load(filtered(completed: nil, newestFirst: true))

  // snippet.task
  let subscription = try await $reminders.load(Reminder.where(\.isCompleted))
  let watching = Task { try await subscription.task }
  // snippet.end
  watching.cancel()

  // snippet.fetch
  @Fetch var matches = Matches.Value()
  try await $matches.load(Matches(text: "il"))
  // snippet.end
  print(matches.count)
}
try await show()
