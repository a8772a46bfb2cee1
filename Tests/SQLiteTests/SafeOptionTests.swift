import DatabaseTypes
import SQLite
import Testing

@Suite struct SafeOptionTests {
  let connection: Connection

  init() throws { connection = try .inMemory("CREATE TABLE t (x); INSERT INTO t VALUES (1)") }

  @Test func `double quotes are not read as text`() {
    #expect(failure { try connection.execute(#"SELECT "nothing" FROM t"#) }?.code == .error)
    #expect(
      failure { try connection.execute(#"CREATE INDEX i ON t ("nothing")"#) }?.code == .error
    )
  }

  @Test func `SQL cannot edit the schema table`() throws {
    #expect(connection.option(.defensive))
    try connection.execute("PRAGMA writable_schema = ON")
    #expect(
      failure { try connection.execute("UPDATE sqlite_schema SET sql = 'x'") }?.code == .error
    )
  }

  @Test func `functions that are named by a schema are not trusted`() throws {
    #expect(!connection.option(.trustedSchema))
    try connection.addFunction("effect", argumentCount: 0) { _ in 1 }
    try connection.addFunction("harmless", argumentCount: 0, flags: .innocuous) { _ in 2 }
    try connection.execute("CREATE VIEW bad AS SELECT effect() AS x")
    try connection.execute("CREATE VIEW good AS SELECT harmless() AS x")
    #expect(
      failure { try connection.execute("SELECT * FROM bad") }?.message == "unsafe use of effect()"
    )
    #expect(try connection.value("SELECT x FROM good") == 2)
  }

  @Test(arguments: ConnectionOption.allCases)
  func `each option can be switched on and off`(option: ConnectionOption) throws {
    for isOn in [true, false] {
      try connection.setOption(option, isOn)
      #expect(connection.option(option) == isOn)
    }
  }
}
