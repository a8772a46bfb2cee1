import Foundation
import LiveSQL
import Testing

/// The blocks of the page “View integration”.
@Suite struct ViewIntegrationTests {
  let database: DatabaseQueue

  init() throws {
    database = try DatabaseQueue()
    try database.write { db in try db.execute(sql: Self.tables) }
  }

  private static let tables = """
    CREATE TABLE counters (id INTEGER PRIMARY KEY, count INTEGER NOT NULL);
    INSERT INTO counters VALUES (1, 7), (2, 8);
    CREATE TABLE facts (id INTEGER PRIMARY KEY, body TEXT NOT NULL);
    INSERT INTO facts VALUES (1, 'one'), (2, 'two'), (3, 'three');
    CREATE TABLE remindersLists (
      id INTEGER PRIMARY KEY, title TEXT NOT NULL, position INTEGER NOT NULL
    );
    INSERT INTO remindersLists VALUES (1, 'Home', 2), (2, 'Work', 1);
    CREATE TABLE reminders (
      id INTEGER PRIMARY KEY, title TEXT NOT NULL, isCompleted INTEGER NOT NULL,
      remindersListID INTEGER NOT NULL
    );
    INSERT INTO reminders VALUES (1, 'Milk', 0, 1), (2, 'Bread', 0, 1), (3, 'Mail', 1, 2);
    CREATE TABLE items (
      id INTEGER PRIMARY KEY, title TEXT NOT NULL, createdAt TEXT NOT NULL,
      isArchived INTEGER NOT NULL
    );
    INSERT INTO items VALUES
      (1, 'a', '2030-01-01 00:00:00.000', 0), (2, 'b', '2030-01-02 00:00:00.000', 0),
      (3, 'c', '2030-01-03 00:00:00.000', 1);
    CREATE TABLE itemDetails (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
    INSERT INTO itemDetails VALUES (1, 'A'), (2, 'B'), (3, 'C');
    CREATE TABLE bundles (id INTEGER PRIMARY KEY, isActive INTEGER NOT NULL);
    INSERT INTO bundles VALUES (1, 0), (2, 1);
    """

  /// Creates a value with the test's database as the default database.
  private func made<Made>(_ make: () throws -> Made) rethrows -> Made {
    try withDependencies {
      $0.defaultDatabase = database
    } operation: {
      try make()
    }
  }

  @Test func `lists with the number of their reminders`() async throws {
    let lists = made { ViewIntegration.Lists() }
    try await lists.$remindersLists.load()
    #expect(lists.remindersLists.map(\.list.title) == ["Work", "Home"])
    #expect(lists.remindersLists.map(\.incompleteCount) == [0, 2])
  }

  @Test @MainActor func `a model that deletes facts`() async throws {
    let model = made { ViewIntegration.Model() }
    try await model.$facts.load()
    try await model.$factsCount.load()
    #expect(model.facts.map(\.id) == [3, 2, 1])
    #expect(model.factsCount == 3)
    model.deleteFact(indices: [0, 2])
    for await count in model.$factsCount.values where count == 1 { break }
    #expect(model.facts.map(\.id) == [2])
  }

  @Test func `rows with an animation`() async throws {
    let counters = made { ViewIntegration.Counters() }
    try await counters.$counters.load()
    #expect(counters.counters.map(\.count) == [7, 8])
    let reminders = made { ViewIntegration.Incomplete() }
    try await reminders.$incompleteTasks.load()
    #expect(reminders.incompleteTasks.map(\.title) == ["Milk", "Bread"])
  }

  @Test func `a state of properties that are fetched`() async throws {
    let state = made { ViewIntegration.State() }
    try await state.$items.load()
    try await state.$activeBundle.load()
    #expect(state.items.map(\.title) == ["B", "A"])
    #expect(state.items.map(\.isArchived) == [false, false])
    #expect(state.activeBundle?.id == 2)
    #expect(state == state)
  }
}
