import SQLite
import Testing

@Suite struct CapabilityTests {
  @Test func `the version is reported in two forms that agree`() {
    let parts = SQLiteLibrary.version.split(separator: ".").compactMap { Int($0) }
    #expect(parts[0] * 1_000_000 + parts[1] * 1_000 + parts[2] == SQLiteLibrary.versionNumber)
    #expect(!SQLiteLibrary.compileOptions.isEmpty)
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
