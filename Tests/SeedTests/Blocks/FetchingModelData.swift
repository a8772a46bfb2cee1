// swift-format-ignore-file
import Foundation
import LiveSQL

// The blocks of the page “Fetching model data”, word for word.

enum FetchingModelData {
  @Table
  struct Reminder {
    let id: Int 
    var title = ""
    @Column(as: Date.ISO8601Representation?.self)
    var dueAt: Date?
    var isCompleted = false
  }

  struct All {
    @FetchAll var reminders: [Reminder]
  }

  struct ByTitle {
    @FetchAll(Reminder.order(by: \.title))
    var reminders
  }

  struct Completed {
    @FetchAll(
      Reminder.where(\.isCompleted).order { $0.title.desc() }
    )
    var completedReminders
  }

  struct CompletedOfText {
    @FetchAll(#sql("SELECT * FROM reminders where isCompleted ORDER BY title DESC"))
    var completedReminders: [Reminder]
  }

  struct CompletedOfCheckedText {
    @FetchAll(
      #sql(
        """
        SELECT \(Reminder.columns)
        FROM \(Reminder.self)
        WHERE \(Reminder.isCompleted)
        ORDER BY \(Reminder.title) DESC
        """
      )
    )
    var completedReminders: [Reminder]
  }

  struct Count {
    @FetchOne(Reminder.count())
    var remindersCount = 0
  }

  struct CompletedCount {
    @FetchOne(Reminder.where(\.isCompleted).count())
    var completedRemindersCount = 0
  }

  struct CompletedCountOfText {
    @FetchOne(#sql("SELECT count(*) FROM reminders WHERE isCompleted"))
    var completedRemindersCount = 0
  }

  struct Reminders: FetchKeyRequest {
    struct Value {
      var completedReminders: [Reminder] = []
      var remindersCount = 0
    }
    func fetch(_ db: Database) throws -> Value {
      try Value(
        completedReminders: Reminder.where(\.isCompleted).fetchAll(db),
        remindersCount: Reminder.fetchCount(db)
      )
    }
  }

  @Reading static func latest() -> Reading.Of<[Reminder], Int, Fetch<Reminders.Value>> {
    @Fetch(Reminders()) var reminders = Reminders.Value()
    reminders.completedReminders  // [Reminder(/* ... */), /* ... */]
    reminders.remindersCount      // 100
    $reminders
  }

  enum TwoTables {
    @Table
    struct Reminder {
      let id: Int 
      var title = ""
      @Column(as: Date.ISO8601Representation?.self)
      var dueAt: Date?
      var isCompleted = false
      var remindersListID: RemindersList.ID
    }
    @Table
    struct RemindersList: Identifiable {
      let id: Int 
      var title = ""
    }
    @Selection
    struct Record {
      let reminderTitle: String
      let remindersListTitle: String
    }

    struct Titles {
      @FetchAll(
        Reminder
          .join(RemindersList.all) { $0.remindersListID.eq($1.id) }
          .select {
            Record.Columns(
              reminderTitle: $0.title, 
              remindersListTitle: $1.title
            )
          }
      )
      var records
    }
  }
}
