import LiveSQLPostgres
import PostgreSQLDatabase

/// A generator of a `@Table` type for each table and view of a PostgreSQL database.
struct PostgresSwiftSource {
  let schema: PostgresSchema
  /// The columns whose integers count fractions of a decimal number.
  var decimals: [DecimalColumn] = []

  /// The source of one file.
  var text: String { swiftFile(of: types) }

  /// The generated types; a partition has none, since its rows are those of its table.
  private var types: [PostgresSwiftStruct] {
    let tables = schema.tables.filter { $0.partitionOf == nil }
    let names = SwiftName.distinct(
      tables.map(\.name),
      reserved: SwiftName.reservedTypes.union(SwiftScale.names),
      suffix: "Row",
      make: SwiftName.type
    )
    return zip(tables, names).map { table, name in
      PostgresSwiftStruct(table: table, name: name, enums: schema.enums, decimals: decimals)
    }
  }

  /// - Throws: ``CommandFailure`` if a column of amounts does not exist, or does not hold integers.
  func checkDecimals() throws(CommandFailure) {
    try decimals.check { decimal in
      for table in schema.tables {
        let column = table.columns.first { decimal.isNamed($0.name, in: table.shownName) }
        guard let column else { continue }
        let holdsIntegers = ["smallint", "integer", "bigint"].contains(column.type)
        return holdsIntegers ? .integers : .declared(column.type)
      }
      return .missing
    }
  }
}
