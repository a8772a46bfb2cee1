extension PostgresConnection {
  /// Runs a statement once for each list of values, in a pipeline.
  ///
  /// Within a transaction, up to 31 lists need no savepoint if all can be sent.
  ///
  /// - Returns: The total number of rows that were inserted, updated or deleted.
  /// - Throws: ``PostgresError`` for the first execution that fails; then nothing has changed.
  @discardableResult
  public func execute(_ sql: String, forEach lists: some Sequence<[PostgresValue]>) throws -> Int {
    let limit = 32
    var (few, rest) = ([[PostgresValue]](), lists.makeIterator())
    while few.count < limit, let values = rest.next() { few.append(values) }
    func sendAll(_ pipeline: inout PostgresPipeline) throws -> Int {
      for values in few { try pipeline.execute(sql, values) }
      while few.count == limit, let values = rest.next() { try pipeline.execute(sql, values) }
      try pipeline.catchUp()
      return pipeline.affectedRowCount
    }
    let isSentWhole = try few.count < limit && canOnlyFailOnServer(few, for: sql)
    return try isSentWhole ? pipelineInFrame(sendAll) : pipeline(sendAll)
  }

  /// Returns whether an error while lists are sent aborts the transaction around them, so that
  /// there is nothing to undo.
  private func canOnlyFailOnServer(_ lists: [[PostgresValue]], for sql: String) throws -> Bool {
    guard transactionStatus == .inTransaction, !lists.isEmpty else { return false }
    let statement = try prepare(sql)
    return lists.allSatisfy { canSend($0, for: statement) }
  }
}
