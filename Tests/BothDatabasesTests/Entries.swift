import Foundation
import LiveSQL

/// A table with a column of each type.
@Table("entries") struct Entry: Equatable, Sendable {
  let id: Int
  var name = ""
  var note: String?
  var quantity = 0
  var price = 0.0
  var isDone = false
  var kind = Kind.fruit
  var level: Level?
  var at: Date
  var until: Date?
  @Column(as: Date.UnixTimeRepresentation.self)
  var unix: Date
  @Column(as: Date.JulianDayRepresentation.self)
  var julian: Date
  var uid: UUID
  @Column(as: UUID.BytesRepresentation.self)
  var bytesID: UUID
  @Column(as: [String].JSONRepresentation.self)
  var tags: [String] = []
  @Column(as: Details.JSONRepresentation.self)
  var details: Details
  var data: [UInt8]?
}

enum Kind: String, QueryBindable, Sendable { case fruit, bread, drink }

enum Level: Int, QueryBindable, Sendable { case low = 1, high }

@Selection struct Details: Codable, Equatable, Sendable {
  var color: String
  var weight: Double
  var count: Int
  var isFresh: Bool
  var maker: String?
}

/// A part of an entry.
@Table("parts") struct Part: Equatable, Sendable {
  let id: Int
  var entryID: Int?
  var title = ""
  var share = 0
}

/// A number with its successor, which a recursive query counts.
@Table("counters") struct Counter: Equatable, Sendable {
  var value: Int
}

extension Entry {
  static let moment = Date(timeIntervalSince1970: 1_700_000_000)

  private static func sample(
    _ id: Int,
    _ name: String,
    note: String? = nil,
    _ quantity: Int,
    _ price: Double,
    isDone: Bool = false,
    _ kind: Kind = .fruit,
    _ level: Level? = nil,
    days: Double,
    until: Double? = nil,
    tags: [String] = [],
    data: [UInt8]? = nil
  ) -> Entry {
    let at = moment.addingTimeInterval(days * 86_400)
    let uid = UUID(uuid: (UInt8(id), 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 7))
    return Entry(
      id: id,
      name: name,
      note: note,
      quantity: quantity,
      price: price,
      isDone: isDone,
      kind: kind,
      level: level,
      at: at,
      until: until.map { at.addingTimeInterval($0 * 3_600) },
      unix: at,
      julian: at,
      uid: uid,
      bytesID: uid,
      tags: tags,
      details: Details(
        color: name.isEmpty ? "none" : "red",
        weight: price / 4,
        count: quantity,
        isFresh: isDone,
        maker: note
      ),
      data: data
    )
  }

  static let samples: [Entry] = [
    sample(
      1,
      "Apple",
      note: "green",
      3,
      0.5,
      days: 0,
      until: 5,
      tags: ["a", "b"],
      data: [1, 255]
    ),
    sample(2, "apple", 0, 1.25, isDone: true, .fruit, .low, days: -31, tags: ["it's"]),
    sample(3, "Banana", note: "", -7, 2.5, isDone: true, .fruit, .high, days: 75.5, until: -3),
    sample(4, "Rye", note: "50% off", 12, -3.75, .bread, .high, days: -200),
    sample(5, "_tea", note: "a_b", 3, 0, .drink, nil, days: 400, until: 0, data: []),
    sample(6, "Émile", note: "back\\slash", 9, 10, isDone: true, .drink, .low, days: 76),
    sample(7, "", note: nil, 100, 1e6, .bread, nil, days: 1, tags: ["x", "y", "z"]),
    sample(8, "zebra", note: "Green", 3, 2.5, .bread, .low, days: 0, data: [0]),
  ]
}

extension Part {
  static let samples: [Part] = [
    Part(id: 1, entryID: 1, title: "Peel", share: 10),
    Part(id: 2, entryID: 1, title: "Core", share: 5),
    Part(id: 3, entryID: 3, title: "Peel", share: 30),
    Part(id: 4, entryID: nil, title: "Stone", share: 1),
    Part(id: 5, entryID: 6, title: "Label", share: 7), Part(id: 6, entryID: 6, title: "", share: 0),
  ]
}
