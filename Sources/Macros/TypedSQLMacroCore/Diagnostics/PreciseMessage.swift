public import SwiftDiagnostics

/// A message about a position within a token.
///
/// A plug-in reports to the compiler the node that a diagnostic is about, but not the position in
/// it. So the distance from the beginning of the node is appended to the message in invisible
/// characters: the digits among Unicode's tags. The plug-in's connection removes it and moves the
/// diagnostic.
public struct PreciseMessage: DiagnosticMessage {
  /// The message, with the distance at its end.
  public let message: String
  /// The severity of the message.
  public let severity: DiagnosticSeverity
  /// The identifier of the message.
  public let diagnosticID: MessageID

  init(_ original: any MacroDiagnostic, distance: Int) {
    message = original.message + Self.encoded(distance)
    severity = original.severity
    diagnosticID = original.diagnosticID
  }

  /// Splits a message into its text and the distance by which to move it.
  public static func split(_ message: String) -> (text: String, distance: Int) {
    let scalars = message.unicodeScalars
    let digits = scalars.reversed().prefix { tagDigits.contains($0.value) }.reversed()
    let distance = digits.reduce(0) { $0 * 10 + Int($1.value - tagDigits.lowerBound) }
    return (String(String.UnicodeScalarView(scalars.dropLast(digits.count))), distance)
  }

  private static let tagDigits: ClosedRange<UInt32> = 0xE0030...0xE0039

  private static func encoded(_ distance: Int) -> String {
    var text = String.UnicodeScalarView()
    for digit in String(distance).utf8 {
      let scalar = Unicode.Scalar(tagDigits.lowerBound + UInt32(digit - UInt8(ascii: "0")))
      if let scalar { text.append(scalar) }
    }
    return String(text)
  }
}
