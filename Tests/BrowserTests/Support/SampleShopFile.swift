import DatabaseTypes
import Foundation
import LiveSQLTestSupport
import SQLiteDatabase
import Synchronization

/// A database of a shop for the studio's tests: a million orders, and a table of unusual values.
///
/// It is created once for all tests of a process, which get copies.
enum SampleShopFile {
  static let configuration: Configuration = {
    var configuration = Configuration()
    configuration.journalMode = .unchanged
    return configuration
  }()

  private static let template = Result { () throws -> (ScratchDirectory, String) in
    let scratch = try ScratchDirectory()
    let path = scratch.path(of: "template.db")
    let database = try DatabaseQueue(path: path)
    try database.writeWithoutTransaction { db in
      try db.execute(sql: "PRAGMA synchronous = OFF; \(schema)")
      try db.execute(sql: "BEGIN; \(rows); COMMIT; PRAGMA wal_checkpoint(TRUNCATE)")
    }
    try database.close()
    return (scratch, path)
  }

  /// Opens a file as another program would.
  static func open(_ path: String) throws -> DatabaseQueue { try DatabaseQueue(path: path) }

  /// Copies the database.
  static func copy(to path: String) throws {
    let (scratch, template) = try template.get()
    try FileManager.default.copyItem(atPath: template, toPath: path)
    withExtendedLifetime(scratch) {}
  }

  private static let schema = """
    CREATE TABLE customers (
      id INTEGER PRIMARY KEY, name TEXT NOT NULL, city TEXT, email TEXT UNIQUE, photo BLOB, since TEXT);
    CREATE TABLE orders (
      id INTEGER PRIMARY KEY, customerId INTEGER NOT NULL REFERENCES customers(id),
      title TEXT NOT NULL, status TEXT NOT NULL DEFAULT 'open', amount REAL, quantity INTEGER,
      placed TEXT, note TEXT);
    CREATE TABLE items (
      orderId INTEGER NOT NULL REFERENCES orders(id), line INTEGER NOT NULL, product TEXT NOT NULL,
      price REAL, total REAL GENERATED ALWAYS AS (price * 2) VIRTUAL, PRIMARY KEY (orderId, line)
    ) WITHOUT ROWID;
    CREATE TABLE oddities (
      id INTEGER PRIMARY KEY, what TEXT, value, "a column with quite a long name" TEXT, "order" INTEGER);
    CREATE TABLE wishes (id INTEGER PRIMARY KEY, text TEXT);
    CREATE VIEW openOrders AS SELECT id, title, amount FROM orders WHERE status = 'open';
    CREATE INDEX ordersByCustomer ON orders(customerId);
    CREATE INDEX ordersByTitle ON orders(title);
    CREATE TRIGGER nameNotBlank BEFORE INSERT ON customers WHEN trim(new.name) = ''
      BEGIN SELECT raise(ABORT, 'a customer needs a name'); END;
    """

  /// An image of 1 × 1 pixels.
  private static let picture = """
    x'89504e470d0a1a0a0000000d4948445200000001000000010806000000\
    1f15c4890000000d49444154789c6360606060000000050001a5f645400000000049454e44ae426082'
    """

  private static let rows = """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000),
      names(k, name) AS (VALUES \(list(names))), cities(k, city) AS (VALUES \(list(cities)))
    INSERT INTO customers SELECT i, name || iif(i <= 16, '', ' ' || i), city,
      'c' || i || '@example.com', iif(i % 5 = 1, \(picture), NULL),
      printf('20%02d-%02d-%02d', i % 26, i % 12 + 1, i % 28 + 1)
    FROM n JOIN names ON names.k = i % 16 JOIN cities ON cities.k = i * 7 % 8;
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000),
      goods(k, name) AS (VALUES \(list(goods))),
      states(k, name) AS (VALUES (0, 'open'), (1, 'paid'), (2, 'sent'), (3, 'returned'))
    INSERT INTO orders SELECT i, i * 7919 % 2000 + 1, goods.name || iif(i % 3, ' × ' || (i % 7 + 2), ''),
      states.name, iif(i % 17, round(i * 37 % 99991 / 100.0 + 3.5, 2), NULL), i % 7 + 2,
      printf('2026-%02d-%02d %02d:%02d:00', i % 12 + 1, i % 28 + 1, i % 24, i % 60),
      iif(i % 3, NULL, iif(i % 2, '', 'call before delivery'))
    FROM n JOIN goods ON goods.k = i * 31 % 10 JOIN states ON states.k = iif(i % 5, i * 13 % 4, 0);
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000),
      l(line) AS (VALUES (1), (2), (3)), goods(k, name) AS (VALUES \(list(goods)))
    INSERT INTO items (orderId, line, product, price)
      SELECT i, line, name, i % 50 + line / 4.0 FROM n, l JOIN goods ON goods.k = (i + line) % 10;
    INSERT INTO oddities (what, value) VALUES ('NULL', NULL), ('empty text', ''),
      ('2^63-1', 9223372036854775807), ('-2^63', -9223372036854775808),
      ('2^53+1', 9007199254740993), ('a real', 1.5e300), ('infinity', 9e999), ('one as real', 1.0),
      ('text ''1''', '1'), ('markup', '<script>alert(1)</script><img src=x onerror=alert(2)>'),
      ('right to left', 'שלום עולם, مرحبا بالعالم'), ('CJK', '汉字、漢字、한글、ひらがな'),
      ('emoji', '👩‍👩‍👧 🏳️‍🌈'), ('lines', 'first' || char(10) || 'second' || char(10, 9) || 'third'),
      ('long text', replace(printf('%.*c', 3200, '.'), '.', 'All work and no play. ')),
      ('blob', zeroblob(12288)), ('empty blob', x''), ('image', \(picture)),
      ('200 characters', printf('%.*c', 200, 'n')), ('german number', '1.234,50'),
      ('formula', '=1+2'), ('not UTF-8', CAST(x'c328ff' AS TEXT)),
      ('NUL inside', CAST(x'610062' AS TEXT));
    """

  /// Returns rows of numbers from 0 and texts, for a VALUES clause.
  private static func list(_ texts: [String?]) -> String {
    texts.enumerated().map { number, text in
      "(\(number), \(text.map { "'\($0.replacing("'", with: "''"))'" } ?? "NULL"))"
    }.joined(separator: ", ")
  }

  private static let names = [
    "Ada Lovelace", "Grace Hopper", "Edsger Dijkstra", "Barbara Liskov", "Donald Knuth",
    "Frances Allen", "Tony Hoare", "Radia Perlman", "山田 太郎", "محمد العلي", "שרה כהן", "Łukasz Żółć",
    "<script>alert(1)</script>", "Zoë O'Brien", "李小龍", "Søren Ærø",
  ]

  private static let cities = ["London", "New York", nil, "Zürich", "東京", "القاهرة", "", "Kraków"]

  private static let goods = [
    "Oak desk", "Reading lamp", "Paper, A4, 500 sheets", "Fountain pen", "Ink, blue-black",
    "Wool rug", "Bookshelf", "Tea kettle", "Ladder", "Door hinge",
  ]
}
