import IncrementalQueries

/// The rows of each partition, and the partition of each row.
///
/// Memory for each row: the key twice, and an entry in a dictionary and in a set. Rows of a
/// partition share its values.
struct PartitionRows<Key: PlanKey>: Sendable {
  private var partitions: [Key: CompositeKey] = [:]
  private var rows: [CompositeKey: Set<Key>] = [:]

  /// The number of rows.
  var count: Int { partitions.count }

  /// Returns whether a partition has rows.
  func contains(_ partition: CompositeKey) -> Bool { rows[partition] != nil }

  /// Returns the keys of the rows of partitions.
  @_specialize(where Key == Int64)
  func keys(of partitions: [CompositeKey]) -> [Key] {
    var keys: [Key] = []
    for partition in partitions { if let rows = rows[partition] { keys += rows } }
    return keys
  }

  /// Adds new rows.
  ///
  /// - Parameters:
  ///   - keys: Their keys.
  ///   - new: Their partitions.
  @_specialize(where Key == Int64)
  mutating func add(_ keys: [Key], in new: [CompositeKey]) {
    for (key, partition) in zip(keys, new) {
      let place = rows.index(forKey: partition)
      partitions[key] = place.map { rows.keys[$0] } ?? partition
      rows[partition, default: []].insert(key)
    }
  }

  /// Replaces touched rows by those that are there now.
  ///
  /// - Parameters:
  ///   - touched: The keys of the touched rows.
  ///   - keys: The keys of those that are there now.
  ///   - new: The partitions of those.
  /// - Returns: The partitions to which the rows belonged or belong now, and the keys of all rows
  ///   that were in them before.
  @_specialize(where Key == Int64)
  mutating func replace(_ touched: [Key], by keys: [Key], in new: [CompositeKey]) -> (
    partitions: [CompositeKey], known: [Key]
  ) {
    var changed = Set(new)
    for key in touched { if let old = partitions[key] { changed.insert(old) } }
    let list = Array(changed)
    let known = self.keys(of: list)
    for key in touched { remove(key) }
    add(keys, in: new)
    return (list, known)
  }

  @_specialize(where Key == Int64)
  private mutating func remove(_ key: Key) {
    guard let partition = partitions.removeValue(forKey: key) else { return }
    rows[partition]?.remove(key)
    if rows[partition]?.isEmpty == true { rows[partition] = nil }
  }
}
