import Foundation
import Testing
import TypedSQL
import TypedSQLExtras
import TypedSQLMacroDeclarations

/// Tests of `CREATE TABLE` for types.
struct CreateTableTests {
  @Test func `a table has the columns of its type`() {
    #expect(
      ScalarSheet.createTableSQL == """
        CREATE TABLE "scalarSheets" (
          "id" INTEGER PRIMARY KEY,
          "title" TEXT NOT NULL,
          "note" TEXT,
          "isDone" INTEGER NOT NULL,
          "factor" REAL NOT NULL,
          "bytes" BLOB NOT NULL,
          "due date" TEXT,
          "seconds" INTEGER NOT NULL,
          "day" REAL,
          "token" BLOB NOT NULL,
          "tags" TEXT NOT NULL,
          "options" BLOB,
          "level" INTEGER NOT NULL,
          "optionalLevel" INTEGER,
          "word" TEXT NOT NULL,
          "url" TEXT NOT NULL
        )
        """
    )
  }

  @Test func `a table can be written as one line`() {
    #expect(
      TextKeySheet.createTable(ifNotExists: true, isStrict: true).queryFragment.render().sql
        == #"CREATE TABLE IF NOT EXISTS "main"."text ""keys""" ("code" TEXT PRIMARY KEY NOT NULL) STRICT"#
    )
  }

  @Test func `a key of several columns is a constraint at the end`() {
    #expect(
      PairKeySheet.createTableSQL == """
        CREATE TABLE "pairKeySheets" (
          "left" INTEGER NOT NULL,
          "right" TEXT NOT NULL,
          "count" INTEGER NOT NULL,
          PRIMARY KEY ("left", "right")
        )
        """
    )
  }

  @Test func `the columns of an optional group may be NULL`() {
    #expect(
      GroupSheet.createTableSQL == """
        CREATE TABLE "groupSheets" (
          "width" INTEGER NOT NULL,
          "height" INTEGER,
          "left" INTEGER,
          "right" TEXT
        )
        """
    )
  }

  @Test func `the columns of each enum case may be NULL`() {
    #expect(
      CaseSheet.createTableSQL == """
        CREATE TABLE "caseSheets" (
          "note" TEXT,
          "width" INTEGER,
          "height" INTEGER,
          "due" TEXT
        )
        """
    )
  }

  @Test func `a generated column needs its expression`() {
    #expect(
      GeneratedSheet.createTableSQL == """
        CREATE TABLE "generatedSheets" (
          "id" INTEGER PRIMARY KEY,
          "title" TEXT NOT NULL
          /* "length" GENERATED ALWAYS AS (...): Swift does not know the expression. */
        )
        """
    )
    let statement = GeneratedSheet.createTable(generated: ["length": "length(\"title\") + \(1)"])
    #expect(
      statement.queryFragment.render(layout: .multiLine).sql == """
        CREATE TABLE "generatedSheets" (
          "id" INTEGER PRIMARY KEY,
          "title" TEXT NOT NULL,
          "length" INTEGER NOT NULL GENERATED ALWAYS AS (length("title") + 1)
        )
        """
    )
  }

  @Test func `a draft creates the table that it is inserted into`() {
    #expect(ScalarSheet.Draft.createTableSQL == ScalarSheet.createTableSQL)
  }

  @Test func `a value type without an SQLite type leaves its column untyped`() {
    #expect(
      UntypedSheet.createTableSQL == """
        CREATE TABLE "untypedSheets" (
          "value" NOT NULL
        )
        """
    )
    #expect(
      UntypedSheet.createTable(isStrict: true).queryFragment.render().sql
        == #"CREATE TABLE "untypedSheets" ("value" ANY NOT NULL) STRICT"#
    )
  }

  @Test func `tables of FTS5 and R*Tree become virtual tables`() {
    #expect(
      SheetText.createTableSQL
        == #"CREATE VIRTUAL TABLE "sheetTexts" USING fts5("title", "notes")"#
    )
    #expect(SheetBox.createTableSQL.hasPrefix(#"CREATE VIRTUAL TABLE "sheetBoxes" USING rtree("#))
  }
}

private enum Level: Int, QueryBindable { case low, high }

private struct Word: RawRepresentable, QueryBindable { var rawValue: String }

private struct Opaque: QueryBindable {
  var queryBinding: QueryBinding { .null }
  init() {}
  init(decoder: inout some QueryDecoder) throws {}
}

@Table private struct ScalarSheet {
  let id: Int
  var title = ""
  var note: String?
  var isDone = false
  var factor = 1.5
  var bytes: [UInt8]
  @Column("due date") var dueDate: Date?
  @Column(as: Date.UnixTimeRepresentation.self) var seconds: Date
  @Column(as: Date?.JulianDayRepresentation.self) var day: Date?
  @Column(as: UUID.BytesRepresentation.self) var token: UUID
  @Column(as: [String].JSONRepresentation.self) var tags: [String]
  @Column(as: [String]?.JSONBRepresentation.self) var options: [String]?
  var level: Level
  var optionalLevel: Level?
  var word: Word
  var url: URL
}

@Table("text \"keys\"", schema: "main") private struct TextKeySheet {
  @Column(primaryKey: true) let code: String
}

@Selection private struct Pair {
  let left: Int
  let right: String
}

@Selection private struct Size {
  var width: Int
  var height: Int?
}

@Table private struct PairKeySheet {
  let id: Pair
  var count = 0
}

@Table private struct GroupSheet {
  var size: Size
  var pair: Pair?
}

@Table private enum CaseSheet {
  case note(String)
  case size(Size)
  case due(Date)
}

@Table private struct GeneratedSheet {
  let id: Int
  var title = ""
  @Column(generated: .virtual) let length: Int
}

@Table private struct UntypedSheet { var value: Opaque }

@Table private struct SheetText: FTS5 {
  var title: String
  var notes: String
}

@Table private struct SheetBox: RTree {
  let id: Int
  var minX: Double
  var maxX: Double
}
