import DatabaseTypes

/// A value that the user saw: whole, or the size and the hash of a large one.
enum SeenCell: Sendable, Hashable {
  case whole(WireCell)
  case digest(CellDigest)

  /// The size in bytes above which a conflict contains a value's hash instead of the value.
  static let longest = 1 << 20

  /// A value, or its hash if it is a text or a blob with more bytes than a limit.
  init(_ cell: WireCell, above limit: Int) {
    guard cell.size > limit, let digest = CellDigest(cell) else {
      self = .whole(cell)
      return
    }
    self = .digest(digest)
  }

  /// The JSON of the value.
  var json: String {
    switch self {
    case .whole(let cell): cell.json(isWhole: true)
    case .digest(let digest): digest.json
    }
  }

  /// Whether a value is the same, byte by byte and of the same type.
  func isSame(as cell: WireCell) -> Bool {
    switch self {
    case .whole(let whole): whole.isSame(as: cell)
    case .digest(let digest):
      cell.isText == digest.isText && cell.size == digest.count && CellDigest(cell) == digest
    }
  }
}

extension SeenCell: Decodable {
  init(from decoder: any Decoder) throws {
    if var container = try? decoder.unkeyedContainer(),
      (try? container.decode(String.self)) == CellDigest.letter
    {
      self = .digest(try CellDigest(&container))
    } else {
      self = .whole(try WireCell(from: decoder))
    }
  }
}

/// The type, size and hash of a text or a blob: `["h","b",12345,"9f86d081…"]`.
struct CellDigest: Sendable, Hashable {
  let isText: Bool
  /// The number of bytes; those of a text in UTF-8.
  let count: Int
  /// The SHA-256 hash of the bytes.
  let hash: [UInt8]

  fileprivate static let letter = "h"

  /// The digest of a value; `nil` for NULL and numbers.
  init?(_ cell: WireCell) {
    switch cell.value {
    case .text(let text): hash = SHA256.hash(text.utf8)
    case .blob(let bytes): hash = SHA256.hash(bytes)
    case .null, .integer, .real: return nil
    }
    (isText, count) = (cell.isText, cell.size)
  }

  /// Reads what follows the letter.
  fileprivate init(_ container: inout any UnkeyedDecodingContainer) throws {
    let type = try container.decode(String.self)
    count = try container.decode(Int.self)
    let hash = WireCell.bytes(hex: try container.decode(String.self))
    guard let hash, hash.count == SHA256.byteCount, ["t", "b"].contains(type), container.isAtEnd
    else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "It is not a hash.")
    }
    (self.hash, isText) = (hash, type == "t")
  }

  fileprivate var json: String {
    "[\"\(Self.letter)\",\"\(isText ? "t" : "b")\",\(count),\"\(WireCell.hex(hash))\"]"
  }
}

extension WireCell {
  /// Whether it is the same value; NaN is, although it is not equal to itself.
  func isSame(as other: WireCell) -> Bool {
    self == other || value.isNaN && other.value.isNaN
  }

  /// Whether it is a text, valid or not.
  var isText: Bool { if case .text = value { true } else { isInvalidText } }
}
