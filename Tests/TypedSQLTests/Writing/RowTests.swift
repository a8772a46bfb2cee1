import Testing
import TypedSQL
import TypedSQLExtras
import TypedSQLMacroDeclarations

@Table private struct LazyRow {
  @Column(lazyInitializable: true) let id: String
  var title = ""
  @Column(as: [Int]?.JSONBRepresentation.self) var numbers: [Int]?
}

/// A target that records what a driver would do.
private final class Recorder: _RowWriter {
  var log: [String] = []
  var values: [Int: QueryBinding] = [:]

  let template: _RowTemplate? = nil

  func prepare(_ statement: QueryFragment, template: _RowTemplate?) {
    log.append(statement.render().sql)
    values = [:]
    for (index, binding) in statement.bindings.enumerated() { values[index + 1] = binding }
  }
  func bind(_ value: Int64, at index: Int) { values[index] = .int(value) }
  func bind(_ value: Double, at index: Int) { values[index] = .double(value) }
  func bind(_ value: String, at index: Int) { values[index] = .text(value) }
  func bind(_ value: QueryBinding, at index: Int) { values[index] = value }
  func step() {
    let row = values.sorted { $0.key < $1.key }.map { "\($0.value)".filter { !$0.isWhitespace } }
    log.append(row.joined(separator: " "))
  }
}

@Suite struct RowTests {
  @Test func `consecutive rows of one shape use one statement`() throws {
    let insert = LazyRow.insert {
      [LazyRow(id: "a", title: "b", numbers: [1]), LazyRow(id: "c", title: "d", numbers: [2])]
      LazyRow.Draft(id: "e", title: "f", numbers: [3])
      LazyRow.Draft(title: "g", numbers: [4])
      LazyRow.Draft(title: "h")
      LazyRow.Draft(title: "i")
    } onConflictDoUpdate: {
      $0.title += "!"
    }
    let recorder = Recorder()
    try insert._writeRows(to: recorder)
    func sql(_ columns: String, _ values: String) -> String {
      """
      INSERT INTO "lazyRows" (\(columns)) VALUES (\(values)) \
      ON CONFLICT DO UPDATE SET "title" = ("lazyRows"."title") || (?)
      """
    }
    #expect(
      recorder.log == [
        sql(#""id", "title", "numbers""#, "?, ?, jsonb(?)"),
        "'a' 'b' '[1]' '!'", "'c' 'd' '[2]' '!'", "'e' 'f' '[3]' '!'",
        sql(#""title", "numbers""#, "?, jsonb(?)"),
        "'g' '[4]' '!'",
        sql(#""title", "numbers""#, "?, ?"),
        "'h' NULL '!'", "'i' NULL '!'",
      ]
    )
  }

  @Test func `a lazily initialized column is omitted where it is nil`() {
    assertSQL(
      LazyRow.insert {
        LazyRow.Draft(title: "a"); LazyRow.Draft(title: "b")
      }
    ) {
      """
      INSERT INTO "lazyRows"
      ("title", "numbers")
      VALUES
      ('a', NULL), ('b', NULL)
      """
    }
    assertSQL(
      LazyRow.insert {
        LazyRow.Draft(title: "a"); LazyRow.Draft(id: "1", title: "b")
      }
    ) {
      """
      INSERT INTO "lazyRows"
      ("title", "numbers")
      VALUES
      ('a', NULL);
      INSERT INTO "lazyRows"
      ("id", "title", "numbers")
      VALUES
      ('1', 'b', NULL)
      """
    }
    assertSQL(LazyRow.upsert { LazyRow.Draft(title: "a") }) {
      """
      INSERT INTO "lazyRows"
      ("title", "numbers")
      VALUES
      ('a', NULL)
      ON CONFLICT ("id")
      DO UPDATE SET "title" = "excluded"."title", "numbers" = "excluded"."numbers"
      """
    }
  }

  @Test func `rows of values and of expressions run one by one`() throws {
    let insert = Tag.insert {
      ($0.id, $0.title)
    } values: {
      (1, "a")
      (2, "b")
      (3, #sql("upper(\(bind: "c"))", as: String.self))
    }
    let recorder = Recorder()
    #expect(insert._rowCount == 3)
    try insert._writeRows(to: recorder)
    #expect(
      recorder.log == [
        #"INSERT INTO "tags" ("id", "title") VALUES (?, ?)"#, "1 'a'", "2 'b'",
        #"INSERT INTO "tags" ("id", "title") VALUES (?, upper(?))"#, "3 'c'",
      ]
    )
    #expect(Tag.insert { [] }._rowCount == 0)
    #expect(Tag.insert()._rowCount == nil)
  }
}
