import Foundation
import LiveSQL

// What the blocks name and no block declares.

extension ViewIntegration {
  @Table struct Counter: Identifiable, Equatable {
    let id: Int
    var count = 0
  }

  @Table struct Fact: Identifiable, Equatable {
    let id: Int
    var body = ""
  }

  @Table struct Reminder: Equatable {
    let id: Int
    var title = ""
    var isCompleted = false
    var remindersListID: Int
  }

  @Table struct RemindersList: Equatable {
    let id: Int
    var title = ""
    var position = 0
  }

  @Selection struct ListSummary: Equatable {
    let list: RemindersList
    let incompleteCount: Int
  }

  @Table struct Item: Equatable {
    let id: Int
    var title = ""
    var createdAt: Date
    var isArchived = false
  }

  @Table struct ItemDetail {
    let id: Int
    var title: String
  }

  @Table struct Bundle: Equatable {
    let id: Int
    var isActive = false
  }

  struct SearchResults: Equatable {
    var facts: [Fact] = []
  }

  struct SearchRequest: FetchKeyRequest {
    let text: String

    func fetch(_ db: Database) throws -> SearchResults {
      try SearchResults(facts: Fact.where { $0.body.contains(text) }.fetchAll(db))
    }
  }
}

/// Stands for the attribute of another library, which adds nothing that a fetched property needs.
@attached(peer)
macro ObservableState() = #externalMacro(module: "TypedSQLMacros", type: "MarkerMacro")
