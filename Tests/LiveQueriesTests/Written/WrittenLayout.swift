import LiveSQLTestSupport

/// The databases of a round: where they are, how they store texts, who else writes them, and the
/// statements that create their tables.
struct WrittenLayout: Sendable {
  let store: FuzzLayout.Store
  let encoding: String
  /// The other writer of the files.
  let other: FuzzAuthor?
  let hasTemporary: Bool
  /// The number of rows beyond which a commit does not name those that it changed.
  let capturedRowCount: Int
  let main: [String]
  /// The statements for the other files, in which `@` stands for the name of the file.
  let extra: [String]
  let third: [String]
  let temporary: [String]

  /// One seed of so many has a second process: starting one takes longer than a round.
  private static let seedsPerProcess: UInt64 = 24

  init(seed: UInt64, using random: inout SeededGenerator) {
    let hasProcess = seed % Self.seedsPerProcess == 5
    let stores: [FuzzLayout.Store] =
      hasProcess ? [.pool, .queue] : [.pool, .queue, .memory, .memory]
    store = random.pick(stores)
    encoding = random.pick(["UTF-8", "UTF-8", "UTF-16le", "UTF-16be"])
    let hasOther = store != .memory && random.chance(50)
    other = hasProcess ? .process : hasOther ? .there : nil
    hasTemporary = store != .pool
    capturedRowCount = random.pick([10_000, 10_000, 6])
    let optional = WrittenSchema.optional.filter { _ in random.chance(50) }
    let fixed = WrittenSchema.tables + WrittenSchema.views + WrittenSchema.rows
    main = Self.written(fixed + optional, using: &random)
    // A mark for the file is not part of a name, so these stay as they are but for choices.
    extra = WrittenSchema.extra.map { Self.chosen($0, using: &random) }
    third = WrittenSchema.third
    let hiding = random.chance(30) ? WrittenSchema.hiding : []
    temporary =
      hasTemporary ? Self.written(WrittenSchema.temporary + hiding, using: &random) : []
  }

  /// The layout in which costs are measured: the plainest.
  init(plain random: inout SeededGenerator) {
    (store, encoding, other, hasTemporary) = (.memory, "UTF-8", nil, true)
    capturedRowCount = 10_000
    main = (WrittenSchema.tables + WrittenSchema.views)
      .map { WrittenScribe.plain($0, using: &random) }
    extra = WrittenSchema.extra.map { Self.chosen($0, using: &random) }
    third = WrittenSchema.third
    temporary = WrittenSchema.temporary.map { WrittenScribe.plain($0, using: &random) }
  }

  private static func written(_ templates: [String], using random: inout SeededGenerator)
    -> [String]
  { templates.map { WrittenScribe.statement($0, using: &random) } }

  private static func chosen(_ template: String, using random: inout SeededGenerator) -> String {
    template.replacing("#collation", with: random.pick(["BINARY", "NOCASE", "backwards"]))
  }

  /// Whether the databases are files.
  var isFile: Bool { store != .memory }

  /// Those who write.
  var authors: [FuzzAuthor] { [.here] + (other.map { [$0] } ?? []) }
}

extension WrittenLayout: CustomStringConvertible {
  var description: String {
    """
    -- \(store.rawValue), \(encoding), other: \(other?.rawValue ?? "nobody"), \
    captured rows: \(capturedRowCount)
    -- main:
    \(main.joined(separator: ";\n"))
    -- extra:
    \(extra.joined(separator: ";\n"))
    -- third:
    \(third.joined(separator: ";\n"))
    -- temporary:
    \(temporary.joined(separator: ";\n"))
    """
  }
}
