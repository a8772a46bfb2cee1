import DatabaseTypes

/// The schema of a database, read from its catalog.
///
/// See ``PostgresConnection/readSchema(of:)``.
public struct PostgresSchema: Sendable, Hashable {
  /// The tables and views, ordered by schema and name.
  public let tables: [PostgresTableInfo]
  /// The enumerations, ordered by schema and name.
  public let enums: [PostgresEnumInfo]

  /// Creates a schema from parts of another.
  package init(tables: [PostgresTableInfo], enums: [PostgresEnumInfo]) {
    (self.tables, self.enums) = (tables, enums)
  }

  /// Returns the table or view with a name, or `nil`.
  ///
  /// - Parameters:
  ///   - name: The name, without quotation marks.
  ///   - schema: The schema.
  public func table(_ name: String, schema: String = "public") -> PostgresTableInfo? {
    tables.first { hasSameBytes($0.name, name) && hasSameBytes($0.schema, schema) }
  }
}

/// A table or a view.
public struct PostgresTableInfo: Sendable, Hashable {
  /// The kind of a table or view.
  public enum Kind: String, Sendable, Hashable {
    /// An ordinary table.
    case table = "r"
    /// A table whose rows are in its partitions.
    case partitionedTable = "p"
    /// A view.
    case view = "v"
    /// A view whose rows are stored.
    case materializedView = "m"
    /// A table on another server.
    case foreignTable = "f"
  }

  /// The schema.
  public let schema: String
  /// The name.
  public let name: String
  /// The OID in the catalog.
  public let oid: UInt32
  /// The kind.
  public let kind: Kind
  /// The columns, in order.
  public internal(set) var columns: [PostgresColumnInfo] = []
  /// The primary key.
  public internal(set) var primaryKey: PostgresKeyInfo?
  /// The unique constraints, by name.
  public internal(set) var uniqueKeys: [PostgresKeyInfo] = []
  /// The foreign keys, by name.
  public internal(set) var foreignKeys: [PostgresForeignKeyInfo] = []
  /// The indexes, including those of constraints, by name.
  public internal(set) var indexes: [PostgresIndexInfo] = []
  /// The table of which it is a partition, if it is one.
  public let partitionOf: String?
  /// The schema of the table of which it is a partition, if it is one.
  public let partitionOfSchema: String?
  /// The query of a view.
  public let definition: String?

  /// Returns the column with a name, or `nil`.
  public func column(_ name: String) -> PostgresColumnInfo? {
    columns.first { hasSameBytes($0.name, name) }
  }
}

/// A column of a table or a view.
public struct PostgresColumnInfo: Sendable, Hashable {
  /// A rule for whether an identity column accepts values that a statement provides.
  public enum Identity: String, Sendable, Hashable {
    /// It accepts them only with `OVERRIDING SYSTEM VALUE`.
    case always = "a"
    /// It accepts them, and generates a value if none is provided.
    case byDefault = "d"
  }

  /// The name.
  public let name: String
  /// The type in SQL: `character varying(20)`, `bigint`, `mood[]`.
  public let type: String
  /// The OID of the type in the catalog.
  public let typeOID: UInt32
  /// Whether it may be NULL.
  public let isNullable: Bool
  /// The expression of the default, if there is one.
  public let defaultExpression: String?
  /// The expression of a generated column.
  public let generatedExpression: String?
  /// The kind of an identity column; `nil` for other columns.
  public let identity: Identity?
  /// The collation, if it is not the type's default.
  public let collation: String?
}

/// A primary key or a unique constraint.
public struct PostgresKeyInfo: Sendable, Hashable {
  /// The name of the constraint.
  public let name: String
  /// The columns, in order.
  public let columns: [String]
}

/// A foreign key.
public struct PostgresForeignKeyInfo: Sendable, Hashable {
  /// The effect on a row when the row that it refers to is deleted or gets another key.
  public enum Action: String, Sendable, Hashable {
    /// The change is an error, unless the foreign key is satisfied at the end.
    case noAction = "a"
    /// The change is an error immediately.
    case restrict = "r"
    /// The row is deleted too, or its columns follow the key.
    case cascade = "c"
    /// The columns become NULL.
    case setNull = "n"
    /// The columns become their defaults.
    case setDefault = "d"
  }

  /// The name of the constraint.
  public let name: String
  /// The columns, in order.
  public let columns: [String]
  /// The schema of the referenced table.
  public let destinationSchema: String
  /// The referenced table.
  public let destinationTable: String
  /// The referenced columns, in the order of ``columns``.
  public let destinationColumns: [String]
  /// The action when the referenced row is deleted.
  public let onDelete: Action
  /// The action when the referenced key changes.
  public let onUpdate: Action
}

/// An index.
public struct PostgresIndexInfo: Sendable, Hashable {
  /// The name.
  public let name: String
  /// The access method, such as `btree` or `gin`.
  public let method: String
  /// Whether no two rows have the same values.
  public let isUnique: Bool
  /// Whether it was built completely, so that it can be used.
  public let isValid: Bool
  /// The indexed columns or expressions, in order; names are quoted if needed.
  public let keys: [String]
  /// The columns that are only stored in it, by `INCLUDE`.
  public let includedColumns: [String]
  /// The condition of a partial index.
  public let condition: String?
}

/// An enumeration.
public struct PostgresEnumInfo: Sendable, Hashable {
  /// The schema.
  public let schema: String
  /// The name of the type.
  public let name: String
  /// The OID of the type in the catalog.
  public let oid: UInt32
  /// The values, in order.
  public let values: [String]
}
