// swift-format-ignore-file
import Foundation
import LiveSQL
import Observation

// The blocks of the page “View integration” that need no screen, word for word.

enum ViewIntegration {
  struct Lists {
    @FetchAll(
      RemindersList
        .group(by: \.id)
        .order(by: \.position)
        .leftJoin(Reminder.all) { $0.id.eq($1.remindersListID) && !$1.isCompleted }
        .select {
          ListSummary.Columns(
            list: $0,
            incompleteCount: $1.id.count()
          )
        },
      animation: .default
    )
    var remindersLists
  }

  @Observable
  @MainActor
  class Model {
    @ObservationIgnored
    @FetchAll(Fact.order { $0.id.desc() }, animation: .default)
    var facts

    @ObservationIgnored
    @FetchOne(Fact.count(), animation: .default)
    var factsCount = 0

    @ObservationIgnored
    @Dependency(\.defaultDatabase) private var database

    func deleteFact(indices: IndexSet) {
      withErrorReporting {
        try database.write { db in
          let ids = indices.map { facts[$0].id }
          try Fact.where { $0.id.in(ids) }.delete().execute(db)
        }
      }
    }
  }

  struct Counters {
    @FetchAll(Counter.all, animation: .default)
    var counters
  }

  struct Incomplete {
    @FetchAll(
      Reminder.where { !$0.isCompleted },
      animation: .spring(response: 0.3, dampingFraction: 0.7)
    )
    var incompleteTasks
  }

  @ObservableState
  struct State: Equatable {
      @Fetch(ItemsRequest()) var items: [Item] = []
      @FetchOne(Bundle.where { $0.isActive }) var activeBundle: Bundle?
  }

  struct ItemsRequest: FetchKeyRequest {
      typealias Value = [Item]

      func fetch(_ db: Database) throws -> [Item] {
          try Item
              .where { $0.isArchived == false }
              .order { $0.createdAt.desc() }
              .join(ItemDetail.all) { $1.id.eq($0.id) }
              .select {
                  Item.Columns(
                      id: $0.id,
                      title: $1.title,
                      createdAt: $0.createdAt
                  )
              }
              .fetchAll(db)
      }
  }
}
