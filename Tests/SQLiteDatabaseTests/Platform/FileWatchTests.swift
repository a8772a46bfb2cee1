#if !canImport(Darwin)
  import Foundation
  import LiveSQLTestSupport
  import Testing

  @testable import SQLiteDatabase

  /// Tests of the events that wake the thread that waits for other processes' commits.
  @Suite struct FileWatchTests {
    private let scratch: ScratchDirectory
    private let watch: FileWatch

    init() throws {
      scratch = try ScratchDirectory()
      for name in ["a.db", "a.db-other", "b.db"] { try Self.write(scratch.path(of: name)) }
      watch = try #require(FileWatch(file: scratch.path(of: "a.db")))
    }

    private static func write(_ path: String) throws {
      if let file = FileHandle(forWritingAtPath: path) {
        try file.write(contentsOf: Data([1]))
        try file.close()
      } else {
        try Data([1]).write(to: URL(fileURLWithPath: path))
      }
    }

    private func write(_ name: String) throws { try Self.write(scratch.path(of: name)) }

    private func remove(_ name: String) throws {
      try FileManager.default.removeItem(atPath: scratch.path(of: name))
    }

    /// Returns whether an event has occurred so far.
    private func isTouched() -> Bool { watch.wait(milliseconds: 0) }

    @Test func `other files in the folder cause no event`() throws {
      for name in ["b.db", "b.db-wal", "b.db-journal", "a.db-other"] { try write(name) }
      try remove("b.db-journal")
      #expect(!isTouched())
      #expect(!watch.renew())
    }

    @Test func `a write to the database causes an event`() throws {
      try write("a.db")
      #expect(isTouched())
      #expect(!isTouched())
    }

    @Test(arguments: ["a.db-wal", "a.db-journal"])
    func `a file beside the database causes events as soon as it is watched`(name: String) throws {
      for _ in 1...3 {
        try write(name)
        #expect(watch.renew())
        #expect(!watch.renew())
        try write(name)
        #expect(isTouched())
        try remove(name)
        #expect(isTouched())
        #expect(!watch.renew())
      }
    }

    @Test func `nothing causes an event during a pause`() throws {
      try write("a.db-wal")
      #expect(watch.renew())
      watch.pause()
      try write("a.db")
      try write("a.db-wal")
      #expect(!isTouched())
      #expect(watch.renew())
      try write("a.db-wal")
      #expect(isTouched())
    }

    @Test func `a missing file cannot be watched`() {
      #expect(FileWatch(file: scratch.path(of: "c.db")) == nil)
    }
  }
#endif
