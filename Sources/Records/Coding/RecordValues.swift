import DatabaseTypes

/// The values of the record that is encoded.
///
/// Records of a type nearly always give values to the same keys in the same order. As long as one does, its values lie
/// side by side, and nothing is asked of a key but whether it is the expected one. A record that goes another way goes on
/// in a container.
final class RecordValues {
  let encoding: RecordEncoding
  /// The columns that are expected.
  @exclusivity(unchecked) private(set) var layout: ContainerLayout
  /// The marks of the expected keys, as far as they were seen.
  @exclusivity(unchecked) private var marks: [KeyMark] = []
  /// The types of keys by their numbers.
  private var keyTypes: [ObjectIdentifier] = []
  /// Where values are as long as they are expected.
  ///
  /// - Invariant: The first `count` are initialised, and there is room for `limit`.
  @exclusivity(unchecked) private var places = UnsafeMutablePointer<DatabaseValue>.allocate(
    capacity: 0
  )
  @exclusivity(unchecked) private var count = 0
  /// Whether there is anything to let go of: text, a blob or a container.
  @exclusivity(unchecked) private var hasObjects = false
  /// How many values are expected; none once the record goes another way.
  @exclusivity(unchecked) private var limit = 0
  /// The values of a record that goes another way.
  @exclusivity(unchecked) private var container: PersistenceContainer?

  /// Expects nothing yet.
  init(_ encoding: RecordEncoding) {
    self.encoding = encoding
    layout = .empty
  }

  /// Goes on with what a container has.
  init(continuing container: PersistenceContainer) {
    encoding = container.encoding
    layout = .empty
    hasObjects = true
    self.container = container
  }

  deinit {
    places.deinitialize(count: count)
    places.deallocate()
  }
}

extension RecordValues {
  /// Makes ready for a record with the columns that are expected.
  @inline(__always)
  func expect(_ layout: ContainerLayout) {
    if self.layout !== layout { learn(layout) }
  }

  @inline(never)
  private func learn(_ layout: ContainerLayout) {
    removeAll()
    self.layout = layout
    limit = layout.columns.count
    marks = [KeyMark](repeating: .unknown, count: limit)
    places.deallocate()
    places = .allocate(capacity: limit)
  }

  /// Lets go of all values.
  @inline(__always)
  func removeAll() {
    if hasObjects { removeObjects() }
    count = 0
  }

  @inline(never)
  private func removeObjects() {
    places.deinitialize(count: count)
    hasObjects = false
    count = 0
    limit = layout.columns.count
    container = nil
  }

  /// The values, where they are those of the columns that are expected.
  ///
  /// They are valid as long as nothing is written.
  var expectedRow: UnsafeBufferPointer<DatabaseValue>? {
    count == limit && count > 0 ? UnsafeBufferPointer(start: places, count: count) : nil
  }

  /// Takes the values out.
  func take() -> PersistenceContainer {
    leave()
    var taken = PersistenceContainer(encoding, expecting: .empty)
    if let container { taken = container }
    removeAll()
    return taken
  }

  /// Goes on with what a container has.
  func put(_ container: PersistenceContainer) {
    removeAll()
    limit = 0
    hasObjects = true
    self.container = container
  }

  /// Goes on in a container.
  @inline(never)
  private func leave() {
    guard container == nil else { return }
    let values = Array(UnsafeBufferPointer(start: places, count: count))
    put(PersistenceContainer(encoding, layout, values))
  }
}

extension RecordValues {
  /// Sets the value of a coding key.
  @inline(__always)
  func set(_ value: DatabaseValue, forKey key: some CodingKey, _ mark: KeyMark) {
    let next = count
    if next < limit, marks[next] == mark { return add(value) }
    setOther(value, forKey: key, mark)
  }

  @inline(__always)
  private func add(_ value: DatabaseValue) {
    (places + count).initialize(to: value)
    count &+= 1
    switch value {
    case .null, .integer, .real: break
    case .text, .blob: hasObjects = true
    }
  }

  @inline(never)
  private func setOther(_ value: DatabaseValue, forKey key: some CodingKey, _ mark: KeyMark) {
    if count < limit, layout.keys[count] == key.stringValue {
      if mark != .none { marks[count] = mark }
      return add(value)
    }
    leave()
    container?.set(value, forKey: key)
  }

  /// Sets the value of a column.
  @inline(__always)
  func set(_ value: DatabaseValue, forColumn column: String) {
    if count < limit, layout.columns[count] == column { return add(value) }
    leave()
    container?.set(value, forColumn: column)
  }

  /// The column of a key, found without its strategy where it is the one that is expected.
  func column(of key: some CodingKey, _ mark: KeyMark) -> String {
    if count < limit, marks[count] == mark || layout.keys[count] == key.stringValue {
      return layout.columns[count]
    }
    return encoding.column(of: key)
  }

  /// Notes that a value cannot be stored.
  @inline(never)
  func note(_ error: any Error, column: String) {
    leave()
    container?.note(error, column: column)
  }

  /// Notes that a record has more than columns.
  func refuseNesting() {
    note(RecordError.notInColumns(encoding.record.map { "\($0)" } ?? "The record"), column: "")
  }
}

/// What tells the keys of a record from each other without their texts.
///
/// The number of the key's type, and its only byte: most keys are the cases of an enumeration.
struct KeyMark: Equatable {
  private let bits: UInt32

  /// That of keys which have none: it is never expected.
  static let none = KeyMark(bits: .max)
  /// That of a key which was not seen yet: no key has it.
  static let unknown = KeyMark(bits: .max - 1)

  private init(bits: UInt32) { self.bits = bits }

  /// That of a type's keys, without their byte.
  fileprivate init(keyType: Int) { bits = UInt32(truncatingIfNeeded: keyType) << 8 }

  /// That of a key.
  @inline(__always)
  func of<Key: CodingKey>(_ key: Key) -> KeyMark {
    guard self != .none else { return self }
    return KeyMark(bits: bits | UInt32(unsafeBitCast(key, to: UInt8.self)))
  }
}

extension RecordValues {
  /// What the marks of a type's keys have in common.
  func mark<Key: CodingKey>(ofKeys type: Key.Type) -> KeyMark {
    guard MemoryLayout<Key>.size == 1, _isPOD(type), keyTypes.count < 1 << 16 else { return .none }
    let id = ObjectIdentifier(type)
    if let known = keyTypes.firstIndex(of: id) { return KeyMark(keyType: known) }
    keyTypes.append(id)
    return KeyMark(keyType: keyTypes.count - 1)
  }
}
