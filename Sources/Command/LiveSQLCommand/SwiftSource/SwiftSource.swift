import DatabaseTypes
import LiveSQLPostgres
import SQLiteDatabase
import SQLiteTools

/// A generator of a `@Table` type for each table and view of a database.
///
/// The source compiles with any table and column names. What a type cannot express is written in
/// comments.
struct SwiftSource {
  /// A table, with the types of the values in columns without a declared type.
  struct Table {
    let description: TableDescription
    var samples: [String: SwiftType] = [:]
  }

  let tables: [Table]
  /// The columns whose integers count fractions of a decimal number.
  var decimals: [DecimalColumn] = []

  /// The source of one file.
  var text: String { swiftFile(of: types) }

  private var types: [SwiftStruct] {
    let names = SwiftName.distinct(
      tables.map(\.description.info.name.name),
      reserved: SwiftName.reservedTypes.union(SwiftScale.names),
      suffix: "Row",
      make: SwiftName.type
    )
    return zip(tables, names).map { table, name in
      SwiftStruct(
        table: table.description,
        name: name,
        samples: table.samples,
        decimals: decimals
      )
    }
  }
}
