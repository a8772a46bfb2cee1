import Testing

@Suite struct TableMacroTests {
  @Test func `accepts a property named decoder`() {
    assertMacro(
      """
      @Table struct Row {
        let decoder: Int
        var other: Int
      }
      """,
      shows: "try decoder|self.decoder|self.other"
    ) {
      """
      encoder.encode(self.decoder, as: Int.self)
      encoder.encode(self.other, as: Int.self)
      let _decoder = try decoder.column(Int.self)
      let other = try decoder.column(Int.self)
      self.decoder = _decoder
      self.other = other
      """
    }
  }

  @Test func `declares columns, a selection and the conformance of a structure`() {
    assertMacro(
      """
      @Table struct Tag {
        var title: String
        var count = 0
      }
      """
    ) {
      """
      struct Tag {
        var title: String
        var count = 0

        public nonisolated static var tableName: String { "tags" }

        public typealias QueryValue = Self

        public typealias From = Swift.Never

        public nonisolated static let columns = TableColumns()

        public nonisolated static var _columnWidth: Int {
          2
        }

        public nonisolated func _encode(into encoder: inout some TypedSQL.QueryEncoder) {
          encoder.encode(self.title, as: String.self)
          encoder.encode(self.count, as: Int.self)
        }

        public nonisolated static func _isSame(_ left: Self, _ right: Self) -> Bool {
          var rows = TypedSQL._RowComparison()
          rows.compare(left.title, right.title, String.self)
          rows.compare(left.count, right.count, Int.self)
          return rows.areSame
        }

        public nonisolated struct TableColumns: TypedSQL.TableDefinition {
          public typealias QueryValue = Tag
          public init() {}
          public let title = TypedSQL.TableColumn<QueryValue, String>("title")
          public let count = TypedSQL.TableColumn<QueryValue, Int>("count")
          public static let allColumns: [any TypedSQL.TableColumnExpression] =
            TypedSQL._tableColumns(
              QueryValue.columns.title,
              QueryValue.columns.count
            )
          public static let writableColumns: [any TypedSQL.WritableTableColumnExpression] =
            TypedSQL._writableColumns(of: allColumns)
          public static let _columnList = TypedSQL._columnList(of: allColumns)
        }

        public nonisolated struct Selection: TypedSQL.TableExpression {
          public typealias QueryValue = Tag
          public let allColumns: [any TypedSQL.QueryExpression]
          public init(
            title: some TypedSQL.QueryExpression<String>,
            count: some TypedSQL.QueryExpression<Int> = Int(queryOutput: 0)
          ) {
            self.allColumns = TypedSQL._columns(
              of: title,
              count
            )
          }
        }
      }

      nonisolated extension Tag: TypedSQL.Table, TypedSQL.PartialSelectStatement {
        public nonisolated init(decoder: inout some TypedSQL.QueryDecoder) throws {
          let title = try decoder.column(String.self)
          let count = try decoder.column(Int.self)
          self.title = title
          self.count = count
        }
      }
      """
    }
  }

