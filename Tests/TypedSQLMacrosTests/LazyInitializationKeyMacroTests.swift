import Testing

@Suite struct LazyInitializationKeyMacroTests {
  @Test func `encodes the key as usual`() {
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

  @Test func `works beside a key of another name`() {
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

  @Test func `the key itself can be lazily initialized`() {
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

  @Test func `works beside a composite key`() {
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
