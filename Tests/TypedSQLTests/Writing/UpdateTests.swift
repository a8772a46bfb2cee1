import Foundation
import Testing
import TypedSQL
import TypedSQLExtras
import TypedSQLMacroDeclarations

@Suite struct UpdateTests {
  @Test func `sets values`() {
    let title = "x"
    let date: Date? = nil
    assertSQL(
      Reminder.update {
        $0.title = "Get \(title)"
        $0.notes = title
        $0.dueDate = Date(timeIntervalSinceReferenceDate: 0)
        $0.dueDate = date
        $0.dueDate = nil
        $0.dueDate = #bind(Date(timeIntervalSinceReferenceDate: 0))
        $0.priority = .high
        $0.priority = Priority.low
        $0.isCompleted = true
        $0.remindersListID = $0.remindersListID
        $0.assignedUserID = $0.remindersListID
        $0.assignedUserID = 1
      }
    ) {
      """
      UPDATE "reminders"
      SET "title" = 'Get x', "notes" = 'x', "dueDate" = '2001-01-01 00:00:00.000', "priority" = 1, "isCompleted" = 1, "remindersListID" = "reminders"."remindersListID", "assignedUserID" = 1
      """
    }
  }

  @Test func `the last of several assignments to a column is written`() {
    assertSQL(
      Reminder.update {
        $0.title = "first"
        $0.isCompleted = true
        $0.title = "last"
      }
    ) {
      """
      UPDATE "reminders"
      SET "title" = 'last', "isCompleted" = 1
      """
    }
  }

  @Test func `applies operators`() {
    assertSQL(
      Reminder.where(\.isCompleted).update {
        $0.title += " Pro"
        $0.title.append("!")
        $0.title += $0.notes
        $0.isCompleted.toggle()
        $0.remindersListID += 1
        $0.assignedUserID -= 1
        $0.assignedUserID *= $0.remindersListID
        $0.remindersListID.negate()
      }
      .returning { ($0.id, $0.title) }
    ) {
      """
      UPDATE "reminders"
      SET "title" = ("reminders"."title") || ("reminders"."notes"), "isCompleted" = NOT ("reminders"."isCompleted"), "remindersListID" = -("reminders"."remindersListID"), "assignedUserID" = ("reminders"."assignedUserID") * ("reminders"."remindersListID")
      WHERE ("reminders"."isCompleted")
      RETURNING "id", "title"
      """
    }
  }

  @Test func `updates a record`() {
    assertSQL(Tag.update(Tag(id: 1, title: "a"))) {
      """
      UPDATE "tags"
      SET "title" = 'a'
      WHERE (("tags"."id") = (1))
      """
    }
  }

  @Test func `an update without assignments or rows is empty`() {
    assertSQL(Tag.update { _ in }) { "" }
    assertSQL(Tag.none.update { $0.title = "" }) { "" }
  }
}

@Selection private struct StockStatus {
  var isOutOfStock = false
  var isOnBackOrder = false
}

@Selection private struct ItemID {
  let shop: Int
  let number: Int
}

@Table private struct StockItem {
  @Column(primaryKey: true) let id: ItemID
  var title = ""
  @Column(as: [String].JSONRepresentation.self) var notes: [String]
  var price = 0.0
  var status = StockStatus()
  var planned: StockStatus?
  @Column(generated: .virtual) let length: Int
}

@Suite struct UpdateGroupTests {
  @Test func `sets groups and their members`() {
    assertSQL(
      StockItem.update {
        $0.status = StockStatus(isOutOfStock: true)
        $0.status.isOnBackOrder = true
        $0.status.isOutOfStock.toggle()
        $0.planned = nil
        $0.planned = StockStatus()
        $0.price *= 2.5
      }
      .returning { ($0.status, $0.length, $0.title) }
    ) {
      """
      UPDATE "stockItems"
      SET "isOutOfStock" = 0, "isOnBackOrder" = 0, "price" = ("stockItems"."price") * (2.5)
      RETURNING "isOutOfStock", "isOnBackOrder", "length", "title"
      """
    }
  }

  @Test func `sets columns in their representation`() {
    assertSQL(
      StockItem.update {
        $0.notes = []
      }
    ) {
      """
      UPDATE "stockItems"
      SET "notes" = '[

      ]'
      """
    }
  }

  @Test func `updates and deletes by a composite key`() {
    let item = StockItem(
      id: ItemID(shop: 1, number: 2),
      notes: [],
      length: 4
    )
    #expect(
      StockItem.update(item).query.render().sql == """
        UPDATE "stockItems" SET "title" = ?, "notes" = ?, "price" = ?, \
        "isOutOfStock" = ?, "isOnBackOrder" = ?, "isOutOfStock" = ?, "isOnBackOrder" = ? \
        WHERE (("stockItems"."shop", "stockItems"."number") = (?, ?))
        """
    )
    assertSQL(StockItem.delete(item)) {
      """
      DELETE FROM "stockItems"
      WHERE (("stockItems"."shop", "stockItems"."number") = (1, 2))
      """
    }
  }

  @Test func `updates from another table`() {
    assertSQL(
      Reminder.where(\.isCompleted).update(from: RemindersList.self) {
        $0.title = $1.title
        $0.priority = nil
      } where: {
        $0.remindersListID.eq($1.id)
      }
    ) {
      """
      UPDATE "reminders"
      SET "title" = "remindersLists"."title", "priority" = NULL
      FROM "remindersLists"
      WHERE ("reminders"."isCompleted") AND (("reminders"."remindersListID") = ("remindersLists"."id"))
      """
    }
  }

  enum R: AliasName {}

  @Test func `updates an alias with a subquery`() {
    assertSQL(
      Reminder.as(R.self).where(\.isCompleted).update {
        $0.title += " 2"
        $0.notes = Tag.select(\.title).limit(1)
      }
      .returning(\.title)
    ) {
      """
      UPDATE "reminders" AS "rs"
      SET "title" = ("rs"."title") || (' 2'), "notes" = (
        SELECT "tags"."title"
        FROM "tags"
        LIMIT 1
      )
      WHERE ("rs"."isCompleted")
      RETURNING "title"
      """
    }
  }

  @Test func `returns expressions`() {
    assertSQL(
      Reminder.find(1).delete().returning { ($0.id, $0.title.length(), #sql("1", as: Int.self)) }
    ) {
      """
      DELETE FROM "reminders"
      WHERE (("reminders"."id") IN ((1)))
      RETURNING "id", length("reminders"."title"), 1
      """
    }
  }
}
