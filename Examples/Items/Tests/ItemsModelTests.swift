import LiveSQL
import LiveSQLTestSupport
import Testing

@testable import ItemsModel

/// The steps of the tutorial: the list, the editor, editing, ordering, and the added column.
@MainActor
@Suite(.timeLimit(.hang)) struct ItemsModelTests {
  private let database: AppDatabase
  private let model: ItemListModel

  init() async throws {
    database = try AppDatabase.empty()
    model = ItemListModel(database: database)
    try await model.load()
  }

  /// Waits until the items have certain names, in order.
  private func wait(for names: [String]) async {
    await wait { model in model.items.map(\.name) == names }
  }

  /// Waits until a condition on the model holds.
  private func wait(until isSo: @escaping @MainActor @Sendable (ItemListModel) -> Bool) async {
    await withCheckedContinuation { continuation in
      let token = TokenBox()
      token.value = observe { [model] in
        guard isSo(model), !token.isDone else { return }
        token.isDone = true
        continuation.resume()
      }
    }
  }

  private func save(_ name: String, _ quantity: Int? = nil) throws -> Item {
    var item = Item(name: name, quantity: quantity)
    try database.saveItem(&item)
    return item
  }

  @Test func `the list follows insertions, deletions, undo and redo`() async throws {
    #expect(model.items.isEmpty)
    let milk = try save("Milk", 2)
    #expect(milk.id == 1)
    _ = try save("Bread")
    await wait(for: ["Milk", "Bread"])
    #expect(model.items.first == milk)
    try model.deleteItems(atOffsets: [0])
    await wait(for: ["Bread"])
    #expect(try model.undo() == "Delete Item")
    await wait(for: ["Milk", "Bread"])
    #expect(model.items.first == milk)
    #expect(try model.redo() == "Delete Item")
    await wait(for: ["Bread"])
  }

  @Test func `a random item has a name and a quantity, and can be deleted by its place`()
    async throws
  {
    let item = try model.newRandomItem()
    #expect(item.id == 1)
    #expect(item.name.count == 7 && item.name.first?.isUppercase == true)
    #expect(item.name.dropFirst().allSatisfy { ("a"..."z").contains($0) })
    #expect((1...9).contains(item.quantity ?? 0))
    await wait(for: [item.name])
    #expect(
      String(describing: Item(id: 1, name: "Milk", notes: "fresh"))
        == "id: 1, name: Milk, quantity: nil, notes: fresh"
    )
    try model.deleteItems(atOffsets: [0])
    await wait(for: [])
  }

  @Test func `an editor creates an item from text`() async throws {
    let editor = model.newItemEditorModel(for: .new())
    try editor.saveItem()
    #expect(editor.item.id == nil)
    editor.quantityEdit = "many"
    #expect(throws: ItemEditError.invalidQuantity) { try editor.saveItem() }
    editor.quantityEdit = " 3 "
    #expect(throws: ItemEditError.missingName) { try editor.saveItem() }
    editor.nameEdit = "Milk"
    editor.notesEdit = "fresh"
    try editor.saveItem()
    #expect(editor.item == Item(id: 1, name: "Milk", quantity: 3, notes: "fresh"))
    await wait(for: ["Milk"])
  }

  @Test func `an item can be edited`() async throws {
    let editor = model.newItemEditorModel(for: try save("Milk", 2))
    #expect(editor.nameEdit == "Milk" && editor.quantityEdit == "2")
    editor.nameEdit = "Oat milk"
    editor.quantityEdit = ""
    try editor.saveItem()
    await wait(for: ["Oat milk"])
    #expect(model.items == [Item(id: 1, name: "Oat milk")])
  }

  @Test func `items can be ordered by name in both directions, and stay ordered`() async throws {
    for name in ["Bread", "Apples", "Milk"] { _ = try save(name) }
    await wait(for: ["Bread", "Apples", "Milk"])
    model.nextOrdering()
    #expect(model.ordering == .ascending)
    await wait(for: ["Apples", "Bread", "Milk"])
    _ = try save("Butter")
    await wait(for: ["Apples", "Bread", "Butter", "Milk"])
    // The difference is reported after the items are there.
    await wait { model in model.lastDifference?.inserted == 1 }
    model.nextOrdering()
    await wait(for: ["Milk", "Butter", "Bread", "Apples"])
    model.nextOrdering()
    #expect(model.ordering == .unspecified)
    await wait(for: ["Bread", "Apples", "Milk", "Butter"])
  }

  @Test func `the new column starts with the names`() async throws {
    let queue = try DatabaseQueue()
    try await Self.write(queue, upTo: "createItem") { db in
      try db.execute(sql: "INSERT INTO item (name, quantity) VALUES ('Milk', 2), ('Bread', NULL)")
    }
    let model = ItemListModel(database: try AppDatabase(queue))
    try await model.load()
    #expect(
      model.items == [
        Item(id: 1, name: "Milk", quantity: 2, notes: "Milk"),
        Item(id: 2, name: "Bread", notes: "Bread"),
      ]
    )
  }

  private nonisolated static func write(
    _ queue: DatabaseQueue,
    upTo migration: String,
    _ body: @escaping @Sendable (Database) throws -> Void
  ) async throws {
    try await AppDatabase.migrator.migrate(queue, upTo: migration)
    try await queue.write { db in try body(db) }
  }
}

/// A container that keeps a token for the closure that uses it.
@MainActor
private final class TokenBox {
  var value: ObserveToken?
  var isDone = false
}
