extension Row: ExpressibleByDictionaryLiteral {
  /// Creates a row from names and values: `["id": 1, "name": "Ana", "note": nil]`.
  ///
  /// The columns keep the order of the literal, and names may occur more than once. Decoding a
  /// value that cannot be stored, such as an integer beyond 64 bits, throws a ``DecodingFailure``.
  public init(dictionaryLiteral columns: (String, (any DatabaseValueConvertible)?)...) {
    var failures: [Int: ConversionFailure] = [:]
    var values: [DatabaseValue] = []
    for (index, column) in columns.enumerated() {
      do { values.append(try column.1?.checkedDatabaseValue ?? .null) } catch {
        values.append(.null)
        failures[index] = ConversionFailure(unstorable: column.1, error)
      }
    }
    self.init(
      layout: RowLayout(columnNames: columns.map(\.0), failures: failures),
      values: values
    )
  }

  /// Creates a row without columns.
  public init() { self.init(layout: RowLayout(columnNames: []), values: []) }
}

extension ConversionFailure {
  fileprivate init(unstorable value: (any DatabaseValueConvertible)?, _ error: any Error) {
    self =
      error as? ConversionFailure
      ?? ConversionFailure(
        expectedType: value.map { "\(type(of: $0))" } ?? "a value",
        found: nil,
        reason: "its conversion failed"
      )
  }
}
