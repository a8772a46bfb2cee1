import Testing
import TypedSQL
import TypedSQLExtras
import TypedSQLMacroDeclarations

@Table struct FullTextNote: FTS5 {
  let rowid: Int
  let title: String
  let notes: String
}

@Table struct FullTextBox: RTree {
  let id: Int
  var minX: Double
  var maxX: Double
  var minY: Double
  var maxY: Double
}

@Suite struct FullTextTests {
  let row = FullTextNote.columns
  enum Other: AliasName {}

  @Test func `a row and a column can be matched`() {
    assertSQL(expression: row.match("take OR apple")) {
      #"("fullTextNotes" MATCH 'take OR apple')"#
    }
    assertSQL(expression: row.title.match("take")) {
      #"("fullTextNotes" MATCH 'title:"take"')"#
    }
    assertSQL(expression: row.title.match(#"say "hi""#)) {
      #"("fullTextNotes" MATCH 'title:"say ""hi"""')"#
    }
    #expect(row.match("x").queryFragment.render().sql == #"("fullTextNotes" MATCH ?)"#)
  }

  @Test func `an optional row and an alias can be matched`() {
    assertSQL(expression: FullTextNote?.columns.match("x")) { #"("fullTextNotes" MATCH 'x')"# }
    assertSQL(expression: TableAlias<FullTextNote, Other>.columns.match("x")) {
      #"("others"."fullTextNotes" MATCH 'x')"#
    }
  }

  @Test func `rank and bm25 are written with weights by column name`() {
    assertSQL(expression: row.rank) { #""fullTextNotes"."rank""# }
    assertSQL(expression: row.bm25()) { #"bm25("fullTextNotes")"# }
    let weight = #"SELECT CASE "name" WHEN 'title' THEN 10.0 ELSE 1 END"#
    let from = #"FROM pragma_table_info('fullTextNotes') WHERE "cid" ="#
    assertSQL(expression: row.bm25([\.title: 10])) {
      """
      bm25("fullTextNotes", (\(weight) \(from) 0), (\(weight) \(from) 1), (\(weight) \(from) 2))
      """
    }
  }

  @Test func `highlight and snippet find the column by its name`() {
    let cid = #"SELECT "cid" FROM pragma_table_info('fullTextNotes') WHERE "name" ="#
    assertSQL(expression: row.title.highlight("**", "**")) {
      #"highlight("fullTextNotes", (\#(cid) 'title'),'**', '**')"#
    }
    assertSQL(expression: row.notes.snippet("**", "**", "...", 10)) {
      #"snippet("fullTextNotes", (\#(cid) 'notes'), '**', '**', '...', 10)"#
    }
  }

  @Test func `any text becomes a valid FTS5 query`() {
    #expect(FTS5Pattern.allWords(of: #" take OR -"apple* "#) == #""take" "OR" "-""apple*""#)
    #expect(FTS5Pattern.allWords(of: "buy mil", lastIsPrefix: true) == #""buy" "mil" *"#)
    #expect(FTS5Pattern.anyWord(of: "a b") == #""a" OR "b""#)
    #expect(FTS5Pattern.phrase("a \0 b") == #""a   b""#)
    #expect(FTS5Pattern.allWords(of: " ", lastIsPrefix: true) == #""""#)
  }

  @Test func `any text can be part of a LIKE pattern`() {
    #expect(LikePattern.containing("100%_\\") == #"%100\%\_\\%"#)
    #expect(LikePattern.startingWith("a") == "a%")
    #expect(LikePattern.endingWith("a") == "%a")
  }

  @Test func `virtual tables are created with their options`() {
    assertSQL(FullTextNote.createVirtualTable(tokenizer: "porter unicode61", prefixes: [2, 3])) {
      """
      CREATE VIRTUAL TABLE "fullTextNotes" USING fts5("title", "notes", \
      tokenize = 'porter unicode61', prefix = '2 3')
      """
    }
    assertSQL(FullTextBox.createVirtualTable(ifNotExists: true)) {
      """
      CREATE VIRTUAL TABLE IF NOT EXISTS "fullTextBoxes" \
      USING rtree("id", "minX", "maxX", "minY", "maxY")
      """
    }
  }

  @Test func `boxes can be compared with ranges and points`() {
    let row = FullTextBox.columns
    assertSQL(expression: row.overlaps(0...10, 0...5)) {
      """
      ("fullTextBoxes"."minX" <= 10.0 AND "fullTextBoxes"."maxX" >= 0.0 \
      AND "fullTextBoxes"."minY" <= 5.0 AND "fullTextBoxes"."maxY" >= 0.0)
      """
    }
    assertSQL(expression: row.isInside(0...10)) {
      #"("fullTextBoxes"."minX" >= 0.0 AND "fullTextBoxes"."maxX" <= 10.0)"#
    }
    assertSQL(expression: row.contains(point: 3)) {
      #"("fullTextBoxes"."minX" <= 3.0 AND "fullTextBoxes"."maxX" >= 3.0)"#
    }
    guard case .invalid = row.contains(point: 1, 2, 3).queryFragment.bindings.first else {
      Issue.record("Too many dimensions were accepted.")
      return
    }
  }
}
