import DatabaseTypes
import SQLiteDatabase
import TypedSQL

extension StatementArguments {
  /// Creates arguments from the values of a query.
  init(_ bindings: [QueryBinding]) {
    self.init()
    for binding in bindings { append(storing: binding) }
  }

  private mutating func append(storing binding: QueryBinding) {
    append(Stored(binding))
  }

  /// A binding as an argument.
  private struct Stored: DatabaseValueConvertible {
    let binding: QueryBinding

    init(_ binding: QueryBinding) { self.binding = binding }
    init(databaseValue: DatabaseValue) throws(ConversionFailure) {
      throw .mismatch(QueryBinding.self, found: databaseValue.storageClass)
    }
    var databaseValue: DatabaseValue { get throws { try binding.databaseValue() } }
  }
}
