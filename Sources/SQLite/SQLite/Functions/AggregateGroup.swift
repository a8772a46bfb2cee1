import CSQLite
import DatabaseTypes

/// A factory for the groups of an aggregate function, retained by SQLite.
final class AggregateKind {
  let makeGroup: () -> AggregateGroup

  init(makeGroup: @escaping () -> AggregateGroup) { self.makeGroup = makeGroup }
}

/// A group of rows that an aggregate function processes.
///
/// SQLite's memory for the group holds one reference, from the first row until the group ends.
///
/// https://www.sqlite.org/c3ref/aggregate_context.html
class AggregateGroup {
  fileprivate init() {}

  func step(_ arguments: borrowing FunctionArguments) throws {}
  func inverse(_ arguments: borrowing FunctionArguments) throws {}
  func value() throws -> DatabaseValue { .null }
  func finalize() throws -> DatabaseValue { .null }
}

extension AggregateGroup {
  /// Creates a group that runs an instance of a type.
  static func aggregate<Function: AggregateFunction>(_ type: Function.Type) -> AggregateGroup {
    PlainGroup(Function())
  }

  /// Creates a group that runs a value.
  static func aggregate<Function: AggregateFunction>(_ function: Function) -> AggregateGroup {
    PlainGroup(function)
  }

  /// Creates a group that runs an instance of a window function type.
  static func window<Function: WindowFunction>(_ type: Function.Type) -> AggregateGroup {
    SlidingGroup(Function())
  }

  /// Returns the group that a call belongs to; the first call creates it.
  static func current(in context: OpaquePointer?) throws -> AggregateGroup {
    guard let slot = unsafe slot(in: context, byteCount: MemoryLayout<UInt>.size) else {
      throw SQLiteError(code: .outOfMemory, message: ResultCode.outOfMemory.name)
    }
    if let group = unsafe group(at: slot.pointee) { return group }
    let group = try unsafe start(in: context)
    unsafe slot.pointee = UInt(bitPattern: Unmanaged.passRetained(group).toOpaque())
    return group
  }

  /// Returns the group of a final call, and releases the reference in SQLite's memory.
  static func ended(in context: OpaquePointer?) throws -> AggregateGroup {
    // With a size of 0, SQLite allocates no memory if there was no row.
    guard let slot = unsafe slot(in: context, byteCount: 0),
      let group = unsafe group(at: slot.pointee)
    else { return try unsafe start(in: context) }
    unsafe slot.pointee = 0
    unsafe Unmanaged.passUnretained(group).release()
    return group
  }

  private static func slot(in context: OpaquePointer?, byteCount: Int) -> UnsafeMutablePointer<
    UInt
  >? {
    unsafe sqlite3_aggregate_context(context, Int32(byteCount))?
      .assumingMemoryBound(to: UInt.self)
  }

  private static func group(at address: UInt) -> AggregateGroup? {
    unsafe UnsafeRawPointer(bitPattern: address).map {
      unsafe Unmanaged<AggregateGroup>.fromOpaque($0).takeUnretainedValue()
    }
  }

  private static func start(in context: OpaquePointer?) throws -> AggregateGroup {
    guard let kind = unsafe sqlite3_user_data(context) else {
      throw SQLiteError(code: .internalError, message: "The aggregate function has no type.")
    }
    return unsafe Unmanaged<AggregateKind>.fromOpaque(kind).takeUnretainedValue().makeGroup()
  }
}

private class PlainGroup<Function: AggregateFunction>: AggregateGroup {
  var function: Function

  init(_ function: Function) { self.function = function }

  override func step(_ arguments: borrowing FunctionArguments) throws {
    try function.step(arguments)
  }

  override func finalize() throws -> DatabaseValue { try function.finalize() }
}

private final class SlidingGroup<Function: WindowFunction>: PlainGroup<Function> {
  override func inverse(_ arguments: borrowing FunctionArguments) throws {
    try function.inverse(arguments)
  }

  override func value() throws -> DatabaseValue { try function.value() }
}
