import LiveSQL
import Testing

@testable import LiveSQLCommand

/// Tests of the Swift types that are derived from declared column types.
struct TypeTests {
  @Test(arguments: [
    ("INTEGER", "Int"), ("bigint", "Int"), ("TINYINT(1)", "Int"), ("BOOLEAN", "Bool"),
    ("bool", "Bool"), ("TEXT", "String"), ("VARCHAR(255)", "String"), ("REAL", "Double"),
    ("DOUBLE PRECISION", "Double"), ("DECIMAL(10,2)", "Double"), ("NUMERIC", "Double"),
    ("BLOB", "Data"), ("VARBINARY(16)", "Data"), ("DATE", "Date"), ("DATETIME", "Date"),
    ("timestamp with time zone", "Date"), ("TEXT_DATE", "Date"), ("TIME", "Double"),
    ("UUID", "UUID"), ("uniqueidentifier", "UUID"), ("UUID_TEXT", "UUID"), ("JSON", "String"),
    ("JSON_TEXT", "String"), ("JSONB", "Data"), ("STRING", "String"), ("", "String"),
  ])
  func `a declared type has a Swift type`(_ declared: String, _ type: String) throws {
    let column = try column("value \(declared)")
    #expect(SwiftType(of: column, sample: nil).name == type)
  }

  @Test func `a UUID in a blob is stored as its bytes`() throws {
    let column = try column("value UUID_BLOB")
    #expect(SwiftType(of: column, sample: nil).representation == "BytesRepresentation")
  }

  @Test(arguments: [
    (["integer"], "Int"), (["integer", "null"], "Int"), (["integer", "real"], "Double"),
    (["text"], "String"), (["blob"], "Data"), (["text", "integer"], nil), (["null"], nil),
    ([], nil),
  ])
  func `values determine the type if the column does not`(_ classes: [String], _ type: String?) {
    #expect(SwiftType(storing: Set(classes))?.name == type)
  }

  @Test func `a column type that changes text gets a note`() throws {
    let column = try column("value STRING")
    #expect(SwiftType(of: column, sample: nil).note?.contains("STRING should be TEXT") == true)
  }

  @Test(arguments: ["DECIMAL(10, 2)", "numeric(12,4)", "NUMERIC", "MONEY"])
  func `a decimal column becomes a Double only with a note`(_ declared: String) throws {
    let type = SwiftType(of: try column("value \(declared)"), sample: nil)
    #expect(type.name == "Double")
    #expect(type.note?.contains("Decimal.FixedPoint") == true)
    #expect(type.note?.contains(declared.uppercased()) == true)
    #expect(SwiftType(of: try column("value TIME"), sample: nil).note == nil)
  }

  private func column(_ definition: String) throws -> ColumnInfo {
    let database = try DatabaseQueue()
    return try database.write { db in
      try db.execute(sql: "CREATE TABLE t (\(definition))")
      return try #require(try db.columns(in: "t").first)
    }
  }
}
