import Foundation
import LiveSQL

@Table struct Chore: Identifiable, Equatable {
  let id: Int
  var title = ""
  var category: String?
  var place = ""
  var effort: Effort?
  var dueDate: Date?
  var roomID = 1
}

enum Effort: Int, QueryBindable {
  case low = 1
  case high
}

@Table struct Room: Identifiable, Equatable {
  let id: Int
  var name = ""
}

@Table struct Owner: Identifiable, Equatable {
  let id: Int
  var name = ""
  var roomID = 1
}

@Selection struct ChoreInRoom: Equatable {
  let title: String
  let roomName: String
}

extension Chore.TableColumns {
  var initial: some QueryExpression<String> { title.substr(1, 1) }
}

/// Creates a database with chores: Mow and Rake in the garden, Cook in the kitchen, Rest nowhere.
func choresDatabase() throws -> DatabaseQueue {
  let database = try DatabaseQueue()
  try database.write { db in
    try db.execute(
      sql: """
        CREATE TABLE rooms (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
        CREATE TABLE owners (
          id INTEGER PRIMARY KEY, name TEXT NOT NULL, roomID INTEGER NOT NULL
        );
        CREATE TABLE chores (
          id INTEGER PRIMARY KEY,
          title TEXT NOT NULL,
          category TEXT,
          place TEXT NOT NULL DEFAULT '' COLLATE NOCASE,
          effort INTEGER,
          dueDate TEXT,
          roomID INTEGER NOT NULL DEFAULT 1
        );
        """
    )
    try db.seed {
      Room(id: 1, name: "Yard")
      Room(id: 2, name: "House")
      Owner(id: 1, name: "Blob", roomID: 1)
      Owner(id: 2, name: "Ann", roomID: 2)
      Chore(
        id: 1,
        title: "Rake",
        category: "Garden",
        place: "out",
        effort: .high,
        dueDate: day(2)
      )
      Chore(id: 2, title: "Cook", category: "Kitchen", place: "IN", effort: .low, roomID: 2)
      Chore(id: 3, title: "Mow", category: "Garden", place: "Out", effort: .high, dueDate: day(1))
      Chore(id: 4, title: "Rest", place: "in", dueDate: day(1), roomID: 2)
    }
  }
  return database
}

/// Returns the beginning of a day.
func day(_ number: Int) -> Date { Date(timeIntervalSince1970: Double(number) * 86_400) }

extension ResultsSectionCollection<Chore, String?> {
  /// The sections, each as a line: `Garden: Mow, Rake`.
  var lines: [String] { map { "\($0.name ?? "-"): \($0.map(\.title).joined(separator: ", "))" } }
}

extension ResultsSectionCollection<String, String?> {
  /// The sections, each as a line.
  var lines: [String] { map { "\($0.name ?? "-"): \($0.joined(separator: ", "))" } }
}

extension ResultsSectionCollection<ChoreInRoom, String?> {
  /// The sections, each as a line.
  var lines: [String] { map { "\($0.name ?? "-"): \($0.map(\.title).joined(separator: ", "))" } }
}

extension FetchAll<Chore> {
  /// Waits until the sections equal these lines.
  func isDivided(into lines: [String]) async -> Bool {
    await value { _ in sections.lines == lines } != nil
  }
}
