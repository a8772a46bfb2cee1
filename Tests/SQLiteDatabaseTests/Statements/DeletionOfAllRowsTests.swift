import Testing

@testable import SQLiteDatabase

/// Tests of recognizing SQL that deletes all rows of a table and does nothing else.
@Suite struct DeletionOfAllRowsTests {
  @Test(arguments: [
    "DELETE FROM t", "delete from t;", " \n DELETE\tFROM t ; ", "DELETE FROM main.t",
    "DELETE FROM \"a b\"",
    "DELETE FROM[t]", "DELETE FROM`a`.`b`", "DELETE FROM \"main\" . \"t\"", "DELETE FROM söhne",
    "DELETE FROM t1_$", "DELETE FROM t /* all */", "DELETE FROM \"a\"\"b\"",
  ])
  func `a deletion of all rows is recognized`(sql: String) {
    #expect(DeletionOfAllRows.isWhole(sql.utf8[...]))
  }

  @Test(arguments: [
    "", "DELETE", "DELETE FROM", "DELETEFROM t", "DELETE FROM ;", "DELETE FROM t WHERE a",
    "DELETE FROM t, u",
    "DELETE FROM t; DELETE FROM u", "DELETE FROM t RETURNING a", "DELETE FROM \"t",
    "DELETE FROM t.u.v", "DELETE FROM t.",
    "DELETE FROM t 'a'", "\"DELETE\" FROM t", "UPDATE t SET a = 1", "DELETE FROMt",
  ])
  func `other statements are not mistaken for it`(sql: String) {
    #expect(!DeletionOfAllRows.isWhole(sql.utf8[...]))
  }

  @Test func `the rest of a text is examined`() {
    let sql = "SELECT 1; DELETE FROM t"
    #expect(!DeletionOfAllRows.isWhole(sql.utf8[...]))
    #expect(DeletionOfAllRows.isWhole(sql.utf8.dropFirst(9)))
  }
}
