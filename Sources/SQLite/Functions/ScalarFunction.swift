import CSQLite
public import DatabaseTypes

extension Connection {
  /// Adds a function to SQL that makes one value of its arguments.
  ///
  /// ```swift
  /// try connection.addFunction("reversed", argumentCount: 1, flags: .deterministic) { arguments in
  ///   .text(String(try arguments.decode(String.self, at: 0).reversed()))
  /// }
  /// // SELECT reversed(name) FROM items
  /// ```
  ///
  /// A ``SQLiteError`` that it throws makes the statement fail with that code and message; any other error makes
  /// it fail with ``ResultCode/error`` and the error's description. ``ResultCode/interrupt``,
  /// ``ResultCode/full``, ``ResultCode/ioError`` and ``ResultCode/outOfMemory`` also roll back the transaction of
  /// a statement that writes.
  ///
  /// - Parameters:
  ///   - name: Its name, of at most 255 bytes. A function of the same name and number of arguments is replaced.
  ///   - argumentCount: How many arguments it takes; `nil` for any number.
  ///   - flags: What SQLite may assume about it.
  ///   - body: What it does. It runs on the thread that steps the statement. A closure that holds the connection
  ///     keeps it open.
  /// - Throws: ``ResultCode/misuse`` for a name or number that SQLite cannot take; ``ResultCode/busy`` where it
  ///   replaces another while a statement runs.
  ///
  /// https://www.sqlite.org/c3ref/create_function.html
  public func addFunction(
    _ name: String,
    argumentCount: Int? = nil,
    flags: FunctionFlags = [],
    body: @escaping (_ arguments: borrowing FunctionArguments) throws -> DatabaseValue
  ) throws(SQLiteError) {
    let handle = try unsafe handle()
    let arity = try checkFunction(name, argumentCount)
    // SQLite calls the destructor also where it refuses the function.
    let box = unsafe Unmanaged.passRetained(ScalarFunction(body)).toOpaque()
    let code = unsafe sqlite3_create_function_v2(
      handle,
      name,
      arity,
      SQLITE_UTF8 | flags.rawValue,
      box,
      scalarCallback,
      nil,
      nil,
      { unsafe release(ScalarFunction.self, at: $0) }
    )
    try unsafe check(code, of: handle)
  }

  /// Removes a function that was added with the same number of arguments, whatever its kind.
  ///
  /// Nothing happens where there is none.
  ///
  /// - Throws: ``ResultCode/busy`` while a statement runs.
  public func removeFunction(_ name: String, argumentCount: Int? = nil) throws(SQLiteError) {
    let handle = try unsafe handle()
    let arity = try checkFunction(name, argumentCount)
    let code = unsafe sqlite3_create_function_v2(
      handle,
      name,
      arity,
      SQLITE_UTF8,
      nil,
      nil,
      nil,
      nil,
      nil
    )
    try unsafe check(code, of: handle)
  }

  /// SQLite's number for a number of arguments.
  func checkFunction(_ name: String, _ argumentCount: Int?) throws(SQLiteError) -> Int32 {
    try checkRegisteredName(name, of: "a function")
    guard let argumentCount else { return -1 }
    guard let arity = Int32(exactly: argumentCount), (0...127).contains(arity) else {
      throw .misuse(
        "The function \(name) takes \(argumentCount) arguments; SQLite allows 0 to 127."
      )
    }
    return arity
  }
}

/// A closure that SQLite holds.
private final class ScalarFunction {
  let body: (borrowing FunctionArguments) throws -> DatabaseValue

  init(_ body: @escaping (borrowing FunctionArguments) throws -> DatabaseValue) {
    self.body = body
  }
}

private let scalarCallback:
  @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void = {
    context,
    count,
    values in
    let result = unsafe FunctionResult(context)
    guard let box = unsafe sqlite3_user_data(context) else { return }
    let function = unsafe Unmanaged<ScalarFunction>.fromOpaque(box).takeUnretainedValue()
    result.set { try function.body(unsafe FunctionArguments(count, values)) }
  }

/// Lets go of what SQLite held.
func release<Box: AnyObject>(_ type: Box.Type, at address: UnsafeMutableRawPointer?) {
  guard let address = unsafe address else { return }
  unsafe Unmanaged<Box>.fromOpaque(address).release()
}
