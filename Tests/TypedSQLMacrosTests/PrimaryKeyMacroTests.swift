import Testing

@Suite struct PrimaryKeyMacroTests {
  @Test func `is the property named id`() {
    assertMacro(
      """
      @Table struct Row {
        let id: Int
        var title = ""
      }
      """,
      shows: "public nonisolated struct Draft"
    ) {
      """
      public nonisolated struct Draft: TypedSQL.TableDraft {
        public typealias SourceTable = Row
        public typealias QueryValue = Self
        public typealias From = Swift.Never
        public nonisolated static let columns = TableColumns()
        var id: Int?
        var title: String
        init(
          id: Int? = nil,
          title: String = ""
        ) {
          self.id = id
          self.title = title
        }
        public init(_ other: Row) {
          self.id = other.id
          self.title = other.title
        }
        public nonisolated static var _columnWidth: Int {
          2
        }
        public nonisolated init(decoder: inout some TypedSQL.QueryDecoder) throws {
          let id = try decoder.column(Int?.self)
          let title = try decoder.column(String.self)
          self.id = id
          self.title = title
        }
        public nonisolated func _encode(into encoder: inout some TypedSQL.QueryEncoder) {
          encoder.encode(self.id, as: Int?.self)
          encoder.encode(self.title, as: String.self)
        }
        public nonisolated struct TableColumns: TypedSQL.TableDefinition, TypedSQL._DraftDefinition {
          public typealias QueryValue = Draft
          public init() {}
          public let id = TypedSQL.TableColumn<QueryValue, Int?>("id")
          public let title = TypedSQL.TableColumn<QueryValue, String>("title")
          public static let allColumns: [any TypedSQL.TableColumnExpression] =
            TypedSQL._tableColumns(
              QueryValue.columns.id,
              QueryValue.columns.title
            )
          public static let writableColumns: [any TypedSQL.WritableTableColumnExpression] =
            TypedSQL._writableColumns(of: allColumns)
          public static let _columnList = TypedSQL._columnList(of: allColumns)
        }
        public nonisolated struct Selection: TypedSQL.TableExpression {
          public typealias QueryValue = Draft
          public let allColumns: [any TypedSQL.QueryExpression]
          public init(
            id: some TypedSQL.QueryExpression<Int?> = Int?(queryOutput: nil),
            title: some TypedSQL.QueryExpression<String> = String(queryOutput: "")
          ) {
            self.allColumns = TypedSQL._columns(
              of: id,
              title
            )
          }
        }
      }
      """
    }
  }

  @Test func `makes the table and its columns keyed`() {
    assertMacro(
      """
      @Table struct Row {
        let id: UUID
        var title = ""
      }
      """,
      shows: "let id|primaryKey =|nonisolated extension"
    ) {
      """
      let id: UUID
      public let id = TypedSQL.TableColumn<QueryValue, UUID>("id")
      public let primaryKey = TypedSQL.TableColumn<QueryValue, UUID>("id")
      let id = try decoder.column(UUID?.self)
      public let id = TypedSQL.TableColumn<QueryValue, UUID?>("id")
      nonisolated extension Row: TypedSQL.Table, TypedSQL.PrimaryKeyedTable, TypedSQL.PartialSelectStatement {
        public nonisolated init(decoder: inout some TypedSQL.QueryDecoder) throws {
          let id = try decoder.column(UUID.self)
          let title = try decoder.column(String.self)
          self.id = id
          self.title = title
        }
      }
      """
    }
  }

  @Test func `is the property that is marked`() {
    assertMacro(
      """
      @Table struct Row {
        let id: Int
        @Column(primaryKey: true) let key: String
      }
      """,
      shows: "primaryKey =|: String?|: Int"
    ) {
      """
      let id: Int
      public nonisolated static var _columnWidth: Int {
        2
      }
      encoder.encode(self.id, as: Int.self)
      public let primaryKey = TypedSQL.TableColumn<QueryValue, String>("key")
      let id: Int
      var key: String?
      id: Int,
      key: String? = nil
      public nonisolated static var _columnWidth: Int {
        2
      }
      encoder.encode(self.id, as: Int.self)
      encoder.encode(self.key, as: String?.self)
      """
    }
  }

