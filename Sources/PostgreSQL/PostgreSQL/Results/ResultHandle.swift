import CPostgreSQL

/// A result of libpq, which is cleared when its owner releases it.
@safe @usableFromInline
struct ResultHandle: ~Copyable {
  @usableFromInline let pointer: OpaquePointer

  /// Takes ownership of a result; `nil` for a null pointer.
  init?(_ pointer: OpaquePointer?) {
    guard let pointer = unsafe pointer else { return nil }
    unsafe self.pointer = pointer
  }

  deinit { unsafe livesql_PQclear(pointer) }

  /// The kind of the server's response, with libpq's numbers.
  enum Status: Int32 {
    case emptyQuery, command, tuples, copyOut, copyIn, badResponse, notice, error, copyBoth
    case singleTuple, pipelineSync, pipelineAborted
  }

  var status: Status { Status(rawValue: unsafe livesql_PQresultStatus(pointer)) ?? .badResponse }
  var rowCount: Int { Int(unsafe livesql_PQntuples(pointer)) }
  var columnCount: Int { Int(unsafe livesql_PQnfields(pointer)) }

  /// The number of rows that the command inserted, updated, deleted, copied or selected.
  var affectedRowCount: Int {
    unsafe livesql_PQcmdTuples(pointer).flatMap { unsafe Int(String(cString: $0)) } ?? 0
  }

  /// Returns the name of a column.
  func columnName(at index: Int) -> String {
    unsafe livesql_PQfname(pointer, Int32(truncatingIfNeeded: index))
      .map { unsafe String(cString: $0) } ?? ""
  }

  /// Returns the bytes of a value; `nil` for NULL.
  ///
  /// They are valid as long as the result.
  func bytes(row: Int, column: Int) -> UnsafeRawBufferPointer? {
    let (row, column) = (Int32(truncatingIfNeeded: row), Int32(truncatingIfNeeded: column))
    guard unsafe livesql_PQgetisnull(pointer, row, column) == 0,
      let start = unsafe livesql_PQgetvalue(pointer, row, column)
    else { return nil }
    let count = Int(unsafe livesql_PQgetlength(pointer, row, column))
    return unsafe UnsafeRawBufferPointer(start: start, count: max(0, count))
  }

  /// Returns a value of a result in text format; `nil` for NULL.
  func text(row: Int, column: Int) -> String? {
    unsafe bytes(row: row, column: column).map { unsafe String(decoding: $0, as: UTF8.self) }
  }
}

extension ResultHandle {
  /// Returns a field of an error or notice, which libpq identifies by a letter.
  func field(_ letter: Unicode.Scalar) -> String? {
    unsafe Self.field(letter, of: pointer)
  }

  static func field(_ letter: Unicode.Scalar, of result: OpaquePointer?) -> String? {
    unsafe livesql_PQresultErrorField(result, Int32(letter.value))
      .map { unsafe String(cString: $0) }
  }

  /// Returns the error that the server reported.
  ///
  /// - Parameters:
  ///   - sql: The statement, if there is one.
  ///   - bindsValues: Whether values may be bound to it or follow it.
  func error(sql: String?, bindsValues: Bool = true) -> PostgresError {
    guard let state = field("C") else {
      let text = unsafe livesql_PQresultErrorMessage(pointer).map { unsafe String(cString: $0) }
      return .lost(text ?? "", sql: sql)
    }
    let code = SQLState(rawValue: state)
    let message = field("M") ?? ""
    let position = field("P").flatMap { Int($0) }.map { max($0, 1) - 1 }
    let bindsValues = bindsValues && PostgresError.mayHaveValues(sql)
    func shown(_ text: String, _ field: FieldsWithValues) -> String {
      PostgresError.withoutValues(
        text,
        in: field,
        code: code,
        sql: sql,
        position: position,
        bindsValues: bindsValues
      )
    }
    let isRaised =
      bindsValues
      && PostgresError.isRaised(
        code,
        routine: field("R"),
        hasContext: field("W")?.isEmpty == false
      )
    var error = PostgresError(
      code: code,
      message: isRaised ? PostgresError.raised : shown(message, .message),
      sql: sql,
      hint: (isRaised ? nil : field("H")).map { shown($0, .hint) } ?? PostgresError.hints[code]
    )
    error.serverMessage = message
    error.position = position
    error.detail = field("D")
    error.schema = field("s")
    error.table = field("t")
    error.column = field("c")
    error.constraint = field("n")
    error.routine = field("R")
    return error
  }
}

extension PostgresError {
  /// Returns an error that libpq itself reports: nearly always, the connection was lost.
  static func lost(_ text: String, sql: String? = nil) -> PostgresError {
    let message = text.split(whereSeparator: \.isNewline).map(String.init).joined(separator: " ")
    return PostgresError(
      code: .connectionFailure,
      message: message.isEmpty ? "The connection to the server was lost." : message,
      sql: sql
    )
  }
}
