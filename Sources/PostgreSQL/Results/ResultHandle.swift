import CPostgreSQL

/// A result of libpq, cleared when its owner lets it go.
@safe @usableFromInline
struct ResultHandle: ~Copyable {
  @usableFromInline let pointer: OpaquePointer

  /// Takes a result over; `nil` for none.
  init?(_ pointer: OpaquePointer?) {
    guard let pointer = unsafe pointer else { return nil }
    unsafe self.pointer = pointer
  }

  deinit { unsafe livesql_PQclear(pointer) }

  /// What the server answered.
  enum Status: Int32 {
    case emptyQuery, command, tuples, copyOut, copyIn, badResponse, notice, error, copyBoth
    case singleTuple, pipelineSync, pipelineAborted
  }

  var status: Status { Status(rawValue: unsafe livesql_PQresultStatus(pointer)) ?? .badResponse }
  var rowCount: Int { Int(unsafe livesql_PQntuples(pointer)) }
  var columnCount: Int { Int(unsafe livesql_PQnfields(pointer)) }

  /// The number of rows that the command inserted, changed, deleted, copied or selected.
  var affectedRowCount: Int {
    unsafe livesql_PQcmdTuples(pointer).flatMap { unsafe Int(String(cString: $0)) } ?? 0
  }

  /// The name of a column.
  func columnName(at index: Int) -> String {
    unsafe livesql_PQfname(pointer, Int32(truncatingIfNeeded: index))
      .map { unsafe String(cString: $0) } ?? ""
  }

  /// The bytes of a value; `nil` for NULL.
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

  /// The text of a value of a result in text; `nil` for NULL.
  func text(row: Int, column: Int) -> String? {
    unsafe bytes(row: row, column: column).map { unsafe String(decoding: $0, as: UTF8.self) }
  }
}

extension ResultHandle {
  /// A field of an error or a notice; libpq calls them by a letter.
  func field(_ letter: Unicode.Scalar) -> String? {
    unsafe Self.field(letter, of: pointer)
  }

  static func field(_ letter: Unicode.Scalar, of result: OpaquePointer?) -> String? {
    unsafe livesql_PQresultErrorField(result, Int32(letter.value))
      .map { unsafe String(cString: $0) }
  }

  /// The error that the server reported.
  ///
  /// - Parameter sql: The statement, where there is one.
  func error(sql: String?) -> PostgresError {
    guard let state = field("C") else {
      let text = unsafe livesql_PQresultErrorMessage(pointer).map { unsafe String(cString: $0) }
      return .lost(text ?? "", sql: sql)
    }
    let code = SQLState(rawValue: state)
    let message = field("M") ?? ""
    var error = PostgresError(
      code: code,
      message: PostgresError.withoutValues(
        message,
        code: code,
        sql: sql
      ),
      sql: sql,
      hint: field("H") ?? PostgresError.hints[code]
    )
    error.serverMessage = message
    error.position = field("P").flatMap { Int($0) }.map { $0 - 1 }
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
  /// What libpq reports itself: nearly always, that the connection was lost.
  static func lost(_ text: String, sql: String? = nil) -> PostgresError {
    let message = text.split(separator: "\n").map(String.init).joined(separator: " ")
    return PostgresError(
      code: .connectionFailure,
      message: message.isEmpty ? "The connection to the server was lost." : message,
      sql: sql
    )
  }
}
