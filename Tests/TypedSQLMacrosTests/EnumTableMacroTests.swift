import Testing

@Suite struct EnumTableMacroTests {
  @Test func `declares a column for each case`() {
    assertMacro(
      """
      @Table enum Attachment {
        case note(String)
        case image(Image)
      }
      """,
      shows: "public nonisolated struct TableColumns"
    ) {
      """
      public nonisolated struct TableColumns: TypedSQL.TableDefinition {
        public typealias QueryValue = Attachment
        public init() {}
        public let note = TypedSQL._CaseColumn<QueryValue, String>.for("note")
        public let image = TypedSQL._CaseColumn<QueryValue, Image>.for("image")
        public static let allColumns: [any TypedSQL.TableColumnExpression] =
          TypedSQL._tableColumns(
            QueryValue.columns.note,
            QueryValue.columns.image
          )
        public static let writableColumns: [any TypedSQL.WritableTableColumnExpression] =
          TypedSQL._writableColumns(of: allColumns)
        public static let _columnList = TypedSQL._columnList(of: allColumns)
      }
      """
    }
  }

  @Test func `decodes the first case that is not NULL`() {
    assertMacro(
      """
      @Table enum Attachment {
        case note(String)
        case image(Image)
      }
      """,
      shows: "init(decoder"
    ) {
      """
      public nonisolated init(decoder: inout some TypedSQL.QueryDecoder) throws {
        let value0 = try decoder.column(String?.self)
        let value1 = try decoder.column(Image?.self)
        if let value0 {
          self = .note(value0)
        } else if let value1 {
          self = .image(value1)
        } else {
          throw TypedSQL.QueryDecodingError.missingRequiredColumn
        }
      }
      """
    }
  }

  @Test func `encodes NULL for the other cases`() {
    assertMacro(
      """
      @Table enum Attachment {
        case note(String)
        case image(Image)
      }
      """,
      shows: "_encode"
    ) {
      """
      public nonisolated func _encode(into encoder: inout some TypedSQL.QueryEncoder) {
        if case .note(let value) = self {
          encoder.encode(value, as: String?.self)
        } else {
          encoder.encode(nil, as: String?.self)
        }
        if case .image(let value) = self {
          encoder.encode(value, as: Image?.self)
        } else {
          encoder.encode(nil, as: Image?.self)
        }
      }
      """
    }
  }

  @Test func `selects one case`() {
    assertMacro(
      """
      @Selection enum Attachment {
        case note(String = "")
        case image(Image)
      }
      """,
      shows: "public nonisolated struct Selection"
    ) {
      """
      public nonisolated struct Selection: TypedSQL.TableExpression {
        public typealias QueryValue = Attachment
        public let allColumns: [any TypedSQL.QueryExpression]
        public static func note(_ value: some TypedSQL.QueryExpression<String> = String(queryOutput: "")) -> Self {
          Self(note: value)
        }
        public static func image(_ value: some TypedSQL.QueryExpression<Image>) -> Self {
          Self(image: value)
        }
        private init(
          note: (any TypedSQL.QueryExpression)? = nil,
          image: (any TypedSQL.QueryExpression)? = nil
        ) {
          var allColumns: [any TypedSQL.QueryExpression] = []
          allColumns.append(contentsOf: (note ?? String?(queryOutput: nil))._allColumns)
          allColumns.append(contentsOf: (image ?? Image?(queryOutput: nil))._allColumns)
          self.allColumns = allColumns
        }
      }
      """
    }
  }

  @Test func `adds no other conformances`() {
    assertMacro(
      """
      @Table enum Attachment {
        case note(String)
      }
      """,
      shows: "nonisolated extension"
    ) {
      """
      nonisolated extension Attachment: TypedSQL.Table, TypedSQL.PartialSelectStatement {}
      """
    }
  }

  @Test func `accepts names and representations`() {
    assertMacro(
      """
      @Table enum Moment {
        @Column("date", as: Date.UnixTimeRepresentation.self)
        case day(Date)
      }
      """,
      shows: ".for(|try decoder|_ColumnCheck"
    ) {
      """
      let value0 = try decoder.column(Date.UnixTimeRepresentation?.self)
      public let day = TypedSQL._CaseColumn<QueryValue, Date.UnixTimeRepresentation>.for("date")
      """
    }
  }

