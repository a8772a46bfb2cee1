import Testing

@Suite struct LazyInitializationMacroTests {
  @Test func `makes the column of the draft optional`() {
    assertMacro(
      """
      @Table struct Row {
        let id: Int
        @Column(lazyInitializable: true) var date: Date
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
        var date: Date?
        init(
          id: Int? = nil,
          date: Date? = nil
        ) {
          self.id = id
          self.date = date
        }
        public init(_ other: Row) {
          self.id = other.id
          self.date = other.date
        }
        public nonisolated static var _columnWidth: Int {
          2
        }
        public nonisolated init(decoder: inout some TypedSQL.QueryDecoder) throws {
          let id = try decoder.column(Int?.self)
          let date = try decoder.column(Date?.self)
          self.id = id
          self.date = date
        }
        public nonisolated func _encode(into encoder: inout some TypedSQL.QueryEncoder) {
          encoder.encode(self.id, as: Int?.self)
          encoder.encodeIfSet(self.date, as: Date?.self)
        }
        public nonisolated struct TableColumns: TypedSQL.TableDefinition, TypedSQL._DraftDefinition {
          public typealias QueryValue = Draft
          public init() {}
          public let id = TypedSQL.TableColumn<QueryValue, Int?>("id")
          public let date = TypedSQL.TableColumn<QueryValue, Date?>("date")
          public static let allColumns: [any TypedSQL.TableColumnExpression] =
            TypedSQL._tableColumns(
              QueryValue.columns.id,
              QueryValue.columns.date
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
            date: some TypedSQL.QueryExpression<Date?> = Date?(queryOutput: nil)
          ) {
            self.allColumns = TypedSQL._columns(
              of: id,
              date
            )
          }
        }
      }
      """
    }
  }

  @Test func `leaves the table's own column unchanged`() {
    assertMacro(
      """
      @Table struct Row {
        @Column(lazyInitializable: true) var date: Date
      }
      """,
      shows: "nonisolated extension"
    ) {
      """
      nonisolated extension Row: TypedSQL.Table, TypedSQL.PartialSelectStatement {
        public nonisolated init(decoder: inout some TypedSQL.QueryDecoder) throws {
          let date = try decoder.column(Date.self)
          self.date = date
        }
      }
      """
    }
  }

  @Test func `declares a draft for a table without a key`() {
    assertMacro(
      """
      @Table struct Row {
        var title: String
        @Column(lazyInitializable: true) var date: Date
      }
      """,
      shows: "SourceTable|var title|var date|encoder."
    ) {
      """
      var title: String
      var date: Date
      encoder.encode(self.title, as: String.self)
      encoder.encode(self.date, as: Date.self)
      public typealias SourceTable = Row
      var title: String
      var date: Date?
      encoder.encode(self.title, as: String.self)
      encoder.encodeIfSet(self.date, as: Date?.self)
      """
    }
  }

  @Test(arguments: ["false", "nil"])
  func `has no effect if the argument is false or nil`(value: String) {
    assertMacro(
      """
      @Table struct Row {
        @Column(lazyInitializable: \(value)) var date: Date
      }
      """,
      shows: "nonisolated struct Draft: "
    ) {
      ""
    }
  }

  @Test func `keeps a constant constant`() {
    assertMacro(
      """
      @Table struct Row {
        @Column(lazyInitializable: true) let date: Date
      }
      """,
      shows: "date: Date"
    ) {
      """
      let date: Date
      let date: Date?
      date: Date? = nil
      """
    }
  }

  @Test func `drops the default value`() {
    assertMacro(
      """
      @Table struct Row {
        @Column(lazyInitializable: true) var count = 1
      }
      """,
      shows: "Int?"
    ) {
      """
      var count: Int?
      count: Int? = nil
      let count = try decoder.column(Int?.self)
      encoder.encodeIfSet(self.count, as: Int?.self)
      public let count = TypedSQL.TableColumn<QueryValue, Int?>("count")
      count: some TypedSQL.QueryExpression<Int?> = Int?(queryOutput: nil)
      """
    }
  }

