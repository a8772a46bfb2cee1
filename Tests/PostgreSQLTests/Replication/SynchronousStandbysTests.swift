import Testing

@testable import PostgreSQL

/// The standbys that `synchronous_standby_names` lists.
struct SynchronousStandbysTests {
  @Test(
    arguments: [
      ("", []), ("*", ["*"]), ("a", ["a"]), ("a, b", ["a", "b"]), ("2 (a,b)", ["a", "b"]),
      ("FIRST 1 (a, \"b, c\")", ["a", "b, c"]), ("any 3(*)", ["*"]),
      ("ANY 1 (\"a \"\"b\"\" (c)\" , d)", ["a \"b\" (c)", "d"]),
    ] as [(String, [String])]
  )
  func `the names of a list are known`(setting: String, names: [String]) {
    #expect(SynchronousStandbys(setting).names == names)
  }

  @Test func `a name is compared ignoring case, and a star is any name`() {
    #expect(SynchronousStandbys("Shop, b").include("shop"))
    #expect(!SynchronousStandbys("replica1, replica2").include("shop"))
    #expect(SynchronousStandbys("FIRST 1 (*)").include("shop"))
    #expect(!SynchronousStandbys("").include(""))
  }
}
