import DatabaseTypes
public import PostgreSQL

/// The tables whose changes a change source tells.
public struct PostgresToldTables: Hashable, Sendable {
  /// A column whose value is told of rows as they are after a change.
  struct ToldColumn: Hashable, Sendable {
    var name: String
    var type: UInt32
    /// Whether its texts are equal where their bytes are.
    var isEqualByBytes = false
    /// Whether its texts are ordered by their bytes.
    var isOrderedByBytes = false
  }

  /// A table.
  public struct Table: Hashable, Sendable {
    /// A column, with its type's number.
    public struct Column: Hashable, Sendable {
      /// The name.
      public var name: String
      /// The number of its type.
      public var type: UInt32

      /// Makes a column.
      public init(name: String, type: UInt32) { (self.name, self.type) = (name, type) }
    }

    /// The table's number.
    public var oid: UInt32
    /// The name as the server has it, in the case of its letters.
    public var exactName: PostgresTable
    /// Whether it consists of partitions.
    public var isPartitioned = false
    /// The columns by which change sets call its rows, in their order; none where they cannot tell them apart.
    public var keyColumns: [Column] = []
    /// The columns whose values are told; none where the keys of rows are told alone.
    var toldColumns: [ToldColumn] = []
    /// Whatever else says that it is still the same table.
    public var facts: [[String]] = []
    /// Why live queries cannot read it, with what to do.
    public var problem: PostgresError?
    /// Whether the role may read, and so lock it; of one of which it may read some columns alone, it may not.
    public var isReadable = true

    /// Makes a table.
    public init(oid: UInt32, _ name: PostgresTable) { (self.oid, exactName) = (oid, name) }

    /// The name as live queries have it.
    var name: TableName { TableName(schema: exactName.schema ?? "public", exactName.name) }

    /// What tells its rows apart.
    var key: RowKeyLayout? {
      RowKeyLayout(
        keyColumns.map { RowKeyLayout.Column(name: $0.name, type: $0.type) },
        identity: UInt8(ascii: "d")
      )
    }
  }

  /// The tables, by their names; those that one name means to the engine are several.
  private(set) var tables: [TableName: [Table]] = [:]
  /// The SQL that has a table told, with `…` for the table; `nil` where it is not known which tables are told, so that any of them
  /// may change.
  private(set) var advice: String?
  /// Whatever else says that all is as it was.
  private(set) var facts: [String] = []
  /// Whether unlogged and temporary tables can be told, too.
  private(set) var includesUnlogged = false

  /// Names tables whose changes are told.
  ///
  /// - Parameters:
  ///   - tables: The tables.
  ///   - advice: The SQL that has another table told, with `…` for the table.
  ///   - facts: Whatever else says that all is as it was.
  ///   - includesUnlogged: Whether changes of unlogged tables can be told, too.
  public init(
    _ tables: some Sequence<Table>,
    advice: String,
    facts: [String] = [],
    includesUnlogged: Bool = false
  ) {
    for table in tables.sorted(by: { $0.oid < $1.oid }) {
      self.tables[table.name, default: []].append(table)
    }
    (self.advice, self.facts, self.includesUnlogged) = (advice, facts, includesUnlogged)
  }

  private init() {}

  /// Change sets say no more than that something may have changed.
  public static let unknown = PostgresToldTables()

  /// The one table of a name whose changes are told.
  func table(_ name: TableName) -> Table? {
    guard let found = tables[name], found.count == 1 else { return nil }
    return found[0]
  }

  /// All of them.
  var all: [Table] { tables.values.flatMap(\.self) }
}
