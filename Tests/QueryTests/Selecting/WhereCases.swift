import LiveSQL
import LiveSQLTestSupport
import Testing

/// Tests of conditions from key paths, closures and builders, and of their combinations.
@Suite(.reminders) struct WhereCases {
  @Test func `a Boolean column is a condition`() {
    assertQuery(
      Reminder.where(\.isCompleted).select(\.id)
    ) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      WHERE ("reminders"."isCompleted")
      """
    } results: {
      """
      ┌────┐
      │ 4  │
      │ 7  │
      │ 10 │
      └────┘
      """
    }
  }

  @Test func `a comparison is a condition`() {
    assertQuery(
      Reminder.where { $0.title.eq("Groceries") }.select(\.id)
    ) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      WHERE (("reminders"."title") = ('Groceries'))
      """
    } results: {
      """
      ┌───┐
      │ 1 │
      └───┘
      """
    }
    assertQuery(
      Reminder.where { $0.title == "Groceries" }.select(\.id)
    ) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      WHERE (("reminders"."title") = ('Groceries'))
      """
    } results: {
      """
      ┌───┐
      │ 1 │
      └───┘
      """
    }
  }

  @Test func `conditions can be chained`() {
    assertQuery(
      Reminder.where(\.isFlagged).where { !$0.isCompleted }.where { $0.id > 2 }.select(\.id)
    ) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      WHERE ("reminders"."isFlagged") AND (NOT ("reminders"."isCompleted")) AND (("reminders"."id") > (2))
      """
    } results: {
      """
      ┌───┐
      │ 6 │
      └───┘
      """
    }
  }

  @Test func `a condition can follow a selection`() {
    assertQuery(
      Reminder.select(\.id).where(\.isFlagged)
    ) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      WHERE ("reminders"."isFlagged")
      """
    } results: {
      """
      ┌───┐
      │ 2 │
      │ 6 │
      └───┘
      """
    }
  }

  @Test func `a closure can have several conditions`() {
    assertQuery(
      Reminder.where {
        $0.isFlagged
        $0.priority == Priority.high
      }
      .select(\.title)
    ) {
      """
      SELECT "reminders"."title"
      FROM "reminders"
      WHERE ("reminders"."isFlagged") AND (("reminders"."priority") IS (3))
      """
    } results: {
      """
      ┌────────────────────────────┐
      │ "Pick up kids from school" │
      └────────────────────────────┘
      """
    }
  }

  @Test func `conditions can be built in a loop`() {
    let terms = ["a", "e"]
    assertQuery(
      Tag.where {
        for term in terms {
          $0.title.like("%\(term)%")
        }
      }
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      WHERE (("tags"."title" LIKE '%a%')) AND (("tags"."title" LIKE '%e%'))
      """
    } results: {
      """
      ┌────────────────────┐
      │ Tag(               │
      │   id: 3,           │
      │   title: "someday" │
      │ )                  │
      └────────────────────┘
      """
    }
  }

  @Test func `a condition can be optional`() {
    let hidesCompleted = false
    let onlyFlagged = true
    assertQuery(
      Reminder.where {
        if hidesCompleted { !$0.isCompleted }
        if onlyFlagged { $0.isFlagged }
      }
      .select(\.id)
    ) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      WHERE ("reminders"."isFlagged")
      """
    } results: {
      """
      ┌───┐
      │ 2 │
      │ 6 │
      └───┘
      """
    }
  }

  @Test func `a condition can have alternatives`() {
    let priority: Priority? = nil
    assertQuery(
      Reminder.where {
        if let priority {
          $0.priority.eq(priority)
        } else {
          $0.priority.is(nil)
        }
      }
      .count()
    ) {
      """
      SELECT count(*)
      FROM "reminders"
      WHERE (("reminders"."priority") IS (NULL))
      """
    } results: {
      """
      ┌───┐
      │ 5 │
      └───┘
      """
    }
  }

  @Test func `a condition can depend on a switch`() {
    enum Kind { case done, open }
    let kind = Kind.open
    assertQuery(
      Reminder.where {
        switch kind {
        case .done: $0.isCompleted
        case .open: !$0.isCompleted
        }
      }
      .count()
    ) {
      """
      SELECT count(*)
      FROM "reminders"
      WHERE (NOT ("reminders"."isCompleted"))
      """
    } results: {
      """
      ┌───┐
      │ 7 │
      └───┘
      """
    }
  }

  @Test func `statements can be combined by or`() {
    assertQuery(
      Reminder.where(\.isCompleted).or(Reminder.where(\.isFlagged)).count()
    ) {
      """
      SELECT count(*)
      FROM "reminders"
      WHERE (("reminders"."isCompleted") OR ("reminders"."isFlagged"))
      """
    } results: {
      """
      ┌───┐
      │ 5 │
      └───┘
      """
    }
    assertQuery(
      Reminder.where(\.isCompleted).or(.where(\.isFlagged)).select(\.id)
    ) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      WHERE (("reminders"."isCompleted") OR ("reminders"."isFlagged"))
      """
    } results: {
      """
      ┌────┐
      │ 2  │
      │ 4  │
      │ 6  │
      │ 7  │
      │ 10 │
      └────┘
      """
    }
    assertQuery(
      (Reminder.where(\.isCompleted) || Reminder.where(\.isFlagged)).select(\.id)
    ) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      WHERE (("reminders"."isCompleted") OR ("reminders"."isFlagged"))
      """
    } results: {
      """
      ┌────┐
      │ 2  │
      │ 4  │
      │ 6  │
      │ 7  │
      │ 10 │
      └────┘
      """
    }
  }

  @Test func `statements can be combined by and`() {
    assertQuery(
      Reminder.where(\.isCompleted).and(.where { $0.id > 4 }).select(\.id)
    ) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      WHERE (("reminders"."isCompleted") AND (("reminders"."id") > (4)))
      """
    } results: {
      """
      ┌────┐
      │ 7  │
      │ 10 │
      └────┘
      """
    }
  }

  @Test func `negating statements`() {
    assertQuery(
      Reminder.where(\.isCompleted).not().select(\.id)
    ) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      WHERE (NOT ("reminders"."isCompleted"))
      """
    } results: {
      """
      ┌───┐
      │ 1 │
      │ 2 │
      │ 3 │
      │ 5 │
      │ 6 │
      │ 8 │
      │ 9 │
      └───┘
      """
    }
    assertQuery(
      (!Reminder.where(\.isCompleted)).select(\.id)
    ) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      WHERE (NOT ("reminders"."isCompleted"))
      """
    } results: {
      """
      ┌───┐
      │ 1 │
      │ 2 │
      │ 3 │
      │ 5 │
      │ 6 │
      │ 8 │
      │ 9 │
      └───┘
      """
    }
    assertQuery(
      Tag.all.not()
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      WHERE (NOT (1))
      """
    } results: {
      """
      (No results)
      """
    }
  }

  @Test func `an empty side of or and and changes nothing`() {
    assertQuery(
      Tag.all.or(.where { $0.id.eq(1) })
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      WHERE (("tags"."id") = (1))
      """
    } results: {
      """
      ┌────────────────┐
      │ Tag(           │
      │   id: 1,       │
      │   title: "car" │
      │ )              │
      └────────────────┘
      """
    }
    assertQuery(
      Tag.where { $0.id.eq(1) }.and(Tag.all)
    ) {
      """
      SELECT "tags"."id", "tags"."title"
      FROM "tags"
      WHERE (("tags"."id") = (1))
      """
    } results: {
      """
      ┌────────────────┐
      │ Tag(           │
      │   id: 1,       │
      │   title: "car" │
      │ )              │
      └────────────────┘
      """
    }
  }

  @Test func `several conditions count as one side of or`() {
    assertQuery(
      Reminder.where(\.isCompleted).where(\.isFlagged).or(.where { $0.id.eq(1) }).select(\.id)
    ) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      WHERE ((("reminders"."isCompleted") AND ("reminders"."isFlagged")) OR (("reminders"."id") = (1)))
      """
    } results: {
      """
      ┌───┐
      │ 1 │
      └───┘
      """
    }
  }

  @Test func `conditions can be named in an extension of the columns`() {
    assertQuery(
      Reminder.where(\.isUrgent).select(\.id)
    ) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      WHERE (("reminders"."isFlagged") AND (("reminders"."priority") = (3)))
      """
    } results: {
      """
      ┌───┐
      │ 6 │
      └───┘
      """
    }
    assertQuery(
      Reminder.where { $0.isUrgent || $0.id == 1 }.select(\.id)
    ) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      WHERE ((("reminders"."isFlagged") AND (("reminders"."priority") = (3))) OR (("reminders"."id") = (1)))
      """
    } results: {
      """
      ┌───┐
      │ 1 │
      │ 6 │
      └───┘
      """
    }
  }

  @Test func `filter is the same as where`() {
    assertQuery(
      Reminder.filter { $0.id < 3 }.filter(\.isFlagged).select(\.id)
    ) {
      """
      SELECT "reminders"."id"
      FROM "reminders"
      WHERE (("reminders"."id") < (3)) AND ("reminders"."isFlagged")
      """
    } results: {
      """
      ┌───┐
      │ 2 │
      └───┘
      """
    }
  }
}

extension Reminder.TableColumns {
  var isUrgent: some QueryExpression<Bool> { isFlagged && priority.eq(Priority.high) }
}
