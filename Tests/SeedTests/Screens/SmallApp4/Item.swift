// swift-format-ignore-file
import LiveSQL

// The page “A small app with records”, word for word.

struct Item: Identifiable {
    var id: Int64?
    var name: String
    var quantity: Int?
}

extension Item {
    static func new() -> Item {
        Item(id: nil, name: "", quantity: nil)
    }

    var isEmpty: Bool {
        name.isEmpty && quantity == nil
    }
}

extension Item: Codable, FetchableRecord, MutablePersistableRecord {
    fileprivate enum Columns {
        static let name = Column(Item.CodingKeys.name)
        static let quantity = Column(Item.CodingKeys.quantity)
    }

    mutating func didInsert(with rowID: Int64, for column: String?) {
        id = rowID
    }
}

extension DerivableRequest where RowDecoder == Item {
    func orderedByName() -> Self {
        order(Item.Columns.name)
    }

    func orderedByNameReversed() -> Self {
        order(Item.Columns.name).reversed()
    }
}
