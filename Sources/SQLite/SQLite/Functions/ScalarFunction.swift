import CSQLite
public import DatabaseTypes

extension Connection {
  /// Adds a function that computes one value from its arguments.
  ///
  /// ```swift
  /// try connection.addFunction("reversed", argumentCount: 1, flags: .deterministic) { arguments in
  ///   .text(String(try arguments.decode(String.self, at: 0).reversed()))
  /// }
  /// // SELECT reversed(name) FROM items
  /// ```
  ///
  /// If the function throws a ``SQLiteError``, the statement fails with its code and message. For
  /// any other error, it fails with ``ResultCode/error`` and the `errorDescription` of a
  /// `LocalizedError`, or else the error's description.
  /// ``ResultCode/interrupt``, ``ResultCode/full``, ``ResultCode/ioError`` and
  /// ``ResultCode/outOfMemory`` also roll back the transaction of a statement that writes.
  /// - Parameters:
  ///   - name: The name, of at most 255 bytes. A function with the same name and number of
  ///     arguments is replaced.
  ///   - argumentCount: The number of arguments; `nil` for any number.
  ///   - flags: The properties that SQLite may rely on.
  ///   - body: Computes the result. It runs on the thread that steps the statement. A closure that
  ///     holds the connection strongly keeps it open.
  /// - Throws: ``ResultCode/misuse`` for a name or number that SQLite does not accept, or
  ///   ``ResultCode/busy`` if the function replaces another while a statement is running.
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
    // SQLite also calls the destructor if it refuses the function.
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

  /// Removes a function of any kind with a number of arguments.
  ///
  /// It does nothing if there is no such function.
  ///
  /// - Throws: ``ResultCode/busy`` if a statement is running.
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

  /// Checks a function's name, and returns its number of arguments as SQLite expects it.
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

/// The closure of a scalar function, retained by SQLite.
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

/// Releases an object that SQLite retained.
func release<Box: AnyObject>(_ type: Box.Type, at address: UnsafeMutableRawPointer?) {
  guard let address = unsafe address else { return }
  unsafe Unmanaged<Box>.fromOpaque(address).release()
}
