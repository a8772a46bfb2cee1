import Foundation
import Testing
import TypedSQL
import TypedSQLMacroDeclarations

// As in a new application, everything in this target is on the main actor unless it says otherwise.

@Table struct ActorReminder: Identifiable {
  let id: UUID
  var title = ""
  var createdAt = Date()
  var group: ActorGroup
  @Column(lazyInitializable: true) var updatedAt: Date
}

@Selection struct ActorGroup {
  var isFlagged = false
  var priority: Int?
}

@Table enum ActorAttachment {
  case note(String)
  case group(ActorGroup)
}

@DatabaseFunction nonisolated func actorExclaim(_ text: String) -> String { text + "!" }

@Suite struct MainActorTests {
  @Test nonisolated func `queries can be created off the main actor`() {
    let query = ActorReminder.where { $0.group.isFlagged }.select { $actorExclaim($0.title) }
    #expect(
      query.query.description(layout: .singleLine) == """
        SELECT "actorExclaim"("actorReminders"."title") FROM "actorReminders" \
        WHERE ("actorReminders"."isFlagged")
        """
    )
  }

  @Test nonisolated func `rows can be encoded off the main actor`() {
    let draft = ActorReminder.Draft(title: "a", group: ActorGroup())
    #expect(draft.title == "a")
    #expect(ActorReminder._columnWidth == 6)
    #expect(ActorAttachment.columns.is(\.note).queryFragment.isEmpty == false)
  }

  @Test func `rows can be created on the main actor`() {
    #expect(ActorAttachment.note("x").queryFragment.isEmpty == false)
  }
}