  @Test func `does not exist if id is marked as none`() {
    assertMacro(
      """
      @Table struct Row {
        @Column(primaryKey: false) let id: Int
      }
      """,
      shows: "primaryKey|nonisolated struct Draft|nonisolated extension"
    ) {
      """
      nonisolated extension Row: TypedSQL.Table, TypedSQL.PartialSelectStatement {
        public nonisolated init(decoder: inout some TypedSQL.QueryDecoder) throws {
          let id = try decoder.column(Int.self)
          self.id = id
        }
      }
      """
    }
  }

  @Test func `can be a group of columns`() {
    assertMacro(
      """
      @Table struct Metadata {
        let id: MetadataID
        var date: Date
      }
      """,
      shows: "TableColumn<|as: MetadataID|id: MetadataID|Metadata._columnWidth"
    ) {
      #"""
      let id: MetadataID
      encoder.encode(self.id, as: MetadataID.self)
      public let id = TypedSQL._TableColumn<QueryValue, MetadataID>.for("id", keyPath: \QueryValue.id)
      public let date = TypedSQL.TableColumn<QueryValue, Date>("date")
      public let primaryKey = TypedSQL._TableColumn<QueryValue, MetadataID>.for("id", keyPath: \QueryValue.id)
      var id: MetadataID?
      id: MetadataID? = nil,
      encoder.encode(self.id, as: MetadataID?.self)
      public let id = TypedSQL._TableColumn<QueryValue, MetadataID?>.for("id", keyPath: \QueryValue.id)
      public let date = TypedSQL.TableColumn<QueryValue, Date>("date")
      """#
    }
  }

  @Test func `can have a representation`() {
    assertMacro(
      """
      @Table struct Row {
        @Column(as: UUID.BytesRepresentation.self) let id: UUID
      }
      """,
      shows: "TableColumn<|id: UUID|as: UUID|decoder.column|QueryExpression<UUID"
    ) {
      """
      let id: UUID
      encoder.encode(self.id, as: UUID.BytesRepresentation.self)
      public let id = TypedSQL._TableColumn<QueryValue, UUID.BytesRepresentation>.for("id")
      public let primaryKey = TypedSQL._TableColumn<QueryValue, UUID.BytesRepresentation>.for("id")
      id: some TypedSQL.QueryExpression<UUID.BytesRepresentation>
      var id: UUID?
      id: UUID? = nil
      let id = try decoder.column(UUID.BytesRepresentation?.self)
      encoder.encode(self.id, as: UUID.BytesRepresentation?.self)
      public let id = TypedSQL._TableColumn<QueryValue, UUID.BytesRepresentation?>.for("id")
      id: some TypedSQL.QueryExpression<UUID.BytesRepresentation?> = UUID.BytesRepresentation?(queryOutput: nil)
      let id = try decoder.column(UUID.BytesRepresentation.self)
      """
    }
  }

  @Test func `can have a type that only its default value determines`() {
    assertMacro(
      """
      @Table struct Row {
        var id = UUID()
      }
      """,
      shows: "_$ColumnWitness"
    ) {
      #"""
      public nonisolated var primaryKey: _$ColumnWitness.id {
        self.id
      }
      width += _$ColumnWitness.id._columnWidth
      encoder.encode(self.id, as: _$ColumnWitness.id.self)
      rows.compare(left.id, right.id, _$ColumnWitness.id.self)
      public let id = TypedSQL._TableColumn<QueryValue, _$ColumnWitness.id>.for("id", keyPath: \QueryValue.id)
      public let primaryKey = TypedSQL._TableColumn<QueryValue, _$ColumnWitness.id>.for("id", keyPath: \QueryValue.id)
      id: some TypedSQL.QueryExpression<_$ColumnWitness.id> = _$ColumnWitness.id(queryOutput: UUID())
      var id: _$ColumnWitness.id?
      id: _$ColumnWitness.id? = nil
      width += _$ColumnWitness.id?._columnWidth
      let id = try decoder.column(_$ColumnWitness.id?.self)
      encoder.encode(self.id, as: _$ColumnWitness.id?.self)
      public let id = TypedSQL._TableColumn<QueryValue, _$ColumnWitness.id?>.for("id", keyPath: \QueryValue.id)
      id: some TypedSQL.QueryExpression<_$ColumnWitness.id?> = _$ColumnWitness.id?(queryOutput: nil)
      public nonisolated enum _$ColumnWitness: _$ColumnTypes {
        public static let _id = { @Sendable in UUID() }
      }
      let id = try decoder.column(_$ColumnWitness.id.self)
      """#
    }
  }

  @Test func `is also available as primaryKey`() {
    assertMacro(
      """
      @Table public struct Row {
        @Column("key", as: UUID.BytesRepresentation.self, primaryKey: true) public let code: UUID
      }
      """,
      shows: "var primaryKey"
    ) {
      """
      public nonisolated var primaryKey: UUID {
        self.code
      }
      """
    }
  }

  @Test func `is not wrapped in an optional twice`() {
    assertMacro(
      """
      @Table struct Row {
        let id: Int?
        var title: String?
      }
      """,
      shows: "var id|var title|as: Int"
    ) {
      """
      var title: String?
      encoder.encode(self.id, as: Int?.self)
      var id: Int?
      var title: String?
      encoder.encode(self.id, as: Int?.self)
      """
    }
  }

  @Test func `can be a property named primaryKey`() {
    assertMacro(
      """
      @Table struct Row {
        @Column("key", primaryKey: true) let primaryKey: Int
      }
      """,
      shows: "let primaryKey"
    ) {
      """
      let primaryKey: Int
      public let primaryKey = TypedSQL.TableColumn<QueryValue, Int>("key")
      let primaryKey = try decoder.column(Int?.self)
      public let primaryKey = TypedSQL.TableColumn<QueryValue, Int?>("key")
      let primaryKey = try decoder.column(Int.self)
      """
    }
  }

  @Test func `works in nested types`() {
    assertMacro(
      """
      struct Outer {
        @Table fileprivate struct Row {
          let id: Int
          var kind: Kind
        }
      }
      """,
      shows: "SourceTable|other|Outer"
    ) {
      """
      struct Outer {
        fileprivate struct Row {
          let id: Int
          @TypedSQLMacroDeclarations._ColumnCheck(Kind.self)
          var kind: Kind

      public typealias SourceTable = Row
      public init(_ other: Row) {
        self.id = other.id
        self.kind = other.kind
      }
      nonisolated extension Outer.Row: TypedSQL.Table, TypedSQL.PrimaryKeyedTable, TypedSQL.PartialSelectStatement {
        public nonisolated init(decoder: inout some TypedSQL.QueryDecoder) throws {
          let id = try decoder.column(Int.self)
          let kind = try decoder.column(Self.columns.kind)
          self.id = id
          self.kind = kind
        }
      }
      """
    }
  }

  @Test func `can be given only once`() {
    assertDiagnostics(
      """
      @Table struct Row {
        @Column(primaryKey: true) let a: Int
        @Column("c", primaryKey: true) let b: Int
      }
      """
    ) {
      """
        @Column("c", primaryKey: true) let b: Int
                     ^ error: '@Table' only supports a single primary key field; use '@Selection' to define a type representing a composite primary key
        @Column(primaryKey: true) let a: Int
                ^ note: Primary key already applied to 'a'
                       fix-it: Remove 'primaryKey: true'
      """
    } fixed: {
      """
      @Table struct Row {
        @Column(primaryKey: true) let a: Int
        @Column("c") let b: Int
      }
      """
    }
  }

  @Test func `drafts keep the access levels of properties`() {
    assertMacro(
      """
      @Table public struct Row {
        public let id: Int
        public private(set) var title: String
        var note: String
        private var secret = 1
      }
      """,
      shows: "public var |fileprivate |var note"
    ) {
      """
      var note: String
      public var id: Int?
      public var title: String
      var note: String
      fileprivate var secret: Int
      fileprivate init(
        id: Int? = nil,
        title: String,
        note: String,
        secret: Int = 1
      ) {
        self.id = id
        self.title = title
        self.note = note
        self.secret = secret
      }
      """
    }
  }

  @Test func `drafts have no generated or ephemeral properties`() {
    assertMacro(
      """
      @Table struct Row {
        let id: Int
        @Column(generated: .stored) let size: Int
        @Ephemeral var isShown = false
      }
      """,
      shows: "self.id =|self.size"
    ) {
      """
      encoder.encodeGenerated(self.size, as: Int.self)
      self.id = id
      self.id = other.id
      self.id = id
      self.id = id
      self.size = size
      """
    }
  }
}
