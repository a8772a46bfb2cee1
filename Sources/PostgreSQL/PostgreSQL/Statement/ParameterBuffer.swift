/// The parameters of one execution, in the form that libpq expects.
///
/// Its memory is reused for the next execution.
@safe
final class ParameterBuffer {
  private var writer = ByteWriter()
  private var starts: [Int] = []
  private var lengths: [Int32] = []
  private var formats: [Int32] = []
  private var pointers: [UnsafePointer<CChar>?] = unsafe []

  /// Encodes values as the types that a statement expects.
  func fill(_ values: [PostgresValue], for statement: PostgresStatement) throws(PostgresError) {
    guard values.count == statement.parameterTypes.count else {
      throw PostgresError(
        code: .protocolViolation,
        message:
          "The statement has \(statement.parameterTypes.count) parameters, but \(values.count) values "
          + "were passed.",
        sql: statement.sql
      )
    }
    removeAll()
    for index in values.indices {
      do throws(EncodingFailure) {
        try append(values[index], as: statement.parameterTypes[index])
      } catch {
        throw error.error(
          values[index],
          as: statement.parameterTypes[index],
          place: "Parameter $\(index + 1)",
          sql: statement.sql
        )
      }
    }
  }

  /// The total number of bytes.
  var byteCount: Int { writer.bytes.count }

  private func removeAll() {
    writer.bytes.removeAll(keepingCapacity: true)
    starts.removeAll(keepingCapacity: true)
    lengths.removeAll(keepingCapacity: true)
    formats.removeAll(keepingCapacity: true)
    // The memory for a single large value is not kept forever.
    if writer.bytes.capacity > 1 << 20 { writer.bytes = [] }
  }

  private func append(_ value: PostgresValue, as type: PostgresType) throws(EncodingFailure) {
    let start = writer.bytes.count
    if value.isNull {
      starts.append(-1)
      lengths.append(0)
      formats.append(1)
      return
    }
    let format = try value.encode(as: type, into: &writer)
    starts.append(start)
    lengths.append(Int32(clamping: writer.bytes.count - start))
    formats.append(format.rawValue)
    // libpq ends a text at NUL.
    writer.bytes.append(0)
  }

  /// Calls a closure with the number of parameters, and the address, length and format of each.
  func withPointers<Result>(
    _ body: (
      Int32, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
    ) -> Result
  ) -> Result {
    unsafe writer.bytes.withUnsafeBytes { bytes in
      unsafe pointers.removeAll(keepingCapacity: true)
      for start in starts {
        let address = unsafe start < 0 ? nil : bytes.baseAddress.map { unsafe $0 + start }
        unsafe pointers.append(address?.assumingMemoryBound(to: CChar.self))
      }
      return unsafe body(Int32(clamping: starts.count), pointers, lengths, formats)
    }
  }
}
