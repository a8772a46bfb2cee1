/// A renderer of declarations that let the compiler infer a property's type from its default value.
///
/// A macro sees no types. But a protocol's associated type is inferred from a witness, and can then
/// be named: for `var createdAt = Date()`, `_$ColumnWitness.createdAt` is `Date`. The closures are
/// never called.
struct WitnessRenderer {
  let columns: [ColumnModel]

  /// The protocol and its witness, or nothing if all types are written.
  var declarations: [Lines] {
    let columns = columns.filter(\.needsWitness)
    guard !columns.isEmpty else { return [] }
    return [types(columns), witness(columns)]
  }

  private func types(_ columns: [ColumnModel]) -> Lines {
    Lines("public nonisolated protocol _$ColumnTypes") {
      for column in columns {
        "associatedtype \(column.property)"
        "static var _\(column.plainProperty): @Sendable () -> \(column.property) { get }"
      }
    }
  }

  private func witness(_ columns: [ColumnModel]) -> Lines {
    Lines("public nonisolated enum _$ColumnWitness: _$ColumnTypes") {
      for column in columns {
        "public static let _\(column.plainProperty) = { @Sendable in \(column.defaultValue ?? "") }"
      }
    }
  }
}

extension ColumnModel {
  /// The property's name without backticks.
  var plainProperty: String { property.filter { $0 != "`" } }
}
