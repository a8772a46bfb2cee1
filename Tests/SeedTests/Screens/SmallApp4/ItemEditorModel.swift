// swift-format-ignore-file
import Combine

// The page “A small app with records”, word for word.

class ItemEditorModel: ObservableObject {
    @Published var nameEdit = ""
    @Published var quantityEdit = ""

    private let database: AppDatabase
    var item: Item

    init(database: AppDatabase, item: Item) {
        self.database = database
        self.item = item
        if !item.name.isEmpty {
            nameEdit = item.name
            if let quantity = item.quantity {
                quantityEdit = String(quantity)
            }
        }
    }

    func saveItem() throws {
        // quantityEdit empty => item.quantity becomes nil
        if !nameEdit.isEmpty {
            item.name = nameEdit
            item.quantity = Int(quantityEdit)
        }
        if !item.isEmpty {
            try database.saveItem(&item)
        }
    }
}
