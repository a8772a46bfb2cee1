/// Everything that the expansion of `@Table` or `@Selection` depends on.
struct TableModel: Equatable {
  /// The macro that is expanded.
  enum Role: String {
    case table = "Table"
    case selection = "Selection"
  }

  enum Content: Equatable {
    case columns([ColumnModel])
    case cases([CaseModel])
  }

  var role: Role
  /// The name of the type, as code inside it uses it.
  var name: String
  /// The table's name: the source text of a string literal.
  var tableName: String
  /// The schema's name: the source text of a string literal.
  var schemaName: String?
  var content: Content
  /// Whether the type is public, so that its members may only expose public types.
  var isPublic = false
  /// Whether the type is generic, or inside a generic type, which cannot store static properties.
  var isGeneric = false
  /// Whether the type is inside another one, whose types an extension does not see.
  var isNested = false
  /// Whether the other of `@Table` and `@Selection` is also applied.
  var isSelectionToo = false
  /// Whether the type gets coding keys named after its columns.
  var writesCodingKeys = false
  /// The `@available` attributes of the type, one per line.
  var availability: [String] = []

  var columns: [ColumnModel] {
    guard case .columns(let columns) = content else { return [] }
    return columns
  }

  var primaryKey: ColumnModel? { columns.first(where: \.isPrimaryKey) }

  /// The protocols to conform to, without their module.
  var conformances: [String] {
    var names = isSelection ? ["Table", "_Selection"] : ["Table"]
    if primaryKey != nil { names.append("PrimaryKeyedTable") }
    return names + ["PartialSelectStatement"]
  }

  private var isSelection: Bool { role == .selection || isSelectionToo }
}

extension TableModel {
  /// Whether there are values that the database can provide, and so a type that may lack them.
  var hasDraft: Bool {
    role == .table && columns.contains { $0.isPrimaryKey || $0.isLazilyInitializable }
  }

  /// The draft's columns: those that can be written, with those that the database may provide as
  /// optionals.
  var draftColumns: [ColumnModel] {
    columns.filter { !$0.isGenerated }.map(\.drafted)
  }
}

extension ColumnModel {
  fileprivate var drafted: ColumnModel {
    var column = self
    guard isPrimaryKey || isLazilyInitializable else { return column }
    if type?.isOptional != true {
      column.type = propertyType.optional
      column.representation = representation?.optional
    }
    column.defaultValue = "nil"
    if isPrimaryKey { column.isConstant = false }
    column.isPrimaryKey = false
    return column
  }
}
