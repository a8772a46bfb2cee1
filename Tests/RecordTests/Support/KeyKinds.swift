import LiveSQL

// A record for each kind of key.

protocol KeyKind: Codable, Equatable, Sendable, FetchableRecord, MutablePersistableRecord {
  static var schema: String { get }
  /// Returns a record whose key is not used yet.
  static func make(_ number: Int64) -> Self
  var name: String { get set }
  var hasKey: Bool { get }
}

extension KeyKind {
  static var databaseTableName: String { "thing" }
}

/// A record with an `INTEGER PRIMARY KEY`.
struct RowIDThing: KeyKind, Identifiable {
  static let schema = "CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT NOT NULL)"
  static func make(_ number: Int64) -> Self { Self(id: nil, name: "thing \(number)") }

  var id: Int64?
  var name: String
  var hasKey: Bool { id != nil }

  mutating func didInsert(with rowID: Int64, for column: String?) { id = rowID }
}

/// A record with an `INTEGER PRIMARY KEY AUTOINCREMENT` of another name.
struct NamedThing: KeyKind {
  static let schema =
    "CREATE TABLE thing (number INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL)"
  static func make(_ number: Int64) -> Self { Self(number: nil, name: "thing \(number)") }

  var number: Int64?
  var name: String
  var hasKey: Bool { number != nil }

  mutating func didInsert(_ inserted: InsertionSuccess) { number = inserted.rowID }
}

/// A record with a key of two columns.
struct PairThing: KeyKind {
  static let schema =
    "CREATE TABLE thing (\"left\" INTEGER, \"right\" TEXT, name TEXT NOT NULL, PRIMARY KEY (\"left\", \"right\"))"
  static func make(_ number: Int64) -> Self {
    Self(left: number, right: "r\(number)", name: "thing \(number)")
  }

  var left: Int64
  var right: String
  var name: String
  var hasKey: Bool { true }
}

/// A record of a table without rowid.
struct CodeThing: KeyKind, Identifiable {
  static let schema = "CREATE TABLE thing (id TEXT PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID"
  static func make(_ number: Int64) -> Self { Self(id: "c\(number)", name: "thing \(number)") }

  var id: String
  var name: String
  var hasKey: Bool { true }
}

/// A record of a table without rowid, with a key of two columns.
struct PairCodeThing: KeyKind {
  static let schema =
    "CREATE TABLE thing (a TEXT, b INTEGER, name TEXT NOT NULL, PRIMARY KEY (a, b)) WITHOUT ROWID"
  static func make(_ number: Int64) -> Self { Self(a: "a", b: number, name: "thing \(number)") }

  var a: String
  var b: Int64
  var name: String
  var hasKey: Bool { true }
}

/// A record without a declared key, which has the number of its row.
struct HiddenThing: KeyKind {
  static let schema = "CREATE TABLE thing (name TEXT NOT NULL)"
  static var databaseSelection: [any SQLSelectable] { [.allColumns, .rowID] }
  static func make(_ number: Int64) -> Self { Self(rowid: nil, name: "thing \(number)") }

  var rowid: Int64?
  var name: String
  var hasKey: Bool { rowid != nil }

  mutating func didInsert(with rowID: Int64, for column: String?) { rowid = rowID }
}

/// A record without a declared key, which does not have the number of its row.
struct KeylessThing: Codable, Equatable, Sendable, FetchableRecord, MutablePersistableRecord {
  static let databaseTableName = "thing"

  var name: String
}

let keyKinds: [any KeyKind.Type] = [
  RowIDThing.self, NamedThing.self, PairThing.self, CodeThing.self, PairCodeThing.self,
  HiddenThing.self,
]
