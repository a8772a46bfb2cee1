import DatabaseTypes

/// The values of the record that is being encoded.
///
/// Records of a type nearly always give values to the same keys in the same order. As long as a
/// record does so, its values are stored contiguously, and each key is only compared with the
/// expected one. A record that deviates from the order continues in a container.
final class RecordValues {
  let encoding: RecordEncoding
  /// The expected columns.
  @exclusivity(unchecked) private(set) var layout: ContainerLayout
  /// The fingerprints of the expected keys, as far as they are known.
  @exclusivity(unchecked) private var fingerprints: [KeyFingerprint] = []
  /// The types of keys; the index is the number of a type in fingerprints.
  private var keyTypes: [ObjectIdentifier] = []
  /// The storage of the values, as long as they are the expected ones.
  ///
  /// - Invariant: The first `count` are initialized, and the capacity is `limit`.
  @exclusivity(unchecked) private var storage = UnsafeMutablePointer<DatabaseValue>.allocate(
    capacity: 0
  )
  @exclusivity(unchecked) private var count = 0
  /// Whether there is an object to release: text, a blob or a container.
  @exclusivity(unchecked) private var hasObjects = false
  /// The number of expected values; zero once the record deviates.
  @exclusivity(unchecked) private var limit = 0
  /// The values of a record that deviates.
  @exclusivity(unchecked) private var container: PersistenceContainer?

  /// Creates values without expectations.
  init(_ encoding: RecordEncoding) {
    self.encoding = encoding
    layout = .empty
  }

  /// Continues with the values of a container.
  init(continuing container: PersistenceContainer) {
    encoding = container.encoding
    layout = .empty
    hasObjects = true
    self.container = container
  }

  deinit {
    storage.deinitialize(count: count)
    storage.deallocate()
  }
}

extension RecordValues {
  /// Prepares for a record with the expected columns.
  @inline(__always)
  func expect(_ layout: ContainerLayout) {
    if self.layout !== layout { reset(for: layout) }
  }

  @inline(never)
  private func reset(for layout: ContainerLayout) {
    removeAll()
    self.layout = layout
    limit = layout.columns.count
    fingerprints = [KeyFingerprint](repeating: .unknown, count: limit)
    storage.deallocate()
    storage = .allocate(capacity: limit)
  }

  /// Removes all values.
  @inline(__always)
  func removeAll() {
    if hasObjects { removeObjects() }
    count = 0
  }

  @inline(never)
  private func removeObjects() {
    storage.deinitialize(count: count)
    hasObjects = false
    count = 0
    limit = layout.columns.count
    container = nil
  }

  /// The values, if they are those of the expected columns.
  ///
  /// The buffer is valid until something is written.
  var expectedRow: UnsafeBufferPointer<DatabaseValue>? {
    count == limit && count > 0 ? UnsafeBufferPointer(start: storage, count: count) : nil
  }

  /// Removes and returns the values.
  func take() -> PersistenceContainer {
    moveToContainer()
    var taken = PersistenceContainer(encoding, expecting: .empty)
    if let container { taken = container }
    removeAll()
    return taken
  }

  /// Continues with the values of a container.
  func resume(with container: PersistenceContainer) {
    removeAll()
    limit = 0
    hasObjects = true
    self.container = container
  }

  /// Moves the values to a container, to continue there.
  @inline(never)
  private func moveToContainer() {
    guard container == nil else { return }
    let values = Array(UnsafeBufferPointer(start: storage, count: count))
    resume(with: PersistenceContainer(encoding, layout, values))
  }
}

extension RecordValues {
  /// Sets the value of a coding key.
  @inline(__always)
  func set(_ value: DatabaseValue, forKey key: some CodingKey, _ fingerprint: KeyFingerprint) {
    let next = count
    if next < limit, fingerprints[next] == fingerprint { return add(value) }
    setOther(value, forKey: key, fingerprint)
  }

  @inline(__always)
  private func add(_ value: DatabaseValue) {
    (storage + count).initialize(to: value)
    count &+= 1
    switch value {
    case .null, .integer, .real: break
    case .text, .blob: hasObjects = true
    }
  }

  @inline(never)
  private func setOther(
    _ value: DatabaseValue,
    forKey key: some CodingKey,
    _ fingerprint: KeyFingerprint
  ) {
    if count < limit, layout.keys[count] == key.stringValue {
      if fingerprint != .none { fingerprints[count] = fingerprint }
      return add(value)
    }
    moveToContainer()
    container?.set(value, forKey: key)
  }

  /// Sets the value of a column.
  @inline(__always)
  func set(_ value: DatabaseValue, forColumn column: String) {
    if count < limit, layout.columns[count] == column { return add(value) }
    moveToContainer()
    container?.set(value, forColumn: column)
  }

  /// Returns the column of a key; for the expected key, without applying the strategy.
  func column(of key: some CodingKey, _ fingerprint: KeyFingerprint) -> String {
    if count < limit, fingerprints[count] == fingerprint || layout.keys[count] == key.stringValue {
      return layout.columns[count]
    }
    return encoding.column(of: key)
  }

  /// Records that a value cannot be stored.
  @inline(never)
  func note(_ error: any Error, column: String) {
    moveToContainer()
    container?.note(error, column: column)
  }

  /// Records that the record does not consist of columns only.
  func rejectNesting() {
    note(RecordError.notKeyed(encoding.record.map { "\($0)" } ?? "The record"), column: "")
  }
}

/// A fingerprint that distinguishes the keys of a record without comparing their text.
///
/// It consists of the number of the key's type and of its only byte, since most keys are cases of
/// an enum.
struct KeyFingerprint: Equatable {
  private let bits: UInt32

  /// The fingerprint of keys that cannot be marked; it is never expected.
  static let none = KeyFingerprint(bits: .max)
  /// The fingerprint of a position whose key is unknown; no key has it.
  static let unknown = KeyFingerprint(bits: .max - 1)

  private init(bits: UInt32) { self.bits = bits }

  /// Creates the common part of the fingerprints of a type's keys.
  fileprivate init(keyType: Int) { bits = UInt32(truncatingIfNeeded: keyType) << 8 }

  /// Returns the fingerprint of a key.
  @inline(__always)
  func of<Key: CodingKey>(_ key: Key) -> KeyFingerprint {
    guard self != .none else { return self }
    return KeyFingerprint(bits: bits | UInt32(unsafeBitCast(key, to: UInt8.self)))
  }
}

extension RecordValues {
  /// Returns the common part of the fingerprints of a type's keys.
  func fingerprint<Key: CodingKey>(ofKeys type: Key.Type) -> KeyFingerprint {
    guard MemoryLayout<Key>.size == 1, _isPOD(type), keyTypes.count < 1 << 16 else { return .none }
    let id = ObjectIdentifier(type)
    if let known = keyTypes.firstIndex(of: id) { return KeyFingerprint(keyType: known) }
    keyTypes.append(id)
    return KeyFingerprint(keyType: keyTypes.count - 1)
  }
}
