import LiveSQLTestSupport
import Testing

extension Trait where Self == DefaultDatabaseTrait {
  /// A database with the reminders schema for each test, which `assertQuery` uses.
  static var reminders: Self { .defaultDatabase { try remindersDatabase() } }
}
