extension Row: ExpressibleByDictionaryLiteral {
  /// A row of names and values: `["id": 1, "name": "Ana", "note": nil]`.
  ///
  /// The columns stand in the order of the literal, and may have one name. A value that cannot be stored, as an integer
  /// beyond 64 bits, throws a ``DecodingFailure`` when it is decoded.
  public init(dictionaryLiteral columns: (String, (any DatabaseValueConvertible)?)...) {
    var failures: [Int: ConversionFailure] = [:]
    var values: [DatabaseValue] = []
    for (index, column) in columns.enumerated() {
      do { values.append(try column.1?.databaseValue ?? .null) } catch {
        values.append(.null)
        failures[index] = ConversionFailure(unstorable: column.1, error)
      }
    }
    self.init(
      layout: RowLayout(columnNames: columns.map(\.0), failures: failures),
      values: values
    )
  }

  /// A row without columns.
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
