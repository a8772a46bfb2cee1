import DatabaseTypes

/// A table or a view, as the studio shows it.
struct StudioTable: Sendable, Hashable {
  struct Column: Sendable, Hashable {
    var name: String
    /// The declared type, which may be empty.
    var type: String
    var isNotNull = false
    /// Its position in the primary key, from 1; 0 if it is not part of the key.
    var keyIndex = 0
    var isGenerated = false
    var defaultSQL: String?
    /// The type that a value is cast to, on PostgreSQL: without its length; for a domain, the
    /// underlying type.
    var valueType = ""
    /// Whether the server compares and sorts its values; otherwise it compares their texts.
    var isOrdered = true
    /// The comparison that tells apart values that the server considers equal; `nil` if there are
    /// none.
    var exactComparison: ExactComparison?
  }

  /// A comparison of values that the server may consider equal although they differ.
  enum ExactComparison: Sendable, Hashable {
    /// By their texts, as for 1.0 and 1.00.
    case text
    /// By the bytes of their texts, for a collation that is not deterministic.
    case bytes
  }

  struct ForeignKey: Sendable, Hashable {
    var columns: [String]
    /// The table that it refers to.
    var table: String
    var schema: String
    /// The columns of that table, in the order of ``columns``.
    var references: [String]
  }

  struct Index: Sendable, Hashable {
    var name: String
    /// Its columns; `nil` if it has an expression or the row number.
    var columns: [String?]
    var isUnique: Bool
    var sql: String?
  }

  enum Kind: String, Sendable { case table, view, virtual }

  /// A kind of change that can be staged.
  enum EditKind: String, Sendable, CaseIterable { case insert, update, delete }

  var name: TableName
  var kind: Kind
  /// The statement that creates it.
  var sql: String?
  /// The columns that are shown, in order.
  var columns: [Column]
  /// The columns that identify a row: the primary key, or the rowid; empty for a view.
  var key: [String]
  var foreignKeys: [ForeignKey] = []
  var indexes: [Index] = []
  /// Why its rows cannot be edited; `nil` if they can.
  var reasonForNoEditing: String?
  /// The changes that a view makes by its INSTEAD OF triggers.
  var viewEdits: Set<EditKind> = []
  /// The estimated number of rows; `nil` without statistics of `ANALYZE`.
  var estimatedRowCount: Int?
}

extension StudioTable {
  /// The columns by which a change names its row: the key; for a view, all of its columns.
  var editKey: [String] { kind == .view ? columns.map(\.name) : key }

  /// The kinds of changes that can be staged.
  var edits: [EditKind] {
    if reasonForNoEditing != nil { return [] }
    return EditKind.allCases.filter { kind != .view || viewEdits.contains($0) }
  }

  /// Why a change cannot be made; `nil` if it can.
  func refusal(of kind: EditKind) -> String? {
    if let reasonForNoEditing { return reasonForNoEditing }
    if edits.contains(kind) { return nil }
    return "The view \(name) has no INSTEAD OF \(kind.rawValue.uppercased()) trigger."
  }

  /// Why the rows of a view cannot be edited, if it has no trigger that does it.
  static let viewsNeedTriggers =
    "The rows of a view are those of its tables: edit them there, or give the view INSTEAD OF triggers."
}

/// A trigger, as the studio shows it.
struct StudioTrigger: Sendable, Hashable {
  var name: String
  /// The schema of its table.
  var schema: String
  var table: String
  var sql: String
}

/// The tables, views and triggers of a database.
struct StudioStructure: Sendable, Hashable {
  var tables: [StudioTable]
  var triggers: [StudioTrigger]
  /// The version of the database's engine.
  var version: String
}
