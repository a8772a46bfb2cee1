// swift-format-ignore-file
// Written by `livesql schema --swift`.

import Foundation
import LiveSQL

/// A row of the table 2020 sales.
@Table("2020 sales")
struct _2020Sale: Hashable, Sendable {
  @Column("1") var _1: Int
  @Column("2") var _2: Int = 2
}

// A row of the view broken, which can only be read. It does not work: no such table: main.gone.

/// A row of the table Date.
@Table("Date")
struct DateRow: Hashable, Sendable {
  /// Default in the database: CURRENT_TIMESTAMP
  @Column(lazyInitializable: true) var at: Date
  var until: Date?
  var day: Date?
  var unix: Int?
}

/// A row of the table ids.
@Table("ids")
struct Id: Hashable, Identifiable, Sendable {
  let id: UUID
  @Column("ID2") var id2: UUID?
  @Column(as: UUID.BytesRepresentation.self) var bytes: UUID
  var raw: Data?
  /// It contains JSON, which @Column(as: [Element].JSONRepresentation.self) would decode.
  var doc: String?
}

/// A row of the table keyword.
@Table("keyword")
struct Keyword: Hashable, Identifiable, Sendable {
  let id: Int
  @Column("self") var selfColumn: String?
  @Column("init") var initColumn: Int = -1
  @Column("Type") var type: String?
  var `default`: Double = 1.0
  var `in`: Data?
  var `is`: Int?
  var `as`: Int?
  var `inout`: Int?
  var `nil`: Int?
  var `true`: Bool = false
  @Column("Any") var any: Int?
  var some: Int?
  @Column("Protocol") var `protocol`: Int?
  @Column("_") var unnamed: Int?
  var async: Int?
  var `await`: Int?
  var `copy`: Int?
  var `consume`: Int?
  var `unsafe`: Int?
  var `yield`: Int?
  var `each`: Int?
  var `repeat`: Int?
  var get: Int?
  var set: Int?
  var mutating: Int?
  var actor: Int?
  var lazy: Int?
  var weak: Int?
  var final: Int?
  var `discard`: Int?
  var `throws`: Int?
  var `operator`: Int?
}

/// A row of the table members.
@Table("members")
struct Member: Hashable, Identifiable, Sendable {
  let id: String
  @Column("query") var queryColumn: String?
  @Column("queryFragment") var queryFragmentColumn: String?
  @Column("queryOutput") var queryOutputColumn: String?
  @Column("primaryKey") var primaryKeyColumn: String?
  var columns: Int?
  @Column("allColumns") var allColumnsColumn: Int?
  @Column("writableColumns") var writableColumnsColumn: Int?
  var tableName: Int?
  @Column("hashValue") var hashValueColumn: Int?
  var hash: Int?
  var description: Int?
  var decoder: Int?
  var encoder: Int?
  var other: Int?
  var all: Int?
  var count: Int?
  var `where`: Int?
  var select: Int?
  var from: Int?
  @Column("QueryValue") var queryValue: Int?
  @Column("Draft") var draft: Int?
  @Column("queryBinding") var queryBindingColumn: Int?
  var schemaName: Int?
  var none: Int?
  var some: Int?
  var asc: Int?
  var fetchAll: Int?
  var update: Int?
  var delete: Int?
  @Column("rowid_") var rowid: Int?
  @Column("_columnWidth") var columnWidth: Int?
  @Column("_allColumns") var allColumnsColumn2: Int?
  @Column("_names") var names: Int?
  var name: Int?
}

/// A row of the virtual table noteTexts.
/// A text column that may be NULL needs an optional property.
@Table("noteTexts")
struct NoteText: FTS5, Hashable, Sendable {
  let rowid: Int
  var title: String
  @Column("note body") var noteBody: String
}

