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
    mutating func didInsert(with rowID: Int64, for column: String?) {
        id = rowID
    }
}

//extension Item: CustomStringConvertible {
