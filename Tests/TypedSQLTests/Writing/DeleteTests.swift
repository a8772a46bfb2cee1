import Testing
import TypedSQL

@Suite struct DeleteTests {
  @Test func `deletes all rows, a record and filtered rows`() {
    assertSQL(Tag.delete()) { #"DELETE FROM "tags""# }
    assertSQL(Tag.delete(Tag(id: 1, title: "a")).returning(\.self)) {
      """
      DELETE FROM "tags"
      WHERE (("tags"."id") = (1))
      RETURNING "id", "title"
      """
    }
    assertSQL(Reminder.delete().where(\.isCompleted).where { $0.isFlagged }.find([1, 2])) {
      """
      DELETE FROM "reminders"
      WHERE ("reminders"."isCompleted") AND ("reminders"."isFlagged") AND (("reminders"."id") IN ((1), (2)))
      """
    }
  }
}
