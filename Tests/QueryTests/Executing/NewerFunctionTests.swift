import LiveSQL
import Testing

/// Tests that functions of newer SQLite versions are offered, and that older ones name what they
/// lack.
struct NewerFunctionTests {
  let database: DatabaseQueue

  init() throws { database = try remindersDatabase() }

  private func error(_ sql: QueryFragment) -> String? {
    do {
      try database.read { db in _ = try Row.fetchAll(db, sql: sql.render().sql) }
      return nil
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [
    ("unhex('00')", "3.41"), ("octet_length('x')", "3.43"), ("concat(1, 2)", "3.44"),
    ("concat_ws(',', 1, 2)", "3.44"), ("string_agg('x', ',')", "3.44"), ("jsonb('[]')", "3.45"),
    ("jsonb_set('{}', '$.a', 1)", "3.45"), ("json_pretty('[]')", "3.46"),
    ("iif(1, 2)", "3.48"), ("unistr('x')", "3.50"),
    ("group_concat('x', ',' ORDER BY 1)", "3.44"),
  ])
  func `an older SQLite names the version that is needed`(call: String, version: String) throws {
    let parts = version.split(separator: ".").compactMap { Int($0) }
    let error = error("SELECT \(raw: call)")
    if SQLiteVersion.number >= parts[0] * 1_000_000 + parts[1] * 1_000 {
      #expect(error == nil)
    } else {
      #expect(error?.contains("needs SQLite \(version); this is 3.") == true)
    }
  }

  @Test(.enabled(if: SQLiteVersion.number < 3_041_000, "this SQLite has unhex()"))
  func `typed calls name it as well`() throws {
    do {
      _ = try database.read { db in try Tag.select { $0.title.unhex() }.fetchAll(db) }
      Issue.record("The statement ran.")
    } catch {
      #expect("\(error)".contains("no such function: unhex"))
      #expect("\(error)".contains("It needs SQLite 3.41; this is 3."))
    }
  }

  @Test func `the error for an unknown function recommends adding it`() {
    let error = error("SELECT whatever(1)")
    #expect(error?.contains("no such function: whatever") == true)
    #expect(error?.contains("`Configuration.prepareDatabase`") == true)
  }
}

/// The version of the loaded SQLite.
enum SQLiteVersion {
  static let number: Int = {
    let text = try? DatabaseQueue().read { db in
      try #sql("SELECT sqlite_version()", as: String.self).fetchOne(db)
    }
    let parts = (text.flatMap { $0 } ?? "3.0.0").split(separator: ".").compactMap { Int($0) }
    return parts.reduce(0) { $0 * 1000 + $1 }
  }()
}
