import LiveSQL
import SwiftUI

// What the screens of the page name and no block declares.

struct AddListView: View {
  var body: some View { EmptyView() }
}

struct AddItemView: View {
  let listId: String

  var body: some View { EmptyView() }
}

struct EditItemView: View {
  let item: ItemWithCategory

  var body: some View { EmptyView() }
}

struct ShoppingItemRepository {
  @Dependency(\.defaultDatabase) private var database

  func deleteCompletedItems(forListId listId: String) async throws {
    try await database.write { db in
      try ItemWithCategory.where { $0.listId == listId && $0.isCompleted }.delete().execute(db)
    }
  }

  func toggleCompletion(itemId: String) async throws {
    try await database.write { db in
      try ItemWithCategory.find(itemId).update { $0.isCompleted.toggle() }.execute(db)
    }
  }
}
