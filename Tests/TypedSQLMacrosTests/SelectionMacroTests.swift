import Testing

@Suite struct SelectionMacroTests {
  @Test func `declares the conformance of a selection`() {
    assertMacro(
      """
      @Selection struct ListWithCount {
        let list: RemindersList
        let count: Int
      }
      """,
      shows: "nonisolated extension"
    ) {
      """
      nonisolated extension ListWithCount: TypedSQL.Table, TypedSQL._Selection, TypedSQL.PartialSelectStatement {
        public nonisolated init(decoder: inout some TypedSQL.QueryDecoder) throws {
          let list = try decoder.column(RemindersList.self)
          let count = try decoder.column(Int.self)
          self.list = list
          self.count = count
        }
      }
      """
    }
  }

  @Test func `has no key and no draft`() {
    assertMacro(
      """
      @Selection struct Row {
        let id: Int
        @Column(lazyInitializable: true) var date: Date
      }
      """,
      shows: "nonisolated struct Draft|primaryKey|struct TableColumns"
    ) {
      """
      public nonisolated struct TableColumns: TypedSQL.TableDefinition {
        public typealias QueryValue = Row
        public init() {}
        public let id = TypedSQL.TableColumn<QueryValue, Int>("id")
        public let date = TypedSQL.TableColumn<QueryValue, Date>("date")
        public static let allColumns: [any TypedSQL.TableColumnExpression] =
          TypedSQL._tableColumns(
            QueryValue.columns.id,
            QueryValue.columns.date
          )
        public static let writableColumns: [any TypedSQL.WritableTableColumnExpression] =
          TypedSQL._writableColumns(of: allColumns)
        public static let _columnList = TypedSQL._columnList(of: allColumns)
      }
      """
    }
  }

  @Test func `accepts a name`() {
    assertMacro(
      """
      @Selection("numbers") struct Count {
        let value: Int
      }
      """,
      shows: "tableName"
    ) {
      """
      public nonisolated static var tableName: String { "numbers" }
      """
    }
  }

  @Test func `is redundant on a table, and a fix-it removes the table attribute`() {
    assertDiagnostics(
      """
      @Table @Selection struct Row {
        let id: Int
      }
      """
    ) {
      """
      @Table @Selection struct Row {
      ^ warning: '@Table' and '@Selection' should not be applied together: '@Table' is for tables in the database, '@Selection' for results of queries
        fix-it: Remove '@Table'
        fix-it: Remove '@Selection'
      """
    } fixed: {
      """
      @Selection struct Row {
        let id: Int
      }
      """
    }
  }

  @Test func `is redundant on a table, and a fix-it removes the selection attribute`() {
    assertDiagnostics(
      """
      @Table @Selection struct Row {
        let id: Int
      }
      """,
      applying: "Remove '@Selection'"
    ) {
      """
      @Table @Selection struct Row {
      ^ warning: '@Table' and '@Selection' should not be applied together: '@Table' is for tables in the database, '@Selection' for results of queries
        fix-it: Remove '@Table'
        fix-it: Remove '@Selection'
      """
    } fixed: {
      """
      @Table struct Row {
        let id: Int
      }
      """
    }
  }
}
