/// The columns of a statement's rows.
@safe
public final class PostgresColumns: Sendable {
  /// The names, in their order.
  public let names: [String]
  /// The types, in their order.
  public let types: [PostgresType]
  /// Whether all types are known, so that rows come in binary: a result has one format.
  public let areBinary: Bool
  /// The kinds, at an address that stays, for who reads many rows; nobody writes them.
  @usableFromInline nonisolated(unsafe) let kinds: UnsafePointer<PostgresType.Kind>

  init(_ columns: [(name: String, type: PostgresType)]) {
    names = columns.map(\.name)
    types = columns.map(\.type)
    areBinary = types.allSatisfy(\.isBinary)
    let kinds = UnsafeMutableBufferPointer<PostgresType.Kind>.allocate(
      capacity: max(1, types.count)
    )
    _ = unsafe kinds.initialize(fromContentsOf: types.isEmpty ? [.unknown] : types.map(\.kind))
    // A buffer of one or more has an address.
    unsafe self.kinds = UnsafePointer(kinds.baseAddress.unsafelyUnwrapped)
  }

  deinit { unsafe kinds.deallocate() }

  /// The number of columns.
  public var count: Int { names.count }

  /// The index of the first column of a name, whatever the case of its letters; `nil` where there is none.
  public func index(ofColumn name: String) -> Int? {
    names.firstIndex(of: name) ?? names.firstIndex { $0.lowercased() == name.lowercased() }
  }

  /// libpq's number of the format.
  var format: Int32 { areBinary ? 1 : 0 }
}
