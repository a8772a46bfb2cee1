// A compiler plug-in whose only macro, `#Preview`, expands to nothing. It uses the compiler's protocol: JSON messages, each after
// its length in eight bytes, little-endian.

import Foundation

/// Reads the next message of the compiler; `nil` at the end.
func nextMessage() -> [String: Any]? {
  let header = FileHandle.standardInput.readData(ofLength: 8)
  guard header.count == 8 else { return nil }
  let length = header.reversed().reduce(0) { $0 << 8 | Int($1) }
  let body = FileHandle.standardInput.readData(ofLength: length)
  return (try? JSONSerialization.jsonObject(with: body)) as? [String: Any]
}

func answer(to message: [String: Any]) -> [String: Any] {
  if message["getCapability"] != nil {
    return ["getCapabilityResult": ["capability": ["protocolVersion": 7]]]
  }
  return ["expandMacroResult": ["expandedSource": "", "diagnostics": [Any]()]]
}

while let message = nextMessage() {
  let body = try JSONSerialization.data(withJSONObject: answer(to: message))
  let header = Data((0..<8).map { UInt8(body.count >> ($0 * 8) & 0xff) })
  FileHandle.standardOutput.write(header + body)
}
