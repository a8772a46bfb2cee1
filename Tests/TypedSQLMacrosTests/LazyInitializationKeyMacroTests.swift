import Testing

@Suite struct LazyInitializationKeyMacroTests {
  @Test func `writes the key as ever`() {
    assertMacro(
      """
      @Table struct Row {
        let id: Int
        @Column(lazyInitializable: true) var date: Date
      }
      """,
      shows: "encoder."
    ) {
      """
      encoder.encode(self.id, as: Int.self)
      encoder.encode(self.date, as: Date.self)
      encoder.encode(self.id, as: Int?.self)
      encoder.encodeIfSet(self.date, as: Date?.self)
      """
    }
  }

  @Test func `goes with a key of another name`() {
    assertMacro(
      """
      @Table struct Row {
        @Column(primaryKey: true) let key: String
        @Column(lazyInitializable: true) var date: Date
      }
      """,
      shows: "var key|var date"
    ) {
      """
      var date: Date
      var key: String?
      var date: Date?
      """
    }
  }

  @Test func `may be of the key`() {
    assertMacro(
      """
      @Table struct Row {
        @Column(primaryKey: true, lazyInitializable: true) let key: Int
      }
      """,
      shows: "Int?"
    ) {
      """
      var key: Int?
      key: Int? = nil
      let key = try decoder.column(Int?.self)
      encoder.encodeIfSet(self.key, as: Int?.self)
      public let key = TypedSQL.TableColumn<QueryValue, Int?>("key")
      key: some TypedSQL.QueryExpression<Int?> = Int?(queryOutput: nil)
      """
    }
  }

  @Test func `goes with a composite key`() {
    assertMacro(
      """
      @Table struct Row {
        @Column(primaryKey: true) let key: RowKey
        @Column(lazyInitializable: true) var date: Date
      }
      """,
      shows: "var key|var date|encoder."
    ) {
      """
      var date: Date
      encoder.encode(self.key, as: RowKey.self)
      encoder.encode(self.date, as: Date.self)
      var key: RowKey?
      var date: Date?
      encoder.encode(self.key, as: RowKey?.self)
      encoder.encodeIfSet(self.date, as: Date?.self)
      """
    }
  }
}
