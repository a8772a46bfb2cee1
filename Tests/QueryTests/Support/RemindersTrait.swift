import LiveSQLTestSupport
import Testing

extension Trait where Self == DefaultDatabaseTrait {
  /// A trait that gives each test a database with the reminders schema, which `assertQuery` uses.
  static var reminders: Self { .defaultDatabase { try remindersDatabase() } }
}
