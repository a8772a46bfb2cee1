import CSQLite
public import DatabaseTypes

/// The arguments of a call of an SQL function.
///
/// They are read in place and are valid only during the call. An index beyond the last argument
/// reads as NULL.
///
/// ```swift
/// let text = try arguments.decode(String.self, at: 0)
/// ```
///
/// https://www.sqlite.org/c3ref/value_blob.html
@safe
public struct FunctionArguments: ~Copyable {
  /// The number of arguments.
  public let count: Int
  private let values: UnsafeMutablePointer<OpaquePointer?>?

  init(_ count: Int32, _ values: UnsafeMutablePointer<OpaquePointer?>?) {
    self.count = unsafe values == nil ? 0 : Int(count)
    unsafe self.values = values
  }

  private borrowing func argument(at index: Int) -> SQLiteValue? {
    guard (0..<count).contains(index) else { return nil }
    return unsafe values?[index].map { unsafe SQLiteValue($0) }
  }
}

extension FunctionArguments: ColumnReader {
  /// Returns the storage class of an argument.
  public borrowing func storageClass(at index: Int) -> StorageClass {
    argument(at: index)?.storageClass ?? .null
  }

  /// Returns the integer of an argument, converted by SQLite if it has another storage class.
  public borrowing func integer(at index: Int) -> Int64 { argument(at: index)?.integer ?? 0 }

  /// Returns the floating-point number of an argument, converted by SQLite if necessary.
  public borrowing func real(at index: Int) -> Double { argument(at: index)?.real ?? 0 }

  /// Returns the text of an argument, or `nil` if it is not valid UTF-8.
  public borrowing func text(at index: Int) -> String? {
    guard let argument = argument(at: index) else { return "" }
    return argument.text
  }

  /// Calls a closure with the bytes of an argument that is text or a blob, without copying them.
  ///
  /// The bytes are valid only within the closure.
  public borrowing func withBytes<Result>(
    at index: Int,
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) rethrows -> Result {
    guard let argument = argument(at: index) else {
      return try unsafe body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
    return try unsafe argument.withBytes(body)
  }

  /// Decodes an argument.
  ///
  /// - Throws: ``ConversionFailure`` for a value of another type. An index beyond the last argument
  ///   reads as NULL.
  public borrowing func decode<Value: DatabaseValueConvertible>(
    _ type: Value.Type = Value.self,
    at index: Int
  ) throws(ConversionFailure) -> Value {
    try Value(column: index, of: self)
  }
}
