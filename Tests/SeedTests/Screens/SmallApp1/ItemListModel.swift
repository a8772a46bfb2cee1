// swift-format-ignore-file
import Combine
import Foundation
import LiveSQL

// The page “A small app with records”, word for word.

class ItemListModel: ObservableObject {
    @Published var itemList = [Item]()
    private let database: AppDatabase
    private var itemsTracker: AnyCancellable?

    init(database: AppDatabase) {
        self.database = database
        itemsTracker = database.itemsPublisher().catch { error in
            Just<[Item]>([])
        }.sink { [weak self] items in
            self?.itemList = items
        }
    }

    func deleteItems(atOffsets offsets: IndexSet) throws {
        let userIDs = offsets.compactMap { itemList[$0].id }
        try database.deleteItems(ids: userIDs)
    }

    func newRandomItem() throws {
        func randomString() -> String {
            let letters = "abcdefghijklmnopqrstuvwxyz"
            return String((0..<7).map { _ in letters.randomElement()! })
        }

        var item = Item.init(id: nil,
                             name: randomString().capitalized,
                             quantity: Int.random(in: 1...9))
        try database.saveItem(&item)
    }
}
