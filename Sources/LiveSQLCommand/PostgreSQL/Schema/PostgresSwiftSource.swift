import PostgreSQLDatabase

/// A generator of a `@Table` type for each table and view of a PostgreSQL database.
struct PostgresSwiftSource {
  let schema: PostgresSchema

  /// The source of one file.
  var text: String { swiftFile(of: types) }

  /// The generated types; a partition has none, since its rows are those of its table.
  private var types: [PostgresSwiftStruct] {
    let tables = schema.tables.filter { $0.partitionOf == nil }
    let names = SwiftName.distinct(
      tables.map(\.name),
      reserved: SwiftName.reservedTypes,
      suffix: "Row",
      make: SwiftName.type
    )
    return zip(tables, names).map { PostgresSwiftStruct(table: $0, name: $1, enums: schema.enums) }
  }
}
