import LiveSQL

// The tables of the written statements, as applications declare them.

@Table("item") struct WrittenItem: Hashable, Sendable {
  let id: Int
  var t: String?
  var n: Int?
  var list: Int?
}

@Table("list") struct WrittenList: Hashable, Sendable {
  let id: Int
  var name: String?
  var cid: Int?
}

/// A table and columns that are called like keywords.
@Table("order") struct WrittenOrder: Hashable, Sendable {
  @Column("group", primaryKey: true) let id: Int
  @Column("select") var choice: String?
  @Column("from") var source: Int?
  @Column("odd \"name") var name: String?
}

/// Rows that only differ in their row numbers.
@Table("loose") struct WrittenLoose: Hashable, Sendable {
  var body: String?
  var number: Int?
}

/// A view of a natural join.
@Table("named") struct WrittenNamed: Hashable, Sendable {
  let id: Int
  var name: String?
  var amount: Int?
}

@Selection struct WrittenPair: Hashable, Sendable {
  let item: WrittenItem
  let list: WrittenList
}

@Selection struct WrittenAnyPair: Hashable, Sendable {
  let item: WrittenItem
  let list: WrittenList?
}

@Selection struct WrittenCount: Hashable, Sendable {
  let key: Int?
  let count: Int
}

/// A row of `item`, as a record.
struct WrittenRecord: Codable, Hashable, Sendable, FetchableRecord, TableRecord {
  static let databaseTableName = "item"
  var id: Int
  var t: String?
  var n: Int?
  var list: Int?
}

/// A row of the table that is called like a keyword, as a record.
struct WrittenOrderRecord: Codable, Hashable, Sendable, FetchableRecord, TableRecord {
  static let databaseTableName = "order"
  var group: Int
  var select: String?
  var from: Int?
}
