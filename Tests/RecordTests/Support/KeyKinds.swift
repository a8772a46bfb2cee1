import LiveSQL

// A record for each kind of key.

protocol KeyKind: Codable, Equatable, Sendable, FetchableRecord, MutablePersistableRecord {
  static var schema: String { get }
  /// A record whose key is not in use.
  static func make(_ number: Int64) -> Self
  var name: String { get set }
  var hasKey: Bool { get }
}

extension KeyKind {
  static var databaseTableName: String { "thing" }
}

/// `INTEGER PRIMARY KEY`.
struct RowIDThing: KeyKind, Identifiable {
  static let schema = "CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT NOT NULL)"
  static func make(_ number: Int64) -> Self { Self(id: nil, name: "thing \(number)") }

  var id: Int64?
  var name: String
  var hasKey: Bool { id != nil }

  mutating func didInsert(with rowID: Int64, for column: String?) { id = rowID }
}

/// `INTEGER PRIMARY KEY AUTOINCREMENT`, with another name.
struct NamedThing: KeyKind {
  static let schema =
    "CREATE TABLE thing (number INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL)"
  static func make(_ number: Int64) -> Self { Self(number: nil, name: "thing \(number)") }

  var number: Int64?
  var name: String
  var hasKey: Bool { number != nil }

  mutating func didInsert(_ inserted: InsertionSuccess) { number = inserted.rowID }
}

/// A key of two columns.
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

/// Without rowid.
struct CodeThing: KeyKind, Identifiable {
  static let schema = "CREATE TABLE thing (id TEXT PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID"
  static func make(_ number: Int64) -> Self { Self(id: "c\(number)", name: "thing \(number)") }

  var id: String
  var name: String
  var hasKey: Bool { true }
}

/// Without rowid, a key of two columns.
struct PairCodeThing: KeyKind {
  static let schema =
    "CREATE TABLE thing (a TEXT, b INTEGER, name TEXT NOT NULL, PRIMARY KEY (a, b)) WITHOUT ROWID"
  static func make(_ number: Int64) -> Self { Self(a: "a", b: number, name: "thing \(number)") }

  var a: String
  var b: Int64
  var name: String
  var hasKey: Bool { true }
}

/// No key is declared; the record has the number of its row.
struct HiddenThing: KeyKind {
  static let schema = "CREATE TABLE thing (name TEXT NOT NULL)"
  static var databaseSelection: [any SQLSelectable] { [.allColumns, .rowID] }
  static func make(_ number: Int64) -> Self { Self(rowid: nil, name: "thing \(number)") }

  var rowid: Int64?
  var name: String
  var hasKey: Bool { rowid != nil }

  mutating func didInsert(with rowID: Int64, for column: String?) { rowid = rowID }
}

/// No key is declared, and the record knows nothing of its row.
struct KeylessThing: Codable, Equatable, Sendable, FetchableRecord, MutablePersistableRecord {
  static let databaseTableName = "thing"

  var name: String
}

let keyKinds: [any KeyKind.Type] = [
  RowIDThing.self, NamedThing.self, PairThing.self, CodeThing.self, PairCodeThing.self,
  HiddenThing.self,
]