  @Test func `uses the type of a literal`() {
    assertMacro(
      """
      @Table struct Row {
        var text = ""
        var number = 1
        var negative = -1
        var fraction = 1.5
        var truth = false
        var list = [] as [Int]
      }
      """,
      shows: "TableColumn<"
    ) {
      #"""
      public let text = TypedSQL.TableColumn<QueryValue, String>("text")
      public let number = TypedSQL.TableColumn<QueryValue, Int>("number")
      public let negative = TypedSQL.TableColumn<QueryValue, Int>("negative")
      public let fraction = TypedSQL.TableColumn<QueryValue, Double>("fraction")
      public let truth = TypedSQL.TableColumn<QueryValue, Bool>("truth")
      public let list = TypedSQL._TableColumn<QueryValue, [Int]>.for("list", keyPath: \QueryValue.list)
      """#
    }
  }

  @Test func `lets the compiler infer the type of other default values`() {
    assertMacro(
      """
      @Table struct Row {
        var date = Date()
        var seconds = 60 * 5
      }
      """,
      shows: "_$Column"
    ) {
      #"""
      width += _$ColumnWitness.date._columnWidth
      width += _$ColumnWitness.seconds._columnWidth
      encoder.encode(self.date, as: _$ColumnWitness.date.self)
      encoder.encode(self.seconds, as: _$ColumnWitness.seconds.self)
      rows.compare(left.date, right.date, _$ColumnWitness.date.self)
      rows.compare(left.seconds, right.seconds, _$ColumnWitness.seconds.self)
      public let date = TypedSQL._TableColumn<QueryValue, _$ColumnWitness.date>.for("date", keyPath: \QueryValue.date)
      public let seconds = TypedSQL._TableColumn<QueryValue, _$ColumnWitness.seconds>.for("seconds", keyPath: \QueryValue.seconds)
      date: some TypedSQL.QueryExpression<_$ColumnWitness.date> = _$ColumnWitness.date(queryOutput: Date()),
      seconds: some TypedSQL.QueryExpression<_$ColumnWitness.seconds> = _$ColumnWitness.seconds(queryOutput: 60 * 5)
      public nonisolated protocol _$ColumnTypes {
        associatedtype date
        static var _date: @Sendable () -> date { get }
        associatedtype seconds
        static var _seconds: @Sendable () -> seconds { get }
      }
      public nonisolated enum _$ColumnWitness: _$ColumnTypes {
        public static let _date = { @Sendable in Date() }
        public static let _seconds = { @Sendable in 60 * 5 }
      }
      let date = try decoder.column(_$ColumnWitness.date.self)
      let seconds = try decoder.column(_$ColumnWitness.seconds.self)
      """#
    }
  }

  @Test func `selections get default values`() {
    assertMacro(
      """
      @Table struct Row {
        var title = ""
        var note: String?
        let key: Int?
        var date = Date()
      }
      """,
      shows: "public init("
    ) {
      """
      public init() {}
      public init(
        title: some TypedSQL.QueryExpression<String> = String(queryOutput: ""),
        note: some TypedSQL.QueryExpression<String?> = String?(queryOutput: nil),
        key: some TypedSQL.QueryExpression<Int?>,
        date: some TypedSQL.QueryExpression<_$ColumnWitness.date> = _$ColumnWitness.date(queryOutput: Date())
      ) {
        self.allColumns = TypedSQL._columns(
          of: title,
          note,
          key,
          date
        )
      }
      """
    }
  }

  @Test func `accepts a name and a schema`() {
    assertMacro(
      """
      @Table("all_tags", schema: "main") struct Tag {
        var title: String
      }
      """,
      shows: "static var"
    ) {
      """
      public nonisolated static var tableName: String { "all_tags" }
      public nonisolated static var schemaName: String? { "main" }
      public nonisolated static var _columnWidth: Int {
        1
      }
      """
    }
  }

  @Test func `accepts the names of columns`() {
    assertMacro(
      """
      @Table struct Tag {
        @Column("tag_title") var title: String
        @TypedSQL.Column("n") var count = 0
      }
      """,
      shows: "TableColumn<"
    ) {
      """
      public let title = TypedSQL.TableColumn<QueryValue, String>("tag_title")
      public let count = TypedSQL.TableColumn<QueryValue, Int>("n")
      """
    }
  }

  @Test func `stores columns in their representation`() {
    assertMacro(
      """
      @Table struct Event {
        @Column(as: Date.UnixTimeRepresentation.self) var date: Date
        @Column(as: Date?.UnixTimeRepresentation.self) var end: Date?
        @Column(as: [String].JSONRepresentation?.self) var notes: [String]?
        @Column(as: nil) var title: String
      }
      """,
      shows: "TableColumn<|try decoder|encoder."
    ) {
      """
      encoder.encode(self.date, as: Date.UnixTimeRepresentation.self)
      encoder.encode(self.end, as: Date?.UnixTimeRepresentation.self)
      encoder.encode(self.notes, as: [String].JSONRepresentation?.self)
      encoder.encode(self.title, as: String.self)
      public let date = TypedSQL._TableColumn<QueryValue, Date.UnixTimeRepresentation>.for("date")
      public let end = TypedSQL._TableColumn<QueryValue, Date?.UnixTimeRepresentation>.for("end")
      public let notes = TypedSQL._TableColumn<QueryValue, [String].JSONRepresentation?>.for("notes")
      public let title = TypedSQL.TableColumn<QueryValue, String>("title")
      let date = try decoder.column(Date.UnixTimeRepresentation.self)
      let end = try decoder.column(Date?.UnixTimeRepresentation.self)
      let notes = try decoder.column([String].JSONRepresentation?.self)
      let title = try decoder.column(String.self)
      """
    }
  }

  @Test func `decodes generated columns but does not encode them`() {
    assertMacro(
      """
      @Table struct Person {
        var name: String
        @Column(generated: .virtual) let upper: String
        @Column("n", as: Int.Other.self, generated: .stored) let length: Int
      }
      """,
      shows: "TypedSQL.GeneratedColumn|encoder.|.append"
    ) {
      #"""
      encoder.encode(self.name, as: String.self)
      encoder.encodeGenerated(self.upper, as: String.self)
      encoder.encodeGenerated(self.length, as: Int.Other.self)
      public let upper = TypedSQL.GeneratedColumn<QueryValue, String>("upper", keyPath: \QueryValue.upper)
      public let length = TypedSQL.GeneratedColumn<QueryValue, Int.Other>("n", isStored: true)
      """#
    }
  }

  @Test func `leaves computed, static and lazy properties alone`() {
    assertMacro(
      """
      @Table struct Person {
        var name: String
        var initial: Character? { name.first }
        var upper: String { get { name } set { name = newValue } }
        static let shared = 1
        lazy var cache = [1]
      }
      """,
      shows: "TableColumn<"
    ) {
      """
      public let name = TypedSQL.TableColumn<QueryValue, String>("name")
      """
    }
  }

  @Test func `leaves ephemeral properties alone`() {
    assertMacro(
      """
      @Table struct Person {
        var name: String
        @Ephemeral var isSelected = false
      }
      """,
      shows: "encoder.|try decoder"
    ) {
      """
      encoder.encode(self.name, as: String.self)
      let name = try decoder.column(String.self)
      """
    }
  }

  @Test func `treats properties with observers as columns`() {
    assertMacro(
      """
      @Table struct Person {
        let id: Int
        var name: String { willSet {} didSet { print(oldValue) } }
      }
      """,
      shows: "var name"
    ) {
      """
      var name: String { willSet {} didSet { print(oldValue) } }
      var name: String
      """
    }
  }

  @Test func `keeps backticks in Swift and leaves them out of SQL`() {
    assertMacro(
      """
      @Table struct `Case` {
        let id: Int
        var `default`: Int
        var `class` = Date()
      }
      """,
      shows: "tableName|QueryValue =|TableColumn<|static var _class|let _class|init(_"
    ) {
      #"""
      public nonisolated static var tableName: String { "cases" }
      public typealias QueryValue = Self
      public typealias QueryValue = `Case`
      public let id = TypedSQL.TableColumn<QueryValue, Int>("id")
      public let `default` = TypedSQL.TableColumn<QueryValue, Int>("default")
      public let `class` = TypedSQL._TableColumn<QueryValue, _$ColumnWitness.`class`>.for("class", keyPath: \QueryValue.`class`)
      public let primaryKey = TypedSQL.TableColumn<QueryValue, Int>("id")
      public typealias QueryValue = `Case`
      public typealias QueryValue = Self
      public init(_ other: `Case`) {
        self.id = other.id
        self.`default` = other.`default`
        self.`class` = other.`class`
      }
      public typealias QueryValue = Draft
      public let id = TypedSQL.TableColumn<QueryValue, Int?>("id")
      public let `default` = TypedSQL.TableColumn<QueryValue, Int>("default")
      public let `class` = TypedSQL._TableColumn<QueryValue, _$ColumnWitness.`class`>.for("class", keyPath: \QueryValue.`class`)
      public typealias QueryValue = Draft
      static var _class: @Sendable () -> `class` { get }
      public static let _class = { @Sendable in Date() }
      """#
    }
  }

  @Test func `ignores comments`() {
    assertMacro(
      """
      /// A row.
      @Table struct Row {
        // The key.
        let id: /* really */ Int  // an integer
        /// Its title.
        var title = ""  // empty
        var map: Dictionary<
          String,  // key
          Int  /* value */
        >
      }
      """,
      shows: "TableColumn<|try decoder|title: String"
    ) {
      #"""
      public let id = TypedSQL.TableColumn<QueryValue, Int>("id")
      public let title = TypedSQL.TableColumn<QueryValue, String>("title")
      public let map = TypedSQL._TableColumn<QueryValue, Dictionary< String,  Int  >>.for("map", keyPath: \QueryValue.map)
      public let primaryKey = TypedSQL.TableColumn<QueryValue, Int>("id")
      var title: String
      title: String = "",
      let id = try decoder.column(Int?.self)
      let title = try decoder.column(String.self)
      let map = try decoder.column(Dictionary< String,  Int  >.self)
      public let id = TypedSQL.TableColumn<QueryValue, Int?>("id")
      public let title = TypedSQL.TableColumn<QueryValue, String>("title")
      public let map = TypedSQL._TableColumn<QueryValue, Dictionary< String,  Int  >>.for("map", keyPath: \QueryValue.map)
      let id = try decoder.column(Int.self)
      let title = try decoder.column(String.self)
      let map = try decoder.column(Dictionary< String,  Int  >.self)
      """#
    }
  }

  @Test func `keeps the lines of a default value`() {
    assertMacro(
      #"""
      @Table struct Row {
        var title = """
          a
            b
          """
      }
      """#,
      shows: "public init("
    ) {
      #"""
      public init() {}
      public init(
        title: some TypedSQL.QueryExpression<String> = String(queryOutput: """
        a
          b
        """)
      ) {
        self.allColumns = TypedSQL._columns(
          of: title
        )
      }
      """#
    }
  }
}
