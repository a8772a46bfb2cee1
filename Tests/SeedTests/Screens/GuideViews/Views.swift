// swift-format-ignore-file: NeverUseForceTry

import LiveSQL
import SwiftUI

// The views of the guide “Views”, which `Scripts/check-apple` type-checks.

@Table struct Reminder: Identifiable {
  let id: Int
  var title = ""
  var isCompleted = false
  var listID: Int?
}

func openDatabase() throws -> any DatabaseWriter {
  let database = try defaultDatabase()
  try database.write { db in try db.execute(sql: Reminder.createTableSQL) }
  return database
}

func previewDatabase() throws -> any DatabaseWriter {
  let database = try DatabaseQueue()
  try database.write { db in
    try db.execute(sql: Reminder.createTableSQL)
    try db.seed { Reminder(id: 1, title: "Milk") }
  }
  return database
}

// snippet.app
@main struct RemindersApp: App {
  init() {
    prepareDependencies { $0.defaultDatabase = try! openDatabase() }
  }

  var body: some Scene {
    WindowGroup { RemindersView() }
  }
}
// snippet.end

// snippet.view
struct RemindersView: View {
  @FetchAll(Reminder.where { !$0.isCompleted }.order(by: \.title), animation: .default)
  private var reminders
  @FetchOne(Reminder.count()) private var count = 0
  @Dependency(\.defaultDatabase) private var database

  var body: some View {
    List {
      ForEach(reminders) { reminder in
        Button(reminder.title) { complete(reminder) }
      }
      if $reminders.isLoading { ProgressView() }
      if let error = $reminders.loadError { Text(error.localizedDescription) }
    }
    .navigationTitle("\(reminders.count) of \(count) are open")
  }

  private func complete(_ reminder: Reminder) {
    withErrorReporting {
      try database.write { db in
        try Reminder.find(reminder.id).update { $0.isCompleted = true }.execute(db)
      }
    }
  }
}
// snippet.end

// snippet.parameter
struct ListView: View {
  @FetchAll private var reminders: [Reminder]

  init(listID: Int) {
    _reminders = FetchAll(Reminder.where { $0.listID.eq(listID) }.order(by: \.title))
  }

  var body: some View {
    List { ForEach(reminders) { Text($0.title) } }
  }
}
// snippet.end

// snippet.search
struct SearchView: View {
  @FetchAll(Reminder.none) private var found
  @State private var text = ""

  var body: some View {
    List { ForEach(found) { Text($0.title) } }
      .searchable(text: $text)
      .task(id: text) {
        let query = Reminder.where { $0.title.contains(text) }.order(by: \.title)
        await withErrorReporting {
          try await $found.load(query, animation: .default).task
        }
      }
  }
}
// snippet.end

// snippet.preview
#Preview {
  let _ = prepareDependencies { $0.defaultDatabase = try! previewDatabase() }
  RemindersView()
}
// snippet.end
