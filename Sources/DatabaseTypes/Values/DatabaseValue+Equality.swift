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
}
