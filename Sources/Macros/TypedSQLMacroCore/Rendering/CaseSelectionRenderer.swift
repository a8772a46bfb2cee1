/// A renderer of an enum's `Selection`.
///
/// It has a function for each case, which leaves the columns of all others NULL.
struct CaseSelectionRenderer {
  private static let expression = "TypedSQL.QueryExpression"

  let typeName: String
  let cases: [CaseModel]

  var lines: Lines {
    Lines("public nonisolated struct Selection: TypedSQL.TableExpression") {
      "public typealias QueryValue = \(typeName)"
      "public let allColumns: [any \(Self.expression)]"
      for column in cases { function(of: column) }
      initializer
    }
  }

  private func function(of column: CaseModel) -> Lines {
    Lines("public static func \(column.identifier)(\(parameter(of: column))) -> Self") {
      "Self(\(column.argumentLabel): value)"
    }
  }

  private func parameter(of column: CaseModel) -> String {
    let type = column.queryType.text
    let parameter = "\(column.label ?? "_") value: some \(Self.expression)<\(type)>"
    guard let value = column.defaultValue else { return parameter }
    return parameter + " = \(type)(queryOutput: \(value))"
  }

  private var initializer: Lines {
    let parameters = cases.map { "\($0.identifier): (any \(Self.expression))? = nil" }
    return Lines {
      "private init("
      Lines(parameters).separatedByCommas.indented
      Lines(")") {
        "var allColumns: [any \(Self.expression)] = []"
        for column in cases {
          let null = "\(column.queryType.optional.text)(queryOutput: nil)"
          "allColumns.append(contentsOf: (\(column.identifier) ?? \(null))._allColumns)"
        }
        "self.allColumns = allColumns"
      }
    }
  }
}

extension CaseModel {
  /// The case's name as a label, which needs backticks only if it is not a word.
  fileprivate var argumentLabel: String {
    let plain = identifier.filter { $0 != "`" }
    let isWord = plain.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" }
    return isWord ? plain : identifier
  }
}
