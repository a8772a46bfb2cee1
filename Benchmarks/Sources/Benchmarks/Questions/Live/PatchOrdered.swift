import LiveSQL
import LiveSQLTestSupport

/// A changed row that keeps its place in an ordered result.
struct PatchInPlace: Question {
  static let name = "patch-in-place"
  static let work =
    "Patching one of 100,000 ordered rows in place; baseline: running the query again"
  static let bar: Double? = 1.0 / 200

  private let books: LiveBooks<Book>

  init(in folder: String) throws {
    books = try LiveBooks(in: folder, count: 100_000, PatchedSelect(Book.order(by: \.title)))
  }

  func prepare() throws { try books.commit("UPDATE books SET pages = ? WHERE id = ?") }
  func baseline() throws -> Int { try books.rerun(Book.order(by: \.title)) }
  func ours() throws -> Int { try books.patch() }
}

/// The same as ``PatchInPlace`` for 1,000 rows: it takes as long.
struct PatchInPlaceOfFew: Question {
  static let name = "patch-in-place-of-few"
  static let work = "Patching one of 1,000 ordered rows in place; baseline: running the query again"
  static let bar: Double? = 1.0 / 10

  private let books: LiveBooks<Book>

  init(in folder: String) throws {
    books = try LiveBooks(in: folder, count: 1_000, PatchedSelect(Book.order(by: \.title)))
  }

  func prepare() throws { try books.commit("UPDATE books SET pages = ? WHERE id = ?") }
  func baseline() throws -> Int { try books.rerun(Book.order(by: \.title)) }
  func ours() throws -> Int { try books.patch() }
}

/// A changed row that moves to a random place of an ordered result.
struct PatchMove: Question {
  static let name = "patch-move"
  static let work =
    "Moving one of 100,000 ordered rows by a patch; baseline: running the query again"
  static let bar: Double? = 1.0 / 100

  private let books: LiveBooks<Book>

  init(in folder: String) throws {
    books = try LiveBooks(in: folder, count: 100_000, PatchedSelect(Book.order(by: \.title)))
  }

  func prepare() throws {
    try books.commit("UPDATE books SET title = printf('%08d of many titles', ?) WHERE id = ?")
  }

  func baseline() throws -> Int { try books.rerun(Book.order(by: \.title)) }
  func ours() throws -> Int { try books.patch() }
}

/// A change of one of the first 50 rows of an order.
struct PatchWindow: Question {
  static let name = "patch-window"
  static let work =
    "Patching one of the first 50 of 100,000 rows; baseline: running the query again"
  static let bar: Double? = 1.0 / 50
  private static var first: SelectOf<Book> { Book.order(by: \.pages).limit(50) }

  private let books: LiveBooks<Book>

  init(in folder: String) throws {
    books = try LiveBooks(in: folder, count: 100_000, PatchedSelect(Self.first))
  }

  func prepare() throws { try books.commit("UPDATE books SET title = ? WHERE id = 1 + ? % 50") }
  func baseline() throws -> Int { try books.rerun(Self.first) }
  func ours() throws -> Int { try books.patch() }
}

/// Commits that are patched into a result, compared to the same commits alone.
///
/// The difference is the cost of a patch while all caches are warm.
struct PatchManyInPlace: Question {
  static let name = "patch-many-in-place"
  static let work =
    "1,000 commits, each patched into 100,000 ordered rows; baseline: the commits alone"
  static let bar: Double? = 2.0
  private static let update = "UPDATE books SET pages = ? WHERE id = ?"

  private let books: LiveBooks<Book>

  init(in folder: String) throws {
    books = try LiveBooks(in: folder, count: 100_000, PatchedSelect(Book.order(by: \.title)))
  }

  func baseline() throws -> Int {
    for _ in 0..<1_000 { try books.commit(Self.update) }
    return 0
  }

  func ours() throws -> Int {
    for _ in 0..<1_000 {
      try books.commit(Self.update)
      _ = try books.patch()
    }
    return 0
  }
}
