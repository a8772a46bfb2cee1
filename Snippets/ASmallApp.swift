// A small app: a list of items, their editor, their order, and a column that is added later.
import LiveSQL
import Observation

// snippet.item
struct Item: Identifiable, Hashable {
  var id: Int64?
  var name = ""
  var quantity: Int?
  // snippet.hide
  var notes = ""
  // snippet.show
}

extension Item: Codable, FetchableRecord, MutablePersistableRecord {
  mutating func didInsert(with rowID: Int64, for column: String?) { id = rowID }
}
// snippet.end

// snippet.create
var migrator = DatabaseMigrator()

migrator.registerMigration("Create the table of items") { db in
  try db.create(table: "item") { t in
    t.autoIncrementedPrimaryKey("id")
    t.column("name", .text).notNull()
    t.column("quantity", .integer)
  }
}
// snippet.end

// snippet.notes
migrator.registerMigration("Add notes to items") { db in
  try db.alter(table: "item") { t in
    t.add(column: "notes", .text).notNull().defaults(to: "")
  }
}
// snippet.end

// snippet.database
struct AppDatabase {
  let writer: any DatabaseWriter

  init(_ writer: any DatabaseWriter, _ migrator: DatabaseMigrator) throws {
    self.writer = writer
    try migrator.migrate(writer)
  }

  func save(_ item: Item) throws -> Item {
    try writer.write { db in try item.saved(db) }
  }

  func delete(ids: [Int64]) throws {
    try writer.write { db in _ = try Item.deleteAll(db, keys: ids) }
  }
}
// snippet.end

// snippet.requests
extension Item {
  enum Columns {
    static let name = Column(CodingKeys.name)
  }
}

extension DerivableRequest where RowDecoder == Item {
  func orderedByName() -> Self { order(Item.Columns.name) }
}
// snippet.end

// snippet.list
@MainActor @Observable
final class ItemListModel {
  @ObservationIgnored @FetchAll var items: [Item]
  private let database: AppDatabase

  init(database: AppDatabase) {
    self.database = database
    _items = FetchAll(Item.all(), database: database.writer)
  }

  func delete(atOffsets offsets: some Sequence<Int>) throws {
    try database.delete(ids: offsets.compactMap { items[$0].id })
  }
}
// snippet.end

// snippet.editor
@MainActor @Observable
final class ItemEditorModel {
  var name: String
  var quantity: String
  private(set) var item: Item
  private let database: AppDatabase

  init(database: AppDatabase, item: Item) {
    self.database = database
    self.item = item
    name = item.name
    quantity = item.quantity.map(String.init) ?? ""
  }

  func save() throws {
    var edited = item
    edited.name = name
    edited.quantity = Int(quantity)
    item = try database.save(edited)
  }
}
// snippet.end

extension ItemListModel {
  // snippet.editing
  func editor(for item: Item = Item()) -> ItemEditorModel {
    ItemEditorModel(database: database, item: item)
  }
  // snippet.end

  // snippet.ordering
  enum Ordering { case unspecified, ascending, descending }

  func order(by ordering: Ordering) async throws {
    let request =
      switch ordering {
      case .unspecified: Item.all()
      case .ascending: Item.all().orderedByName()
      case .descending: Item.all().orderedByName().reversed()
      }
    try await $items.load(request)
  }
  // snippet.end
}

// snippet.opening
let database = try AppDatabase(DatabaseQueue(), migrator)  // DatabasePool(path:) in an application
// snippet.end

// snippet.using
let model = ItemListModel(database: database)
// snippet.hide
try await model.order(by: .ascending)
// snippet.show
let editor = model.editor()
editor.name = "Milk"
editor.quantity = "2"
try editor.save()
_ = try database.save(Item(name: "Bread"))
// snippet.end

// snippet.watching
for await items in model.$items.values {
  print(items.map(\.name))
  if items.count == 2 { break }
}
// snippet.end
try model.delete(atOffsets: [0])

// snippet.observation
for try await items in ValueObservation.tracking(Item.all().fetchAll).values(in: database.writer) {
  print(items.count)
  break
}
// snippet.end
