import Foundation
import Testing

/// The program that runs the tests, on Linux.
///
/// Without this file, SwiftPM searches an index of all sources for tests of XCTest, of which there
/// are none. Writing the index takes a fifth of the time of a build.
@main struct TestRunner {
  static func main() async {
    // It is also asked for tests of XCTest, unless `swift test` is told that there are none.
    guard !CommandLine.arguments.contains("--dump-tests-json") else {
      let advice = "Type: make test, or: swift test --disable-xctest --enable-swift-testing\n"
      FileHandle.standardError.write(Data(advice.utf8))
      exit(1)
    }
    await Testing.__swiftPMEntryPoint() as Never
  }
}
