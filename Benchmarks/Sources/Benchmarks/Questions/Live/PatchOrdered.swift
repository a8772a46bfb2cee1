import LiveSQL
import LiveSQLTestSupport

/// A row changes and keeps its place in an ordered result.
struct PatchInPlace: Question {
  static let name = "patch-in-place"
  static let work = "one of 100,000 rows by title changes; against running again"
  static let bar: Double? = 1.0 / 200

  private let books: LiveBooks<Book>

  init(in folder: String) throws {
    books = try LiveBooks(in: folder, count: 100_000, PatchedSelect(Book.order(by: \.title)))
  }

  func prepare() throws { try books.commit("UPDATE books SET pages = ? WHERE id = ?") }
  func baseline() throws -> Int { try books.rerun(Book.order(by: \.title)) }
  func ours() throws -> Int { try books.patch() }
}

/// As ``PatchInPlace``, of 1,000 rows: it takes as long.
struct PatchInPlaceOfFew: Question {
  static let name = "patch-in-place-of-few"
  static let work = "one of 1,000 rows by title changes; against running again"
  static let bar: Double? = 1.0 / 10

  private let books: LiveBooks<Book>

  init(in folder: String) throws {
    books = try LiveBooks(in: folder, count: 1_000, PatchedSelect(Book.order(by: \.title)))
  }

  func prepare() throws { try books.commit("UPDATE books SET pages = ? WHERE id = ?") }
  func baseline() throws -> Int { try books.rerun(Book.order(by: \.title)) }
  func ours() throws -> Int { try books.patch() }
}

/// A row changes and moves to a random place of an ordered result.
struct PatchMove: Question {
  static let name = "patch-move"
  static let work = "one of 100,000 rows by title moves; against running again"
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

/// A row among the first 50 of an order changes.
struct PatchWindow: Question {
  static let name = "patch-window"
  static let work = "one of the first 50 of 100,000 rows changes; against running again"
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

/// Commits that are patched into a result, against the same commits alone.
///
/// The difference of both is what a patch costs while everything is warm.
struct PatchManyInPlace: Question {
  static let name = "patch-many-in-place"
  static let work = "1,000 commits, each patched into 100,000 rows by title; against the commits"
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
