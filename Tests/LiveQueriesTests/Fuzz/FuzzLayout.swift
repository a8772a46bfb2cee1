import LiveSQLTestSupport

/// The databases of a round: where they are, who else uses them, and the tables that they start
/// with.
struct FuzzLayout: Sendable {
  enum Store: String, Sendable {
    /// A pool with a write-ahead log.
    case pool
    /// A queue with a write-ahead log.
    case queue
    /// A queue with a rollback journal, where readers and writers wait for each other.
    case journal
    /// A queue in memory.
    case memory
    /// Queues that share one memory.
    case sharedMemory
    /// A pool in memory.
    case memoryPool
  }

  let store: Store
  /// The other user of the files.
  let other: FuzzAuthor?
  /// Whether the file system can be made to fail.
  let hasFaultyFiles: Bool
  let isOnMainActor: Bool
  let capturedRowCount: Int
  let main: String
  let extra: String

  init(using random: inout SeededGenerator) {
    store = random.pick([
      .pool, .pool, .queue, .queue, .journal, .memory, .memory, .sharedMemory, .memoryPool,
    ])
    other = Self.other(store, using: &random)
    hasFaultyFiles = (store == .pool || store == .queue || store == .journal) && random.chance(25)
    isOnMainActor = random.chance(20)
    capturedRowCount = random.pick([10_000, 10_000, 6])
    main = Self.main(using: &random)
    extra = """
      CREATE TABLE tally (n INTEGER); INSERT INTO tally VALUES (0);
      \(FuzzSchema.notes("notes", using: &random));
      """
  }

  /// The percentage of the rounds with a second process, among those that can have one: starting
  /// one takes longer than the rest of a round.
  private static let processShare = 6

  private static func other(_ store: Store, using random: inout SeededGenerator) -> FuzzAuthor? {
    let percent = random.below(100)
    return switch store {
    case .memory, .memoryPool: nil
    case .sharedMemory: .there
    case .pool, .queue, .journal:
      percent < processShare ? .process : percent < 50 ? .there : nil
    }
  }

  private static func main(using random: inout SeededGenerator) -> String {
    """
    CREATE TABLE tally (n INTEGER); INSERT INTO tally VALUES (0);
    \(FuzzSchema.things("things", using: &random));
    \(FuzzSchema.lists("lists", using: &random));
    CREATE TABLE loose (body TEXT COLLATE NOCASE, number INTEGER);
    \(random.chance(50) ? FuzzSchema.doneView : FuzzSchema.doneTable);
    CREATE VIRTUAL TABLE search USING fts5(title, content='things', content_rowid='id');
    """
  }
}

extension FuzzLayout {
  /// Whether the database is a file, which can be opened again.
  var isFile: Bool { store == .pool || store == .queue || store == .journal }

  /// Whether a single connection does everything, and so sees its own temporary tables.
  var isOneConnection: Bool { store != .pool && store != .memoryPool }

  /// Those who can act on the databases.
  var authors: [FuzzAuthor] { [.here] + (other.map { [$0] } ?? []) }
}

extension FuzzLayout: CustomStringConvertible {
  var description: String {
    """
    -- \(store.rawValue), other: \(other?.rawValue ?? "nobody"), faulty files: \(hasFaultyFiles), \
    main actor: \(isOnMainActor), captured rows: \(capturedRowCount)
    -- main:
    \(main)
    -- extra:
    \(extra)
    """
  }
}
