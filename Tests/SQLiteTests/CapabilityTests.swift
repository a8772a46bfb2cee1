import Testing

@testable import SQLite

@Suite struct CapabilityTests {
  @Test func `the version is reported in two forms that agree`() {
    let parts = SQLiteLibrary.version.split(separator: ".").compactMap { Int($0) }
    #expect(parts[0] * 1_000_000 + parts[1] * 1_000 + parts[2] == SQLiteLibrary.versionNumber)
    #expect(!SQLiteLibrary.compileOptions.isEmpty)
  }

  @Test func `a SQLite that is too old is refused with both versions`() {
    let error = #expect(throws: SQLiteError.self) { try SQLiteLibrary.checkVersion(3_034_001) }
    #expect(
      error?.message
        == "LiveSQL needs SQLite 3.37 or newer, and the program has loaded SQLite 3.34.1. "
        + "Install a newer one, or link it into the program."
    )
  }

  @Test(arguments: [3_037_000, 3_040_001, SQLiteLibrary.versionNumber])
  func `a SQLite that is new enough is accepted`(version: Int) throws {
    try SQLiteLibrary.checkVersion(version)
  }

  @Test(arguments: Capability.allCases)
  func `the advice for a capability names it and the version`(capability: Capability) {
    #expect(capability.advice.contains(capability.rawValue))
    #expect(capability.advice.contains(SQLiteLibrary.version))
  }

  @Test func `capabilities agree with SQLite's compile options`() {
    let options = SQLiteLibrary.compileOptions
    #expect(Capability.preupdateHook.isAvailable == options.contains("ENABLE_PREUPDATE_HOOK"))
    #expect(Capability.session.isAvailable == options.contains("ENABLE_SESSION"))
    #expect(Capability.columnMetadata.isAvailable == options.contains("ENABLE_COLUMN_METADATA"))
    #expect(Capability.fts5.isAvailable == options.contains("ENABLE_FTS5"))
  }
}
