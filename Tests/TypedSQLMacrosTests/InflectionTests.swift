import Testing

@testable import TypedSQLMacroCore

@Suite struct InflectionTests {
  @Test(arguments: [
    ("Reminder", "reminders"), ("Category", "categories"), ("Day", "days"), ("Status", "statuses"),
    ("Box", "boxes"), ("Match", "matches"), ("Wish", "wishes"), ("Quiz", "quizes"),
    ("RemindersList", "remindersLists"), ("SyncUp", "syncUps"), ("URLItem", "urlItems"),
    ("R", "rs"), ("FAQ", "faqs"), ("MP3", "mp3s"), ("HTTP2Frame", "http2Frames"),
    ("tag", "tags"), ("Y", "ys"),
  ])
  func `a table is named after its type in the plural`(type: String, table: String) {
    #expect(Inflection.tableName(ofType: type) == table)
  }
}
