import Foundation
import SwiftSyntax

// The protocol between the compiler and a plug-in, without the real swift-syntax: eight bytes of length, then JSON.

func read(_ count: Int) -> Data? {
  var bytes = Data()
  while bytes.count < count {
    guard let part = try? FileHandle.standardInput.read(upToCount: count - bytes.count),
      !part.isEmpty
    else { return nil }
    bytes += part
  }
  return bytes
}

func write(_ answer: String) {
  let length = (0..<8).map { UInt8(truncatingIfNeeded: answer.utf8.count >> (8 * $0)) }
  FileHandle.standardOutput.write(Data(length + Array(answer.utf8)))
}

while let head = read(8) {
  let length = head.reversed().reduce(0) { $0 << 8 | Int($1) }
  guard let message = read(length) else { break }
  if String(decoding: message, as: UTF8.self).contains("getCapability") {
    write(#"{"getCapabilityResult":{"capability":{"protocolVersion":7}}}"#)
  } else {
    write(#"{"expandMacroResult":{"expandedSource":"\#(answerSource)","diagnostics":[]}}"#)
  }
}
