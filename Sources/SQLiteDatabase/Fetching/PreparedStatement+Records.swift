// For whoever decodes rows by names.

extension PreparedStatement {
  /// What a closure makes of each row.
  ///
  /// - Parameter element: Gets the statement, which stands on the row.
  package func allRows<Element>(
    _ element: (PreparedStatement) throws -> Element
  ) throws -> [Element] {
    try start()
    var all: [Element] = []
    do {
      while try step() { all.append(try element(self)) }
    } catch {
      // After an error of SQLite's the run has ended already.
      try? finish()
      throw error
    }
    return all
  }

  /// What a closure makes of the first row; what is left is discarded.
  ///
  /// - Parameter element: Gets the statement, which stands on the row.
  package func firstRow<Element>(
    _ element: (PreparedStatement) throws -> Element
  ) throws -> Element? {
    try start()
    do {
      guard try step() else { return nil }
      let first = try element(self)
      // A statement with RETURNING has to be stepped to its end.
      if isReadOnly { try finish() } else { while try step() {} }
      return first
    } catch {
      try? finish()
      throw error
    }
  }
}
