import Foundation
import LiveSQL

// Declarations that the blocks use but do not contain.

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

/// An attribute in place of one from another library, which a fetched property does not need.
@attached(peer)
macro ObservableState() = #externalMacro(module: "TypedSQLMacros", type: "MarkerMacro")
