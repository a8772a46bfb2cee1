import DatabaseTypes

/// The columns of a statement's rows.
@safe
public final class PostgresColumns: Sendable {
  /// The names, in column order.
  public let names: [String]
  /// The types, in column order.
  public let types: [PostgresType]
  /// The type modifiers, such as the number of digits after the decimal point; −1 for none.
  package let modifiers: [Int32]
  /// Whether all types are supported, so that rows are sent in binary; a result has one format.
  public let areBinary: Bool
  /// The kinds at a stable address, for reading many rows; they are never modified.
  @usableFromInline nonisolated(unsafe) let kinds: UnsafePointer<PostgresType.Kind>

  init(_ columns: [(name: String, type: PostgresType, modifier: Int32)]) {
    modifiers = columns.map(\.modifier)
    names = columns.map(\.name)
    types = columns.map(\.type)
    areBinary = types.allSatisfy(\.isBinary)
    let kinds = UnsafeMutableBufferPointer<PostgresType.Kind>.allocate(
      capacity: max(1, types.count)
    )
    _ = unsafe kinds.initialize(fromContentsOf: types.isEmpty ? [.unknown] : types.map(\.kind))
    // A buffer of at least one element has an address.
    unsafe self.kinds = UnsafePointer(kinds.baseAddress.unsafelyUnwrapped)
  }

  deinit { unsafe kinds.deallocate() }

  /// The number of columns.
  public var count: Int { names.count }

  /// Returns the index of the first column with a name, or `nil`.
  ///
  /// If there is no exact match, case is ignored.
  public func index(ofColumn name: String) -> Int? {
    if let index = names.firstIndex(where: { hasSameBytes($0, name) }) { return index }
    let lowercase = name.lowercased()
    return names.firstIndex { $0.lowercased() == lowercase }
  }

  /// libpq's number of the rows' format.
  var format: Int32 { areBinary ? 1 : 0 }
}
