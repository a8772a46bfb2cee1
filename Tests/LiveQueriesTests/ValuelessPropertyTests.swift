import LiveSQL
import LiveSQLTestSupport
import Observation
import Testing

// Properties that are declared without a value and without a query, in each kind of place.

private struct InStruct {
  @FetchAll var reminders: [Reminder]
  @FetchOne var first: Reminder?
}

private class InClass {
  @FetchAll var reminders: [Reminder]
  @FetchOne var first: Reminder?
}

@Observable
@MainActor
private final class InModel {
  @ObservationIgnored @FetchAll var reminders: [Reminder]
  @ObservationIgnored @FetchOne var first: Reminder?
}

private actor InActor {
  @FetchAll var reminders: [Reminder]
  @FetchOne var first: Reminder?

  func load() async throws -> (Int, Int?) {
    try await $reminders.load()
    try await $first.load()
    return (reminders.count, first?.id)
  }
}

/// A protocol that is declared like SwiftUI's `View`.
@MainActor @preconcurrency
private protocol Screen {
  associatedtype Body
  var body: Body { get }
}

private struct InView: Screen {
  @FetchAll var reminders: [Reminder]
  @FetchOne var first: Reminder?

  var body: [String] { reminders.map(\.title) + [first?.title ?? "none"] }
}

/// A class whose properties have no table, so they fetch nothing before a query is loaded.
private class WithoutTable {
  @FetchAll var titles: [String]
  @FetchOne var title: String?
  @Fetch var number: Int?
}

/// A class whose required values are given in an initialiser.
private final class GivenLater {
  @FetchOne var count: Int
  @FetchOne var reminder: Reminder
  @FetchAll var completed: [Reminder]
  @Fetch var number: Int

  init(_ reminder: Reminder) {
    _count = FetchOne(wrappedValue: 0, Reminder.count())
    _reminder = FetchOne(wrappedValue: reminder)
    _completed = FetchAll(Reminder.where(\.isCompleted))
    _number = Fetch(wrappedValue: 7)
  }
}

/// A class whose property is declared without a value and gets a query in an initialiser.
private final class Replaced {
  @FetchAll var reminders: [Reminder]
  @FetchOne var first: Reminder?

  init() { _reminders = FetchAll(Reminder.where(\.isCompleted)) }
}

@Suite(.timeLimit(.hang)) struct ValuelessPropertyTests {
  /// Creates a value with the reminders database as the default database.
  private func made<Made>(_ make: () throws -> Made) throws -> Made {
    let database = try remindersDatabase()
    return try withDependencies {
      $0.defaultDatabase = database
    } operation: {
      try make()
    }
  }

  @Test func `a struct has the rows of its tables`() async throws {
    let value = try made { InStruct() }
    try await value.$reminders.load()
    try await value.$first.load()
    #expect(value.reminders.map(\.id) == [1, 2, 3])
    #expect(value.first?.id == 1)
  }

  @Test func `a class has the rows of its tables`() async throws {
    let object = try made { InClass() }
    try await object.$reminders.load()
    try await object.$first.load()
    #expect(object.reminders.map(\.id) == [1, 2, 3])
    #expect(object.first?.id == 1)
  }

  @Test @MainActor func `a model on the main actor has the rows of its tables`() async throws {
    let model = try made { InModel() }
    try await model.$reminders.load()
    try await model.$first.load()
    #expect(model.reminders.map(\.id) == [1, 2, 3])
    #expect(model.first?.id == 1)
  }

  @Test func `an actor has the rows of its tables`() async throws {
    let (count, first) = try await made { InActor() }.load()
    #expect(count == 3)
    #expect(first == 1)
  }

  @Test @MainActor func `a view has the rows of its tables`() async throws {
    let view = try made { InView() }
    try await view.$reminders.load()
    try await view.$first.load()
    #expect(view.body == ["Milk", "Mail", "Bread", "Milk"])
  }

  @Test func `a local variable has the rows of its table`() async throws {
    let (all, one) = try made {
      @FetchAll var reminders: [Reminder]
      @FetchOne var first: Reminder?
      return ($reminders, $first)
    }
    try await all.load()
    try await one.load()
    #expect(all.wrappedValue.map(\.id) == [1, 2, 3])
    #expect(one.wrappedValue?.id == 1)
  }

  @Test func `a property without a table has no query before one is loaded`() async throws {
    let object = try made { WithoutTable() }
    #expect(object.titles.isEmpty)
    #expect(object.title == nil)
    #expect(object.number == nil)
    #expect(!object.$titles.isLoading)
    let database = try remindersDatabase()
    try await object.$titles.load(Reminder.select(\.title), database: database)
    try await object.$title.load(Reminder.select(\.title), database: database)
    #expect(object.titles == ["Milk", "Mail", "Bread"])
    #expect(object.title == "Milk")
  }

  @Test func `required values can be given in an initialiser`() async throws {
    let object = try made { GivenLater(Reminder(id: 3)) }
    try await object.$count.load()
    try await object.$reminder.load()
    try await object.$completed.load()
    #expect(object.count == 3)
    #expect(object.reminder.title == "Bread")
    #expect(object.completed.map(\.id) == [2])
    #expect(object.number == 7)
  }

  @Test func `nothing is fetched before the property is used`() async throws {
    let database = try remindersDatabase()
    let object = withDependencies {
      $0.defaultDatabase = database
      $0.fetchesImmediately = false
    } operation: {
      Replaced()
    }
    #expect(database.liveQueryStatistics.count == 1)
    #expect(object.$first.isLoading)
    #expect(database.liveQueryStatistics.count == 2)
    try await object.$reminders.load()
    try await object.$first.load()
    #expect(object.reminders.map(\.id) == [2])
    #expect(object.first?.id == 1)
    #expect(database.liveQueryStatistics.count == 2)
  }

  @Test func `an unused property can be loaded, observed, paused and assigned`() async throws {
    let database = try remindersDatabase()
    func made() -> FetchAll<Reminder> {
      withDependencies {
        $0.defaultDatabase = database
      } operation: {
        @FetchAll var reminders: [Reminder]
        return $reminders
      }
    }
    let loaded = made()
    try await loaded.load()
    #expect(loaded.wrappedValue.count == 3)
    for await reminders in made().values where reminders.count == 3 { break }
    let paused = made()
    paused.pause()
    #expect(paused.isPaused)
    paused.resume()
    for await reminders in paused.values where reminders.count == 3 { break }
    @FetchAll(Reminder.where(\.isCompleted), database: database) var adopting
    $adopting = made()
    for await reminders in $adopting.values where reminders.count == 3 { break }
  }
}
