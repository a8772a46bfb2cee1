import Foundation
import LiveSQL

/// A database of things to buy, for tests of requests.
enum Groceries {
  struct Item: Codable, Hashable, Identifiable, FetchableRecord, MutablePersistableRecord {
    var id: Int64?
    var name: String
    var quantity: Int?

    mutating func didInsert(with rowID: Int64, for column: String?) { id = rowID }

    enum Columns {
      static let id = Column(CodingKeys.id)
      static let name = Column(CodingKeys.name)
      static let quantity = Column(CodingKeys.quantity)
    }
  }

  /// A record with a key of two columns.
  struct Place: Codable, Hashable, FetchableRecord, PersistableRecord {
    var aisle: Int
    var shelf: Int
    var label: String
  }

  /// Creates a database of six items, two of which have no quantity.
  static func database() throws -> DatabaseQueue {
    let database = try DatabaseQueue()
    try database.write { db in
      try db.execute(
        sql: """
          CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT NOT NULL, quantity INTEGER);
          INSERT INTO item (name, quantity) VALUES ('Milk', 2), ('Bread', 1), ('Apples', 6),
            ('Salt', NULL), ('bananas', 6), ('Tea', NULL);
          CREATE TABLE place (aisle INTEGER, shelf INTEGER, label TEXT, PRIMARY KEY (aisle, shelf))
            WITHOUT ROWID;
          INSERT INTO place VALUES (1, 1, 'fruit'), (1, 2, 'bread'), (2, 1, 'tea');
          """
      )
    }
    return database
  }
}
