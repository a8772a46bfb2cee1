import LiveSQL
import LiveSQLTestSupport
import Testing

/// Properties with an animation on platforms without SwiftUI.
@Suite struct FetchAnimationTests {
  /// The animations of SwiftUI, in its spelling.
  static let animations: [Animation] = [
    .default, .linear, .linear(duration: 1), .easeIn, .easeIn(duration: 1), .easeOut,
    .easeOut(duration: 1), .easeInOut, .easeInOut(duration: 1), .timingCurve(0, 0, 1, 1),
    .timingCurve(0.1, 0.2, 0.3, 0.4, duration: 2), .timingCurve(.circularEaseIn, duration: 1),
    .timingCurve(.easeInOut.inverse, duration: 1),
    .spring, .spring(), .spring(response: 0.3, dampingFraction: 0.7), .spring(response: 0.3),
    .spring(response: 0.3, dampingFraction: 0.7, blendDuration: 0.1), .spring(duration: 1),
    .spring(duration: 1, bounce: 0.2), .spring(duration: 1, bounce: 0.2, blendDuration: 0.1),
    .spring(Spring(duration: 1, bounce: 0.2)), .spring(.bouncy, blendDuration: 1),
    .spring(Spring(response: 1, dampingRatio: 0.5)), .spring(Spring(stiffness: 100, damping: 10)),
    .spring(Spring(settlingDuration: 1, dampingRatio: 0.5)), .spring(.smooth(duration: 1)),
    .spring(.snappy(extraBounce: 0.1)),
    .interactiveSpring, .interactiveSpring(), .interactiveSpring(response: 0.3),
    .interactiveSpring(response: 0.3, dampingFraction: 0.7, blendDuration: 0.1),
    .interactiveSpring(duration: 1, extraBounce: 0.1),
    .interpolatingSpring, .interpolatingSpring(stiffness: 100, damping: 10),
    .interpolatingSpring(mass: 2, stiffness: 100, damping: 10, initialVelocity: 1),
    .interpolatingSpring(duration: 1, bounce: 0.1), .interpolatingSpring(.snappy),
    .smooth, .smooth(duration: 1), .smooth(duration: 1, extraBounce: 0.1),
    .snappy, .snappy(duration: 1), .snappy(duration: 1, extraBounce: 0.1),
    .bouncy, .bouncy(duration: 1), .bouncy(duration: 1, extraBounce: 0.1),
    .default.delay(1), .default.speed(2), .default.repeatCount(3),
    .default.repeatCount(3, autoreverses: false), .default.repeatForever(),
    .default.repeatForever(autoreverses: false), .default.logicallyComplete(after: 1),
    .easeIn(duration: 1).delay(0.5).speed(2).repeatCount(3),
  ]

  let database: DatabaseQueue

  init() throws { database = try remindersDatabase() }

  @Test func `each animation is spelled as in SwiftUI and does not change the rows`() async throws {
    for animation in Self.animations {
      @FetchAll(Reminder.order(by: \.title), database: database, animation: animation) var reminders
      try await $reminders.load()
      #expect(reminders.map(\.id) == [3, 2, 1])
    }
  }

  @Test func `rows are fetched and loaded with an animation`() async throws {
    @FetchAll(database: database, animation: .default) var all: [Reminder]
    @FetchAll(#sql("SELECT * FROM reminders"), database: database, animation: .easeIn)
    var ofText: [Reminder]
    @FetchAll(Reminder.select(\.title), database: database, animation: .bouncy) var titles
    @FetchAll(Reminder.order(by: \.id), sectionBy: \.title, database: database, animation: .snappy)
    var sections
    try await $all.load(Reminder.where(\.isCompleted), animation: .default)
    try await $ofText.load(
      #sql("SELECT * FROM reminders WHERE id = 3", as: Reminder.self),
      animation: .linear
    )
    try await $titles.load(Reminder.select(\.title).limit(1), animation: .spring(duration: 0.2))
    try await $sections.load(Reminder.all, sectionBy: \.title, animation: .smooth)
    #expect(all.map(\.id) == [2])
    #expect(ofText.map(\.id) == [3])
    #expect(titles == ["Milk"])
    #expect($sections.sections.map(\.name) == ["Bread", "Mail", "Milk"])
  }

  @Test func `one value is fetched and loaded with an animation`() async throws {
    @FetchOne(database: database, animation: .default) var first: Reminder?
    @FetchOne(Reminder.count(), database: database, animation: .easeOut) var count = 0
    @FetchOne(Reminder.find(1), database: database, animation: .smooth)
    var reminder = Reminder(id: 0)
    try await $first.load(Reminder.find(2), animation: .default)
    try await $count.load(Reminder.where(\.isCompleted).count(), animation: .default)
    try await $reminder.load(Reminder.find(3), animation: .spring)
    #expect(first?.id == 2)
    #expect(count == 1)
    #expect(reminder.id == 3)
  }

  @Test func `a request of several queries is fetched and loaded with an animation`() async throws {
    struct Titles: FetchKeyRequest {
      var limit = 2
      func fetch(_ db: Database) throws -> [String] {
        try Reminder.order(by: \.id).select(\.title).limit(limit).fetchAll(db)
      }
    }
    @Fetch(Titles(), database: database, animation: .interactiveSpring) var titles: [String] = []
    try await $titles.load(Titles(limit: 1), animation: .default)
    #expect(titles == ["Milk"])
  }
}
