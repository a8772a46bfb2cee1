// swift-format-ignore-file
import LiveSQL

// The record of the page “A small app with records”, word for word.

struct Item: Identifiable {
    var id: Int64?
    var name: String
    var quantity: Int?
}

extension Item {
    static func new() -> Item {
        Item(id: nil, name: "", quantity: nil)
    }
}

extension Item: Codable, FetchableRecord, MutablePersistableRecord {
    mutating func didInsert(with rowID: Int64, for column: String?) {
        id = rowID
    }
}

extension Item: CustomStringConvertible {
    var description: String {
        "id: \(id.map { String($0) } ?? "nil"), " +
        "name: \(name), " +
        "quantity: \(quantity.map { String($0) } ?? "nil")"
    }
}