  @Test func `keeps labels and backticks`() {
    assertMacro(
      """
      @Table enum Moment {
        case `default`(Int)
        case day(of: Date)
      }
      """,
      shows: "case .|static func|self ="
    ) {
      """
      self = .`default`(value0)
      self = .day(of: value1)
      if case .`default`(let value) = self {
        encoder.encode(value, as: Int?.self)
      } else {
      if case .day(of: let value) = self {
        encoder.encode(value, as: Date?.self)
      } else {
      public static func `default`(_ value: some TypedSQL.QueryExpression<Int>) -> Self {
        Self(default: value)
      }
      public static func day(of value: some TypedSQL.QueryExpression<Date>) -> Self {
        Self(day: value)
      }
      """
    }
  }

  @Test func `replaces Self with the name of the type`() {
    assertMacro(
      """
      @Table enum Tree {
        case leaf(Self.Leaf)
      }
      """,
      shows: "Tree.Leaf"
    ) {
      """
      @TypedSQLMacroDeclarations._ColumnCheck(Tree.Leaf.self)
      width += Tree.Leaf._columnWidth
      let value0 = try decoder.column(Tree.Leaf?.self)
      encoder.encode(value, as: Tree.Leaf?.self)
      encoder.encode(nil, as: Tree.Leaf?.self)
      public let leaf = TypedSQL._CaseColumn<QueryValue, Tree.Leaf>.for("leaf")
      public static func leaf(_ value: some TypedSQL.QueryExpression<Tree.Leaf>) -> Self {
        Self(leaf: value)
      }
      allColumns.append(contentsOf: (leaf ?? Tree.Leaf?(queryOutput: nil))._allColumns)
      """
    }
  }

  @Test func `requires one associated value for each case`() {
    assertDiagnostics(
      """
      @Table enum Kind {
        case none
        case pair(Int, Int)
        case one(Int)
      }
      """
    ) {
      """
        case none
             ^ error: Table case must contain a single associated value representing one or more columns
        case pair(Int, Int)
             ^ error: Table case must contain a single associated value representing one or more columns
      """
    }
  }

  @Test func `requires a value that is not optional`() {
    assertDiagnostics(
      """
      @Table enum Kind {
        case one(Int?)
      }
      """
    ) {
      """
        case one(Int?)
                 ^ error: Associated value must not be optional
        case one(Int?)
                 ^ note: A 'nil' value is indistinguishable from an absent case
                   fix-it: Replace 'Int?' with 'Int'
      """
    } fixed: {
      """
      @Table enum Kind {
        case one(Int)
      }
      """
    }
  }

  @Test func `requires a case`() {
    assertDiagnostics(
      """
      @Table enum Kind {
      }
      """
    ) {
      """
      @Table enum Kind {
                  ^ error: '@Table' requires at least one case to be defined on 'Kind'
      """
    }
  }

  @Test func `rejects ephemeral cases`() {
    assertDiagnostics(
      """
      @Table enum Kind {
        @Ephemeral case one(Int)
      }
      """
    ) {
      """
        @Ephemeral case one(Int)
        ^ error: Table case cannot be ephemeral
          fix-it: Remove '@Ephemeral'
      """
    } fixed: {
      """
      @Table enum Kind {
        case one(Int)
      }
      """
    }
  }

  @Test(arguments: ["primaryKey: true", "generated: .virtual", "lazyInitializable: true"])
  func `rejects arguments that columns of cases cannot have`(argument: String) {
    let label = argument.prefix { $0 != ":" }
    assertDiagnostics(
      """
      @Table enum Kind {
        @Column("one", \(argument)) case one(Int)
      }
      """
    ) {
      """
        @Column("one", \(argument)) case one(Int)
                       ^ error: Argument '\(label)' is not supported on enum table columns
                         fix-it: Remove '\(argument)'
      """
    } fixed: {
      """
      @Table enum Kind {
        @Column("one") case one(Int)
      }
      """
    }
  }
}
