import Testing
import TypedSQL
import TypedSQLExtras
import TypedSQLMacroDeclarations

@Table private struct CompletedReminder {
  let reminderID: Int
  let title: String
}

@Suite struct ViewTests {
  @Test func `creates a view`() {
    let select = Reminder.where(\.isCompleted).where { $0.title.eq("") }.select {
      CompletedReminder.Columns(reminderID: $0.id, title: $0.title)
    }
    let view = CompletedReminder.createTemporaryView(as: select)
    assertSQL(view) {
      """
      CREATE TEMPORARY VIEW "completedReminders"
      ("reminderID", "title")
      AS
      SELECT "reminders"."id" AS "reminderID", "reminders"."title" AS "title"
      FROM "reminders"
      WHERE ("reminders"."isCompleted") AND (("reminders"."title") = (''))
      """
    }
    assertSQL(view.drop()) { #"DROP VIEW "completedReminders""# }
    let permanent = CompletedReminder.createView(ifNotExists: true, as: select)
    #expect(permanent.query.render().sql.hasPrefix(#"CREATE VIEW IF NOT EXISTS "completed"#))
    assertSQL(permanent.drop(ifExists: true)) { #"DROP VIEW IF EXISTS "completedReminders""# }
  }
}
