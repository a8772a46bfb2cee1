import Testing

@Suite struct TableTypeMacroTests {
  @Test func `replaces Self with the name of the type`() {
    assertMacro(
      """
      @Table struct Row {
        var kind: Self.Kind
        var other: [Self.Kind]? = Self.others
        @Column(as: Self.Stored.self) var third = Self.third
      }
      """,
      shows: "TableColumn<|try decoder|some TypedSQL.QueryExpression<|static let _"
    ) {
      #"""
      public let kind = TypedSQL._TableColumn<QueryValue, Row.Kind>.for("kind", keyPath: \QueryValue.kind)
      public let other = TypedSQL._TableColumn<QueryValue, [Row.Kind]?>.for("other", keyPath: \QueryValue.other)
      public let third = TypedSQL._TableColumn<QueryValue, Row.Stored>.for("third")
      public static let _columnList = TypedSQL._columnList(of: allColumns)
      kind: some TypedSQL.QueryExpression<Row.Kind>,
      other: some TypedSQL.QueryExpression<[Row.Kind]?> = [Row.Kind]?(queryOutput: Row.others),
      third: some TypedSQL.QueryExpression<Row.Stored> = Row.Stored(queryOutput: Row.third)
      public static let _third = { @Sendable in Row.third }
      let kind = try decoder.column(Row.Kind.self)
      let other = try decoder.column([Row.Kind]?.self)
      let third = try decoder.column(Row.Stored.self)
      """#
    }
  }

  @Test func `counts the columns of types that it does not know`() {
    assertMacro(
      """
      @Table struct Row {
        let id: Int
        var group: Group
        var other: Group?
        var date: Date?
        @Column(as: Date.UnixTimeRepresentation.self) var due: Date
      }
      """,
      shows: "_columnWidth"
    ) {
      """
      public nonisolated static var _columnWidth: Int {
        var width = 2
        width += Group._columnWidth
        width += Group?._columnWidth
        width += Date.UnixTimeRepresentation._columnWidth
        return width
      }
      public nonisolated static var _columnWidth: Int {
        var width = 2
        width += Group._columnWidth
        width += Group?._columnWidth
        width += Date.UnixTimeRepresentation._columnWidth
        return width
      }
      """
    }
  }

  @Test func `decodes nested types, which an extension cannot name, by their columns`() {
    assertMacro(
      """
      enum Outer {
        struct Group {}
        @Table struct Row {
          var count: Int
          var group: Group
        }
      }
      """,
      shows: "nonisolated extension"
    ) {
      """
      nonisolated extension Outer.Row: TypedSQL.Table, TypedSQL.PartialSelectStatement {
        public nonisolated init(decoder: inout some TypedSQL.QueryDecoder) throws {
          let count = try decoder.column(Int.self)
          let group = try decoder.column(Self.columns.group)
          self.count = count
          self.group = group
        }
      }
      """
    }
  }

  @Test func `finds the type in extensions and other types`() {
    assertMacro(
      """
      extension Outer.Inner {
        @Table private struct Row {
          let id: Int
        }
      }
      """,
      shows: "QueryValue ="
    ) {
      """
      public typealias QueryValue = Self
      public typealias QueryValue = Row
      public typealias QueryValue = Row
      public typealias QueryValue = Self
      public typealias QueryValue = Draft
      public typealias QueryValue = Draft
      """
    }
  }

  @Test func `generic types get computed instead of stored static members`() {
    assertMacro(
      """
      struct Outer<T> {
        @Table struct Row {
          let id: Int
        }
      }
      """,
      shows: " columns"
    ) {
      """
      public nonisolated static var columns: TableColumns { TableColumns() }
      public nonisolated static var columns: TableColumns { TableColumns() }
      """
    }
  }

  @Test func `conforms with the availability of the type`() {
    assertMacro(
      """
      @available(macOS 16, *)
      @Table struct Row {
        var x: Int
      }
      """,
      shows: "@available"
    ) {
      """
      @available(macOS 16, *)
      @available(macOS 16, *)
      """
    }
  }

  @Test func `lowers the access of columns whose types a public table cannot expose`() {
    assertMacro(
      """
      @Table public struct Row {
        public let id: Int
        var hidden: Hidden
        private var number = 1
        private var secret: Secret
        public var open: Open
      }
      """,
      shows: "TableColumn<|init("
    ) {
      #"""
      public init() {}
      public let id = TypedSQL.TableColumn<QueryValue, Int>("id")
      let hidden = TypedSQL._TableColumn<QueryValue, Hidden>.for("hidden", keyPath: \QueryValue.hidden)
      public let number = TypedSQL.TableColumn<QueryValue, Int>("number")
      fileprivate let secret = TypedSQL._TableColumn<QueryValue, Secret>.for("secret", keyPath: \QueryValue.secret)
      public let open = TypedSQL._TableColumn<QueryValue, Open>.for("open", keyPath: \QueryValue.open)
      public let primaryKey = TypedSQL.TableColumn<QueryValue, Int>("id")
      fileprivate init(
        id: some TypedSQL.QueryExpression<Int>,
        hidden: some TypedSQL.QueryExpression<Hidden>,
        number: some TypedSQL.QueryExpression<Int> = Int(queryOutput: 1),
        secret: some TypedSQL.QueryExpression<Secret>,
        open: some TypedSQL.QueryExpression<Open>
      ) {
        self.allColumns = TypedSQL._columns(
          of: id,
          hidden,
          number,
          secret,
          open
        )
      }
      fileprivate init(
        id: Int? = nil,
        hidden: Hidden,
        number: Int = 1,
        secret: Secret,
        open: Open
      ) {
        self.id = id
        self.hidden = hidden
        self.number = number
        self.secret = secret
        self.open = open
      }
      public init(_ other: Row) {
        self.id = other.id
        self.hidden = other.hidden
        self.number = other.number
        self.secret = other.secret
        self.open = other.open
      }
      public nonisolated init(decoder: inout some TypedSQL.QueryDecoder) throws {
        let id = try decoder.column(Int?.self)
        let hidden = try decoder.column(Hidden.self)
        let number = try decoder.column(Int.self)
        let secret = try decoder.column(Secret.self)
        let open = try decoder.column(Open.self)
        self.id = id
        self.hidden = hidden
        self.number = number
        self.secret = secret
        self.open = open
      }
      public init() {}
      public let id = TypedSQL.TableColumn<QueryValue, Int?>("id")
      let hidden = TypedSQL._TableColumn<QueryValue, Hidden>.for("hidden", keyPath: \QueryValue.hidden)
      public let number = TypedSQL.TableColumn<QueryValue, Int>("number")
      fileprivate let secret = TypedSQL._TableColumn<QueryValue, Secret>.for("secret", keyPath: \QueryValue.secret)
      public let open = TypedSQL._TableColumn<QueryValue, Open>.for("open", keyPath: \QueryValue.open)
      fileprivate init(
        id: some TypedSQL.QueryExpression<Int?> = Int?(queryOutput: nil),
        hidden: some TypedSQL.QueryExpression<Hidden>,
        number: some TypedSQL.QueryExpression<Int> = Int(queryOutput: 1),
        secret: some TypedSQL.QueryExpression<Secret>,
        open: some TypedSQL.QueryExpression<Open>
      ) {
        self.allColumns = TypedSQL._columns(
          of: id,
          hidden,
          number,
          secret,
          open
        )
      }
      public nonisolated init(decoder: inout some TypedSQL.QueryDecoder) throws {
        let id = try decoder.column(Int.self)
        let hidden = try decoder.column(Hidden.self)
        let number = try decoder.column(Int.self)
        let secret = try decoder.column(Secret.self)
        let open = try decoder.column(Open.self)
        self.id = id
        self.hidden = hidden
        self.number = number
        self.secret = secret
        self.open = open
      }
      """#
    }
  }

  @Test func `flattens groups`() {
    assertMacro(
      """
      @Table struct Item {
        var status: Status
        var other: Status?
      }
      """,
      shows: "public nonisolated struct TableColumns"
    ) {
      #"""
      public nonisolated struct TableColumns: TypedSQL.TableDefinition {
        public typealias QueryValue = Item
        public init() {}
        public let status = TypedSQL._TableColumn<QueryValue, Status>.for("status", keyPath: \QueryValue.status)
        public let other = TypedSQL._TableColumn<QueryValue, Status?>.for("other", keyPath: \QueryValue.other)
        public static let allColumns: [any TypedSQL.TableColumnExpression] =
          TypedSQL._tableColumns(
            QueryValue.columns.status,
            QueryValue.columns.other
          )
        public static let writableColumns: [any TypedSQL.WritableTableColumnExpression] =
          TypedSQL._writableColumns(of: allColumns)
        public static let _columnList = TypedSQL._columnList(of: allColumns)
      }
      """#
    }
  }

  @Test func `leaves checking unknown types to the compiler`() {
    assertMacro(
      """
      @Table struct Item {
        let id: Int
        var date: Date?
        var status: Status
        var other: (any Thing)?
        var list = [1]
        @Column(as: Status.Text.self) var third: Status
      }
      """,
      shows: "_ColumnCheck"
    ) {
      """
      @TypedSQLMacroDeclarations._ColumnCheck(Status.self)
      @TypedSQLMacroDeclarations._ColumnCheck(((any Thing)?).self)
      @TypedSQLMacroDeclarations._ColumnCheck(value: [1])
      """
    }
  }

  @Test func `decodes implicitly unwrapped properties as optionals`() {
    assertMacro(
      """
      @Table struct Item {
        var a: Int!
        var b: Optional<String>
        var c: (Int)?
      }
      """,
      shows: "try decoder"
    ) {
      """
      let a = try decoder.column(Int?.self)
      let b = try decoder.column(String?.self)
      let c = try decoder.column(Int?.self)
      """
    }
  }
}
