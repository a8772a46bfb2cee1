import DatabaseTypes
public import PostgreSQL

/// The tables whose changes a change source reports.
public struct PostgresReportedTables: Hashable, Sendable {
  /// A column whose values are reported with changed rows.
  struct ReportedColumn: Hashable, Sendable {
    var name: String
    var type: UInt32
    /// Whether its texts are equal only if their bytes are.
    var isEqualByBytes = false
    /// Whether its texts are ordered by their bytes.
    var isOrderedByBytes = false
  }

  /// A table whose changes are reported.
  public struct Table: Hashable, Sendable {
    /// A column, with the OID of its type.
    public struct Column: Hashable, Sendable {
      /// The name.
      public var name: String
      /// The OID of the type.
      public var type: UInt32

      /// Creates a column.
      public init(name: String, type: UInt32) { (self.name, self.type) = (name, type) }
    }

    /// The OID of the table.
    public var oid: UInt32
    /// The name on the server, with its exact case.
    public var exactName: PostgresTable
    /// Whether it is partitioned.
    public var isPartitioned = false
    /// The columns by which change sets identify rows, in order; empty if they cannot.
    ///
    /// The key of a row in a change set is `RowKey.rowID` for one column of a type of integers, and
    /// `RowKey.primaryKey` otherwise.
    public var keyColumns: [Column] = []
    /// The columns whose values are reported; empty if only keys are.
    var reportedColumns: [ReportedColumn] = []
    /// Further facts that must be equal for the table to count as unchanged.
    public var facts: [[String]] {
      get { exactFacts.map { $0.map(\.text) } }
      set { exactFacts = newValue.map { $0.map(ByteText.init) } }
    }
    /// They are compared byte by byte.
    private var exactFacts: [[ByteText]] = []
    /// The reason why live queries cannot read it, with what to do.
    public var problem: PostgresError?
    /// Whether the role may read the table, and so lock it; `false` if it may read only some
    /// columns, or not use the schema.
    public var isReadable = true

    /// Creates a table.
    public init(oid: UInt32, _ name: PostgresTable) { (self.oid, exactName) = (oid, name) }

    /// The name in the engine's form.
    var name: TableName { TableName(schema: exactName.schema ?? "public", exactName.name) }

    /// The key that identifies its rows.
    var key: RowKeyLayout? {
      RowKeyLayout(
        keyColumns.map { RowKeyLayout.Column(name: $0.name, type: $0.type) },
        identity: UInt8(ascii: "d")
      )
    }
  }

  /// The tables by name; several tables may have the same name to the engine.
  private(set) var tables: [TableName: [Table]] = [:]
  /// The SQL that makes a table's changes reported, with `…` for the table.
  ///
  /// It is `nil` if it is not known which tables are reported, so that any may change.
  private(set) var advice: String?
  /// Further facts that must be equal for the tables to count as unchanged.
  private(set) var facts: [String] = []
  /// Whether changes of unlogged and temporary tables can be reported too.
  private(set) var includesUnlogged = false

  /// Creates a description of the tables whose changes are reported.
  ///
  /// - Parameters:
  ///   - tables: The tables.
  ///   - advice: The SQL that makes another table's changes reported, with `…` for the table.
  ///   - facts: Further facts that must be equal for the tables to count as unchanged.
  ///   - includesUnlogged: Whether changes of unlogged tables can be reported too.
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

  /// The value for change sets that only say that something may have changed.
  public static let unknown = PostgresReportedTables()

  /// Returns the table with a name, if exactly one has it.
  func table(_ name: TableName) -> Table? {
    guard let found = tables[name], found.count == 1 else { return nil }
    return found[0]
  }

  /// All the tables.
  var all: [Table] { tables.values.flatMap(\.self) }
}
