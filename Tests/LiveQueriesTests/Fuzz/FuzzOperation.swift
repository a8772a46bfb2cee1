import LiveSQLTestSupport

/// The author of an operation.
enum FuzzAuthor: String, Codable, Sendable, CaseIterable {
  /// The database object whose live queries are judged first.
  case here
  /// Another object of this process, on the same files.
  case there
  /// Another process.
  case process
}

/// The files that a transaction writes.
enum FuzzFiles: String, Codable, Sendable {
  case main, extra, both
  /// Only the temporary tables of the connection.
  case temporary
}

/// A fault while live queries are read.
enum FuzzFault: Sendable {
  /// A function that some queries call throws this error.
  case function(code: Int)
  /// A function that some queries call interrupts the database.
  case interruption
  /// Some operation of the file system fails.
  case file(nth: Int, outOfMemory: Bool)
  /// Another connection has the only lock.
  case lock
}

/// A use of a live query, besides being watched.
enum FuzzUse: String, Sendable, CaseIterable {
  /// It is watched, unless it already is.
  case watch
  /// It is watched, after being fetched on the caller's thread.
  case watchAtOnce
  /// The same query is watched a second time.
  case watchAgain
  case releaseInBackground
  case pause, resume
  case reload
  /// It is fetched without being watched.
  case fetch
  /// It is fetched by the connection that writes.
  case fetchInWrite
}

/// An operation on databases, or by those who watch them.
enum FuzzOperation: Sendable {
  case write(FuzzWriting)
  /// Two transactions at once.
  case both(FuzzWriting, FuzzWriting)
  /// Statements that cannot be in a transaction.
  case maintain(FuzzAuthor, String)
  case use(FuzzUse, query: Int)
  /// A fault, a transaction, and the end of the fault.
  case fault(FuzzFault, FuzzWriting, query: Int)
  /// Unused connections are closed, and their compiled statements are released.
  case releaseMemory
}

/// A transaction.
struct FuzzWriting: Codable, Sendable {
  enum Ending: String, Codable, Sendable { case commit, rollback }

  var author: FuzzAuthor
  var files: FuzzFiles
  var statements: [String]
  var ending = Ending.commit
}

// MARK: - Shrinking

extension FuzzOperation {
  /// The same operation with parts left out.
  var shorter: [FuzzOperation] {
    switch self {
    case .write(let writing): writing.shorter.map { .write($0) }
    case .both(let one, let other):
      [.write(one), .write(other)] + one.shorter.map { .both($0, other) }
        + other.shorter.map { .both(one, $0) }
    case .fault(let fault, let writing, let query):
      writing.shorter.map { .fault(fault, $0, query: query) }
    case .maintain, .use, .releaseMemory: []
    }
  }
}

extension FuzzWriting {
  fileprivate var shorter: [FuzzWriting] {
    statements.indices.map { index in
      var shorter = self
      shorter.statements.remove(at: index)
      return shorter
    }
  }
}

// MARK: - Printing

extension FuzzOperation: CustomStringConvertible {
  var description: String {
    switch self {
    case .write(let writing): "\(writing)"
    case .both(let one, let other): "-- both at once:\n\(one)\n\(other)"
    case .maintain(let author, let sql): "-- \(author.rawValue), alone\n\(sql)"
    case .use(let use, let query): "-- \(use.rawValue) query \(query)"
    case .fault(let fault, let writing, let query):
      "-- fault \(fault) with query \(query), during\n\(writing)\n-- end of the fault"
    case .releaseMemory: "-- release memory"
    }
  }
}

extension FuzzWriting: CustomStringConvertible {
  var description: String {
    (["-- \(author.rawValue) writes \(files.rawValue), \(ending.rawValue)"] + statements)
      .joined(separator: "\n")
  }
}
