// swift-format-ignore-file
import Combine
import Foundation
import LiveSQL

// The page “A small app with records”, word for word.

class ItemListModel: ObservableObject {
    enum Ordering: String, CaseIterable {
        case unspecified = "Unspecified"
        case ascending = "Ascending"
        case descending = "Descending"
    }

    @Published var itemList = [Item]()
    @Published var ordering: Ordering = .unspecified
    private let database: AppDatabase
    private var itemsTracker: AnyCancellable?

    init(database: AppDatabase) {
        self.database = database
        itemsTracker = itemsPublisher().sink { [weak self] items in
            self?.itemList = items
        }
    }

    func deleteItems(atOffsets offsets: IndexSet) throws {
        let userIDs = offsets.compactMap { itemList[$0].id }
        try database.deleteItems(ids: userIDs)
    }

    func newItemEditorModel(for item: Item) -> ItemEditorModel {
        ItemEditorModel(database: database, item: item)
    }

    func itemsPublisher() -> AnyPublisher<[Item], Never> {
        $ordering.map { ordering -> AnyPublisher<[Item], Error> in
            switch ordering {
            case .unspecified:
                return self.database.itemsUnorderedPublisher()
            case .ascending:
                return self.database.itemsOrderedByNamePublisher()
            case .descending:
                return self.database.itemsOrderedByNameReversedPublisher()

            }
        }.map { publisher in
            publisher.catch { failure in
                Just<[Item]>([])
            }
        }
        .switchToLatest()
        .eraseToAnyPublisher()
    }

    func nextOrdering() {
        let allCases = Ordering.allCases
        let index = allCases.firstIndex(of: ordering)!
        let indexNext = (index + 1) % allCases.count
        ordering = allCases[indexNext]
    }
}