/// A row of the table order lines.
/// It is WITHOUT ROWID.
@Table("order lines")
struct OrderLine: Hashable, Identifiable, Sendable {
  /// The primary key.
  @Selection
  struct ID: Hashable, Sendable {
    let order: Int
    @Column("line no.") let lineNo: Int
  }

  let id: ID
  var `class`: String = "it's \\(new)"
  /// Default in the database: 'x'
  @Column("2nd") var _2nd: String?
}

/// A row of the view part weights, which can only be read.
@Table("part weights")
struct PartWeight: Hashable, Sendable {
  @Column(primaryKey: false) let id: String?
  let sum: Double?
  @Column("count(*)") let count: Int?
}

/// A row of the table parts.
@Table("parts")
struct Part: Hashable, Identifiable, Sendable {
  /// The primary key.
  @Selection
  struct ID: Hashable, Sendable {
    let id: Int
    let region: String
  }

  let id: ID
  var weight: Double?
  /// Refers to tables.
  var size: Int?
  @Column(generated: .virtual) let label: String?
  @Column(generated: .stored) let double: Double?
}

/// A row of the table PEOPLE_STATUSES.
@Table("PEOPLE_STATUSES")
struct PeopleStatus: Hashable, Sendable {
  @Column("PERSON_ID", primaryKey: true) let personID: Int
  @Column("STATUS") var status: String
  @Column("PAGE_URL") var pageURL: String?
}

/// A row of the virtual table placeBoxes.
@Table("placeBoxes")
struct PlaceBox: Hashable, Identifiable, RTree, Sendable {
  let id: Int
  @Column("min x") var minX: Double
  @Column("max x") var maxX: Double
  /// The database does not declare its type.
  var label: String?
}

/// A row of the table places.
@Table("places")
struct Place: Hashable, Sendable {
  /// The primary key.
  @Selection
  struct Key: Hashable, Sendable {
    let left: Int
    let right: Int
  }

  @Column(primaryKey: true) let key: Key
  var id: Int
}

/// A row of the table say "hi" \(1) /* */.
@Table("say \"hi\" \\(1) /* */")
struct SayHi1: Hashable, Sendable {
  @Column("tab\tand\nline") var tabAndLine: String?
  @Column("quote\" \\") var quote: String?
  var ünïcödé: String?
  var 日本語: String?
  @Column("🎉") var unnamed: String?
  @Column("e-mail") var eMail: String?
  @Column("$dollar") var dollar: String?
  @Column("`tick`") var tick: String?
}

/// A row of the table selections.
@Table("selections")
struct SelectionRow: Hashable, Sendable {
  @Column(primaryKey: false) var id: Int?
  var no: Int?
}

/// A row of the table strings.
/// It is STRICT.
@Table("strings")
struct StringRow: Hashable, Sendable {
  /// The database does not declare its type.
  var any: String
  var int: Int?
  /// Default in the database: hex(1)
  @Column(lazyInitializable: true) var text: String
  var nothing: String?
}

/// A row of the table table.
@Table("table")
struct TableRow: Hashable, Sendable {
  @Column("a b") var aB2: Int?
  @Column("a_b") var aB3: Int?
  var aB: Int?
  @Column("A-B") var aB4: Int?
  var ab2: Int?
}

/// A row of the table tables.
@Table("tables")
struct TableRow2: Hashable, Sendable {
  @Column(primaryKey: true) let code: String
  /// SQLite rounds DECIMAL(10, 2) to binary; Decimal.FixedPoint keeps amounts as exact integers.
  var value: Double = 0.5
  var big: Int
}

/// A row of the table untyped.
@Table("untyped")
struct Untyped: Hashable, Sendable {
  var number: Int
  var word: String?
  /// The database does not declare its type.
  var nothing: String?
  /// The database does not declare its type.
  var mixed: String?
  var quarter: Double?
}

/// A row of the table 🎉.
/// A column without a name is left out.
@Table("🎉")
struct Unnamed: Hashable, Sendable {
  var x: Int?
}
