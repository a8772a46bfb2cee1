import Foundation
import LiveSQL
import Testing

@Suite struct SmallAppTests {
  typealias Item = SmallApp.Item

  @Test @MainActor func `items can be listed, added, edited, ordered and deleted`() async throws {
    let database = try SmallApp.AppDatabase.empty()
    let list = SmallApp.ItemListModel(database: database)
    try await list.update()
    #expect(list.itemList.isEmpty)

    var editor = list.newItemEditorModel(for: .new())
    editor.nameEdit = "Milk"
    editor.quantityEdit = "2"
    try editor.saveItem()
    try await list.update()
    #expect(list.itemList == [Item(id: 1, name: "Milk", quantity: 2)])
    #expect(editor.item.id == 1)

    var other = Item(id: nil, name: "Bread", quantity: nil)
    try database.saveItem(&other)
    #expect(other.id == 2)
    try await list.update()
    #expect(list.itemList.map(\.name) == ["Milk", "Bread"])

    editor = list.newItemEditorModel(for: list.itemList[0])
    editor.nameEdit = "Apples"
    editor.quantityEdit = ""
    try editor.saveItem()
    try await list.update()
    #expect(list.itemList.first == Item(id: 1, name: "Apples", quantity: nil))

    list.nextOrdering()
    try await list.update()
    #expect(list.itemList.map(\.name) == ["Apples", "Bread"])
    list.nextOrdering()
    try await list.update()
    #expect(list.itemList.map(\.name) == ["Bread", "Apples"])

    try list.deleteItems(atOffsets: IndexSet(integer: 0))
    try await list.update()
    #expect(list.itemList.map(\.name) == ["Apples"])

    var empty = list.newItemEditorModel(for: .new())
    try empty.saveItem()
    #expect(empty.item.id == nil)
  }

  @Test func `a migration adds a column`() throws {
    let queue = try DatabaseQueue()
    let database = try SmallApp.AppDatabase(queue)
    var item = Item(id: nil, name: "Milk", quantity: 1)
    try database.saveItem(&item)
    _ = try SmallApp.AppDatabase(queue, addsNotes: true)
    let noted = try queue.read { try SmallApp.NotedItem.all().fetchAll($0) }
    #expect(noted.map(\.notes) == ["Milk"])
  }
}
