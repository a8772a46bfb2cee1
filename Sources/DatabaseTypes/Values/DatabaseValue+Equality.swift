import Foundation

extension DatabaseValue {
  /// Returns whether both values have the same storage class and content.
  public static func == (left: DatabaseValue, right: DatabaseValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.integer(let left), .integer(let right)): left == right
    // In Swift, NaN differs from itself. As a value it must equal itself, or it would always count
    // as changed.
    case (.real(let left), .real(let right)): left == right || left.bitPattern == right.bitPattern
    case (.text(let left), .text(let right)): hasSameBytes(left, right)
    case (.blob(let left), .blob(let right)): left == right
    default: false
    }
  }

  private static func hasSameBytes(_ left: String, _ right: String) -> Bool {
    let (left, right) = (left.utf8, right.utf8)
    guard left.count == right.count else { return false }
    let isSame = left.withContiguousStorageIfAvailable { left in
      right.withContiguousStorageIfAvailable { right in isSameMemory(left, right) }
    }
    return (isSame ?? nil) ?? left.elementsEqual(right)
  }

  private static func isSameMemory(
    _ left: UnsafeBufferPointer<UInt8>,
    _ right: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard let left = left.baseAddress, let rightStart = right.baseAddress else { return true }
    return memcmp(left, rightStart, right.count) == 0
  }
}