  @Test func `uses a type that only the default value determines`() {
    assertMacro(
      """
      @Table struct Row {
        @Column(lazyInitializable: true) var date = Date()
      }
      """,
      shows: "_$ColumnWitness.date?"
    ) {
      #"""
      var date: _$ColumnWitness.date?
      date: _$ColumnWitness.date? = nil
      width += _$ColumnWitness.date?._columnWidth
      let date = try decoder.column(_$ColumnWitness.date?.self)
      encoder.encodeIfSet(self.date, as: _$ColumnWitness.date?.self)
      public let date = TypedSQL._TableColumn<QueryValue, _$ColumnWitness.date?>.for("date", keyPath: \QueryValue.date)
      date: some TypedSQL.QueryExpression<_$ColumnWitness.date?> = _$ColumnWitness.date?(queryOutput: nil)
      """#
    }
  }

  @Test func `makes a representation optional`() {
    assertMacro(
      """
      @Table struct Row {
        @Column(as: Date.UnixTimeRepresentation.self, lazyInitializable: true) var date: Date
      }
      """,
      shows: "UnixTimeRepresentation?"
    ) {
      """
      width += Date.UnixTimeRepresentation?._columnWidth
      let date = try decoder.column(Date.UnixTimeRepresentation?.self)
      encoder.encodeIfSet(self.date, as: Date.UnixTimeRepresentation?.self)
      public let date = TypedSQL._TableColumn<QueryValue, Date.UnixTimeRepresentation?>.for("date")
      date: some TypedSQL.QueryExpression<Date.UnixTimeRepresentation?> = Date.UnixTimeRepresentation?(queryOutput: nil)
      """
    }
  }

  @Test func `makes a group optional`() {
    assertMacro(
      """
      @Table struct Row {
        @Column(lazyInitializable: true) var times: Timestamps
      }
      """,
      shows: "Timestamps?"
    ) {
      #"""
      var times: Timestamps?
      times: Timestamps? = nil
      width += Timestamps?._columnWidth
      let times = try decoder.column(Timestamps?.self)
      encoder.encodeIfSet(self.times, as: Timestamps?.self)
      public let times = TypedSQL._TableColumn<QueryValue, Timestamps?>.for("times", keyPath: \QueryValue.times)
      times: some TypedSQL.QueryExpression<Timestamps?> = Timestamps?(queryOutput: nil)
      """#
    }
  }

  @Test func `works with the older attribute for groups`() {
    assertMacro(
      """
      @Table struct Row {
        @Columns(lazyInitializable: true) var times: Timestamps
      }
      """,
      shows: "encodeIfSet"
    ) {
      "encoder.encodeIfSet(self.times, as: Timestamps?.self)"
    }
  }

  @Test func `makes several columns optional`() {
    assertMacro(
      """
      @Table struct Row {
        @Column(lazyInitializable: true) var a: Int
        var b: Int
        @Column(lazyInitializable: true) var c: Int
      }
      """,
      shows: "encoder.|: Int?"
    ) {
      """
      encoder.encode(self.a, as: Int.self)
      encoder.encode(self.b, as: Int.self)
      encoder.encode(self.c, as: Int.self)
      var a: Int?
      var c: Int?
      a: Int? = nil,
      c: Int? = nil
      encoder.encodeIfSet(self.a, as: Int?.self)
      encoder.encode(self.b, as: Int.self)
      encoder.encodeIfSet(self.c, as: Int?.self)
      """
    }
  }

  @Test func `keeps the name of a column`() {
    assertMacro(
      """
      @Table struct Row {
        @Column("made_at", lazyInitializable: true) var date: Date
      }
      """,
      shows: "made_at"
    ) {
      """
      public let date = TypedSQL.TableColumn<QueryValue, Date>("made_at")
      "made_at": ["date"]
      public let date = TypedSQL.TableColumn<QueryValue, Date?>("made_at")
      """
    }
  }

  @Test func `leaves generated columns out of drafts`() {
    assertMacro(
      """
      @Table struct Row {
        @Column(lazyInitializable: true) var date: Date
        @Column(generated: .virtual) let year: Int
      }
      """,
      shows: "encoder."
    ) {
      """
      encoder.encode(self.date, as: Date.self)
      encoder.encodeGenerated(self.year, as: Int.self)
      encoder.encodeIfSet(self.date, as: Date?.self)
      """
    }
  }

  @Test func `leaves ephemeral properties out of drafts`() {
    assertMacro(
      """
      @Table struct Row {
        @Column(lazyInitializable: true) var date: Date
        @Ephemeral var isShown = false
      }
      """,
      shows: "encoder."
    ) {
      """
      encoder.encode(self.date, as: Date.self)
      encoder.encodeIfSet(self.date, as: Date?.self)
      """
    }
  }

  @Test func `removes property observers`() {
    assertMacro(
      """
      @Table struct Row {
        @Column(lazyInitializable: true) var date: Date { didSet {} }
      }
      """,
      shows: "var date"
    ) {
      """
      var date: Date { didSet {} }
      var date: Date?
      """
    }
  }

  @Test func `works in nested types`() {
    assertMacro(
      """
      enum Outer {
        @Table struct Row {
          @Column(lazyInitializable: true) var kind: Kind
        }
      }
      """,
      shows: "Kind"
    ) {
      #"""
      @TypedSQLMacroDeclarations._ColumnCheck(Kind.self) var kind: Kind
      width += Kind._columnWidth
      encoder.encode(self.kind, as: Kind.self)
      rows.compare(left.kind, right.kind, Kind.self)
      public let kind = TypedSQL._TableColumn<QueryValue, Kind>.for("kind", keyPath: \QueryValue.kind)
      kind: some TypedSQL.QueryExpression<Kind>
      var kind: Kind?
      kind: Kind? = nil
      width += Kind?._columnWidth
      let kind = try decoder.column(Kind?.self)
      encoder.encodeIfSet(self.kind, as: Kind?.self)
      public let kind = TypedSQL._TableColumn<QueryValue, Kind?>.for("kind", keyPath: \QueryValue.kind)
      kind: some TypedSQL.QueryExpression<Kind?> = Kind?(queryOutput: nil)
      """#
    }
  }

  @Test func `has no effect on an optional column`() {
    assertDiagnostics(
      """
      @Table struct Row {
        @Column(lazyInitializable: true) var date: Date?
      }
      """
    ) {
      """
        @Column(lazyInitializable: true) var date: Date?
                ^ warning: Argument 'lazyInitializable' has no effect on optional column 'date'
                  fix-it: Remove 'lazyInitializable: true'
      """
    } fixed: {
      """
      @Table struct Row {
        var date: Date?
      }
      """
    }
  }

  @Test func `has no effect on an optional column with other arguments`() {
    assertDiagnostics(
      """
      @Table struct Row {
        @Column("made_at", lazyInitializable: true) var date: Optional<Date>
      }
      """
    ) {
      """
        @Column("made_at", lazyInitializable: true) var date: Optional<Date>
                           ^ warning: Argument 'lazyInitializable' has no effect on optional column 'date'
                             fix-it: Remove 'lazyInitializable: true'
      """
    } fixed: {
      """
      @Table struct Row {
        @Column("made_at") var date: Optional<Date>
      }
      """
    }
  }

  @Test func `does not wrap an optional column twice`() {
    assertMacroIgnoringWarnings(
      """
      @Table struct Row {
        @Column(as: Date?.UnixTimeRepresentation.self, lazyInitializable: true) var date: Date?
      }
      """,
      shows: "var date|as: Date"
    ) {
      """
      var date: Date?
      encoder.encode(self.date, as: Date?.UnixTimeRepresentation.self)
      var date: Date?
      encoder.encodeIfSet(self.date, as: Date?.UnixTimeRepresentation.self)
      """
    }
  }

  @Test func `a draft can be created from a row`() {
    assertMacro(
      """
      @Table struct Row {
        let id: Int
        @Column(lazyInitializable: true) var date: Date
      }
      """,
      shows: "init(_ other"
    ) {
      """
      public init(_ other: Row) {
        self.id = other.id
        self.date = other.date
      }
      """
    }
  }

  @Test func `has no default value in the selection`() {
    assertMacro(
      """
      @Table struct Row {
        let id: Int
        @Column(lazyInitializable: true) var date: Date
        var title: String
      }
      """,
      shows: "some TypedSQL.QueryExpression<"
    ) {
      """
      id: some TypedSQL.QueryExpression<Int>,
      date: some TypedSQL.QueryExpression<Date>,
      title: some TypedSQL.QueryExpression<String>
      id: some TypedSQL.QueryExpression<Int?> = Int?(queryOutput: nil),
      date: some TypedSQL.QueryExpression<Date?> = Date?(queryOutput: nil),
      title: some TypedSQL.QueryExpression<String>
      """
    }
  }
}
