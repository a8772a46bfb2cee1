import Foundation
import LiveSQLTestSupport
import SQLite
import Synchronization
import Testing

@testable import SQLiteDatabase

/// The side file that several objects make at once, and one that is replaced during a commit.
@Suite(.mayBlock, .timeLimit(.hang)) struct SideFileRaceTests {
  private let scratch: ScratchDirectory
  private let connection: Connection
  private var path: String { scratch.path(of: "shared.db") }
  private var side: String { path + "-live1" }

  init() throws {
    scratch = try ScratchDirectory()
    connection = try Connection(
      path: scratch.path(of: "shared.db"),
      flags: [.readWrite, .create]
    )
    try connection.execute("PRAGMA journal_mode = WAL; CREATE TABLE t (a)")
  }

  private func opened() -> SharedCommits {
    let shared = SharedCommits()
    shared.enable(path: path)
    return shared
  }

  /// The file of that name before it is made.
  enum Before: CaseIterable {
    case nothing, outdatedFile
  }

  /// Replaces the file by what is there before it is made.
  private func prepare(_ before: Before) throws {
    unlink(side)
    guard before == .outdatedFile else { return }
    try Data(repeating: 1, count: 600).write(to: URL(fileURLWithPath: side))
    #expect(chmod(side, 0o600) == 0)
  }

  @Test(arguments: Before.allCases)
  func `a file that several objects make at once is used by each of them`(before: Before) throws {
    for _ in 1...TestRounds.scaled(1000) {
      try prepare(before)
      let objects = (0..<4).map { _ in opened() }
      DispatchQueue.concurrentPerform(iterations: objects.count) { index in
        _ = objects[index].openFile(makes: true)
      }
      // One that did not get the folder's lock in time has no file yet, and looks again. The others
      // do not: nobody may be left with a file that was replaced.
      for object in objects where object.file == nil { _ = object.openFile(makes: true) }
      let identities = objects.map { $0.file?.identity }
      #expect(identities.allSatisfy { $0 != nil && $0 == identities[0] })
      #expect(identities[0] == SharedFile.identity(ofPath: side))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).count <= 4)
  }

  @Test(arguments: Before.allCases)
  func `the second one to make the file leaves the first one's alone`(before: Before) throws {
    try prepare(before)
    let old = SharedFile.identity(ofPath: side)
    let rights = try #require(SharedFile.Rights(ofDatabase: path, user: SharedFile.user))
    SharedFile.create(path: side, replacing: old, rights, [1])
    let first = SharedFile.identity(ofPath: side)
    #expect(first != old)
    SharedFile.create(path: side, replacing: old, rights, [2])
    #expect(SharedFile.identity(ofPath: side) == first)
    #expect(FileManager.default.contents(atPath: side) == Data([1]))
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).count <= 4)
  }

  /// Somebody else who holds the lock is making the file, so this object tries again later.
  @Test func `while the folder is locked, no file is made, and the next look makes it`() throws {
    let folder = open(scratch.path, O_RDONLY | O_DIRECTORY)
    defer { close(folder) }
    let isLocked = flock(folder, LOCK_EX | LOCK_NB) == 0
    #expect(isLocked)
    let warnings = Mutex<[String]>([])
    let shared = SharedCommits()
    shared.enable(path: path) { warning in warnings.withLock { $0.append(warning) } }
    // More often than a file is replaced.
    for _ in 0..<10 { #expect(shared.openFile(makes: true) == nil) }
    #expect(SharedFile.identity(ofPath: side) == nil)
    let said = warnings.withLock { $0 }
    #expect(said.isEmpty)

    let isUnlocked = flock(folder, LOCK_UN) == 0
    #expect(isUnlocked)
    #expect(shared.openFile(makes: true) != nil)
    #expect(shared.file?.identity == SharedFile.identity(ofPath: side))
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).count <= 4)
  }

  /// Somebody removes the file again and again, so that there often is none right after it was
  /// made; the next look makes it.
  @Test func `a file that is removed while it is made is no reason to warn`() {
    let warnings = Mutex<[String]>([])
    let isOver = Atomic<Bool>(false)
    DispatchQueue.concurrentPerform(iterations: 2) { [path, side] index in
      guard index == 0 else {
        while !isOver.load(ordering: .relaxed) { unlink(side) }
        return
      }
      for _ in 1...TestRounds.scaled(500) {
        let shared = SharedCommits()
        shared.enable(path: path) { warning in warnings.withLock { $0.append(warning) } }
        // Fewer times than a file is replaced.
        for _ in 0..<4 { _ = shared.openFile(makes: true) }
      }
      isOver.store(true, ordering: .relaxed)
    }
    let first = warnings.withLock { $0.first }
    #expect(first == nil)
  }

  @Test func `a commit is reported in the file in which it was announced`() throws {
    let (writer, other, observer) = (opened(), opened(), opened())
    let state = try #require(observer.watch(connection))
    #expect(writer.hasWatchers())
    let announced = try #require(writer.announce())

    // The file is replaced, and another object reports the first commit of the new one.
    unlink(side)
    _ = try #require(observer.watch(connection))
    #expect(writer.openFile(makes: false) != nil)
    #expect(other.hasWatchers())
    let others = try #require(other.announce())
    #expect(others.number == announced.number)
    other.report(OwnCommit(before: state, announced: others, writtenPageCount: 0), .void)

    writer.report(OwnCommit(before: state, announced: announced, writtenPageCount: 0), .void)
    let file = try #require(observer.file)
    guard case .commit(let commit) = observer.link(others.number, in: file, last: others.number)
    else {
      Issue.record("The commit of the other object is no longer reported.")
      return
    }
    #expect(commit.writer == other.id)
    let first = observer.link(announced.number, in: announced.file, last: announced.number)
    guard case .commit(let own) = first else {
      Issue.record("The commit is not reported where it was announced.")
      return
    }
    #expect(own.writer == writer.id)
  }
}
