/// What a database consists of, as its catalog tells.
///
/// See ``PostgreSQL/PostgresConnection/readSchema(of:)``.
public struct PostgresSchema: Sendable, Hashable {
  /// The tables and views, by schema and name.
  public let tables: [PostgresTableInfo]
  /// The enumerations, by schema and name.
  public let enums: [PostgresEnumInfo]

  /// Makes a schema of parts of another.
  package init(tables: [PostgresTableInfo], enums: [PostgresEnumInfo]) {
    (self.tables, self.enums) = (tables, enums)
  }

  /// The table or view of a name; `nil` where there is none.
  ///
  /// - Parameters:
  ///   - name: The name, as it is without quotation marks.
  ///   - schema: The schema.
  public func table(_ name: String, schema: String = "public") -> PostgresTableInfo? {
    tables.first { $0.name == name && $0.schema == schema }
  }
}

/// A table or a view.
public struct PostgresTableInfo: Sendable, Hashable {
  /// What has columns.
  public enum Kind: String, Sendable, Hashable {
    /// A table.
    case table = "r"
    /// A table whose rows are in its partitions.
    case partitionedTable = "p"
    /// A view.
    case view = "v"
    /// A view whose rows are kept.
    case materializedView = "m"
    /// A table of another server.
    case foreignTable = "f"
  }

  /// The schema.
  public let schema: String
  /// The name.
  public let name: String
  /// The catalog's number of it.
  public let oid: UInt32
  /// What it is.
  public let kind: Kind
  /// The columns, in their order.
  public internal(set) var columns: [PostgresColumnInfo] = []
  /// The primary key.
  public internal(set) var primaryKey: PostgresKeyInfo?
  /// The unique constraints, by name.
  public internal(set) var uniqueKeys: [PostgresKeyInfo] = []
  /// The foreign keys, by name.
  public internal(set) var foreignKeys: [PostgresForeignKeyInfo] = []
  /// The indexes, those of constraints too, by name.
  public internal(set) var indexes: [PostgresIndexInfo] = []
  /// The table of which it is a partition.
  public let partitionOf: String?
  /// The query of a view.
  public let definition: String?

  /// The column of a name; `nil` where there is none.
  public func column(_ name: String) -> PostgresColumnInfo? { columns.first { $0.name == name } }
}

/// A column of a table or a view.
public struct PostgresColumnInfo: Sendable, Hashable {
  /// Whether an identity column takes values that a statement gives.
  public enum Identity: String, Sendable, Hashable {
    /// Only with `OVERRIDING SYSTEM VALUE`.
    case always = "a"
    /// Yes; it makes one where none is given.
    case byDefault = "d"
  }

  /// The name.
  public let name: String
  /// The type, as SQL has it: `character varying(20)`, `bigint`, `mood[]`.
  public let type: String
  /// The catalog's number of the type.
  public let typeOID: UInt32
  /// Whether it may be NULL.
  public let isNullable: Bool
  /// The expression of its default.
  public let defaultExpression: String?
  /// The expression that makes its value always.
  public let generatedExpression: String?
  /// Whether the server numbers the rows by it.
  public let identity: Identity?
  /// The collation, where it is not the type's own.
  public let collation: String?
}

/// A primary key or a unique constraint.
public struct PostgresKeyInfo: Sendable, Hashable {
  /// The name of the constraint.
  public let name: String
  /// The columns, in their order.
  public let columns: [String]
}

/// A foreign key.
public struct PostgresForeignKeyInfo: Sendable, Hashable {
  /// What becomes of a row when the one that it refers to is deleted or gets another key.
  public enum Action: String, Sendable, Hashable {
    /// The change is an error, unless the foreign key holds again in the end.
    case noAction = "a"
    /// The change is an error at once.
    case restrict = "r"
    /// The row is deleted too, or follows the key.
    case cascade = "c"
    /// The columns become NULL.
    case setNull = "n"
    /// The columns get their defaults.
    case setDefault = "d"
  }

  /// The name of the constraint.
  public let name: String
  /// The columns, in their order.
  public let columns: [String]
  /// The schema of the table that is referred to.
  public let destinationSchema: String
  /// The table that is referred to.
  public let destinationTable: String
  /// The columns that are referred to, in the order of ``columns``.
  public let destinationColumns: [String]
  /// What a deletion does.
  public let onDelete: Action
  /// What another key does.
  public let onUpdate: Action
}

/// An index.
public struct PostgresIndexInfo: Sendable, Hashable {
  /// The name.
  public let name: String
  /// How it is built, such as `btree` or `gin`.
  public let method: String
  /// Whether no two rows have the same values.
  public let isUnique: Bool
  /// Whether it was built to its end, and can be used.
  public let isValid: Bool
  /// What is indexed, in its order: names of columns, quoted where they need it, or expressions.
  public let keys: [String]
  /// The columns that are only kept in it.
  public let includedColumns: [String]
  /// The condition of a partial index.
  public let condition: String?
}

/// An enumeration.
public struct PostgresEnumInfo: Sendable, Hashable {
  /// The schema.
  public let schema: String
  /// The name.
  public let name: String
  /// The values, in their order.
  public let values: [String]
}
