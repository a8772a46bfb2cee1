import Foundation
import LiveSQLTestSupport
import Testing

@testable import Terminal

@Suite(.mayBlock) struct FileDescriptorDestinationTests {
  init() { ignoreBrokenPipes() }

  @Test func `writing to a pipe without a reader is closed output`() throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let destination = FileDescriptorDestination(
      descriptor: pipe.fileHandleForWriting.fileDescriptor
    )
    #expect(throws: OutputFailure.closed) { try destination.write([1]) }
  }

  @Test func `all bytes arrive, even more than a pipe can hold`() throws {
    let pipe = Pipe()
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) }
    // On a separate thread, since it waits for the reader, which may need the last thread for
    // tasks.
    Thread.detachNewThread {
      let writing = pipe.fileHandleForWriting
      try? FileDescriptorDestination(descriptor: writing.fileDescriptor).write(bytes)
      try? writing.close()
    }
    #expect(try pipe.fileHandleForReading.readToEnd().map { [UInt8]($0) } == bytes)
  }

  @Test func `writing to a descriptor that is not open fails with the system's message`() {
    let destination = FileDescriptorDestination(descriptor: 1_000_000)
    #expect(destination.terminalSize == nil)
    #expect(throws: OutputFailure.system("Bad file descriptor")) { try destination.write([1]) }
  }

  @Test(
    .enabled(if: FileManager.default.isWritableFile(atPath: "/dev/full"), "there is no /dev/full")
  )
  func `writing to a full disk fails with the system's message`() throws {
    let handle = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    let destination = FileDescriptorDestination(descriptor: handle.fileDescriptor)
    #expect(throws: OutputFailure.system("No space left on device")) { try destination.write([1]) }
  }
}
