import CSQLite
import DatabaseTypes

/// The destination for the result of a function call.
///
/// https://www.sqlite.org/c3ref/result_blob.html
@safe
struct FunctionResult {
  private let context: OpaquePointer?

  init(_ context: OpaquePointer?) { unsafe self.context = context }

  /// Sets the result to the value that a closure returns, or to the error that it throws.
  func set(_ body: () throws -> DatabaseValue) {
    do {
      set(try body())
    } catch {
      fail(error)
    }
  }

  func set(_ value: DatabaseValue) {
    switch value {
    case .null: unsafe sqlite3_result_null(context)
    case .integer(let integer): unsafe sqlite3_result_int64(context, integer)
    case .real(let real): unsafe sqlite3_result_double(context, real)
    case .text(let text): set(text)
    case .blob(let bytes): set(bytes)
    }
  }

  private func set(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
        unsafe livesql_result_text(
          context,
          characters.baseAddress ?? emptyText,
          UInt64(characters.count)
        )
      }
    }
  }

  private func set(_ bytes: [UInt8]) {
    unsafe bytes.withUnsafeBytes { buffer in
      // SQLite would take a null address as NULL.
      guard let start = buffer.baseAddress, buffer.count > 0 else {
        return unsafe sqlite3_result_zeroblob(context, 0)
      }
      unsafe livesql_result_blob(context, start, UInt64(buffer.count))
    }
  }

  /// Makes the statement fail.
  ///
  /// A `SQLiteError` keeps its code and message; for any other error, the message is what a
  /// `LocalizedError` says, or its description.
  func fail(_ error: any Error) {
    guard let error = error as? SQLiteError else { return fail(.error, error.statementMessage) }
    fail(error.code.isFailure ? error.code : .error, error.message)
  }

  private func fail(_ code: ResultCode, _ message: String) {
    // Set the code last, since setting the message sets the code to SQLITE_ERROR.
    unsafe sqlite3_result_error(context, message, -1)
    unsafe sqlite3_result_error_code(context, code.rawValue)
  }
}

extension ResultCode {
  /// Whether the code denotes a failure, so that a function can fail with it.
  var isFailure: Bool { ![.ok, .row, .done].contains(primary) && rawValue > 0 }
}
