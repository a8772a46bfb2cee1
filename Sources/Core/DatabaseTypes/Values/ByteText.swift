import Foundation

/// A text that is equal to another one only if their bytes are, as in SQL.
///
/// Swift considers canonically equivalent texts equal, such as two spellings of "é". So SQL, bound
/// values and names are never keys of a dictionary as they are.
package struct ByteText: Sendable {
  package let text: String

  package init(_ text: String) { self.text = text }

  /// Returns the text that all spellings of a name have in common that SQLite considers the same.
  ///
  /// It ignores the case of ASCII letters alone: "É" and "é" are two names.
  package static func foldingASCII(_ name: String) -> ByteText {
    guard name.utf8.contains(where: { (65...90).contains($0) }) else { return ByteText(name) }
    return foldingASCII(name.utf8)
  }

  /// Returns the same text of a name's bytes.
  package static func foldingASCII(_ name: some Sequence<UInt8>) -> ByteText {
    ByteText(String(decoding: name.map { foldedASCII($0) }, as: UTF8.self))
  }
}

extension ByteText: Hashable {
  package static func == (left: Self, right: Self) -> Bool { hasSameBytes(left.text, right.text) }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(text.utf8.count)
    let isDone: Void? = text.utf8.withContiguousStorageIfAvailable { bytes in
      hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
    }
    if isDone == nil { for byte in text.utf8 { hasher.combine(byte) } }
  }
}

/// Returns whether two texts have the same bytes.
package func hasSameBytes(_ left: String, _ right: String) -> Bool {
  let (left, right) = (left.utf8, right.utf8)
  guard left.count == right.count else { return false }
  let isSame = left.withContiguousStorageIfAvailable { left in
    right.withContiguousStorageIfAvailable { right in isSameMemory(left, right) }
  }
  return (isSame ?? nil) ?? left.elementsEqual(right)
}

/// Returns whether two texts are both missing or have the same bytes.
package func hasSameBytes(_ left: String?, _ right: String?) -> Bool {
  guard let left, let right else { return left == nil && right == nil }
  return hasSameBytes(left, right)
}

private func isSameMemory(
  _ left: UnsafeBufferPointer<UInt8>,
  _ right: UnsafeBufferPointer<UInt8>
) -> Bool {
  guard let left = left.baseAddress, let rightStart = right.baseAddress else { return true }
  return memcmp(left, rightStart, right.count) == 0
}
