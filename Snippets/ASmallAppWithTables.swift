// The list of the small app, with @Table instead of records.
import LiveSQL
import Observation

// snippet.item
@Table struct Item: Identifiable {
  let id: Int
  var name = ""
  var quantity: Int?
}
// snippet.end

// snippet.opening
let database = try DatabaseQueue()
try database.write { db in try Item.createTable().execute(db) }
// snippet.end

// snippet.list
@MainActor @Observable
final class ItemListModel {
  @ObservationIgnored @FetchAll(Item.order(by: \.name)) var items
  @ObservationIgnored @Dependency(\.defaultDatabase) private var database

  func save(_ draft: Item.Draft) throws {
    try database.write { db in try Item.upsert { draft }.execute(db) }
  }

  func delete(_ item: Item) throws {
    try database.write { db in try Item.find(item.id).delete().execute(db) }
  }
}
// snippet.end

// snippet.using
prepareDependencies { $0.defaultDatabase = database }
let model = ItemListModel()
try model.save(Item.Draft(name: "Milk", quantity: 2))
// snippet.end
try await database.liveQueriesCaughtUp()

// snippet.editing
if let milk = model.items.first {
  var draft = Item.Draft(milk)
  draft.quantity = 3
  try model.save(draft)
}
// snippet.end
