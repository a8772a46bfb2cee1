/// Parses a duration: `2s`, `500ms`, `1m`, `1h`, or seconds without a unit, possibly with a
/// fraction.
package func readDuration(_ text: String) throws(UsageError) -> Duration {
  let units: [(suffix: String, seconds: Double)] = [
    ("ms", 0.001), ("s", 1), ("m", 60), ("h", 3600), ("", 1),
  ]
  for unit in units where text.hasSuffix(unit.suffix) {
    let number = text.dropLast(unit.suffix.count)
    guard let first = number.first, first.isASCII, first.isNumber || first == ".",
      let value = Double(number), value.isFinite, value * unit.seconds < 1e9
    else { break }
    return .seconds(value * unit.seconds)
  }
  throw UsageError("'\(text)' is not a duration; write, for example, 500ms, 2s or 1.5")
}

/// Formats a duration for people, in a suitable unit: `850 µs`, `12.3 ms`, `2.41 s`, `3 min 5 s`.
///
/// A negative one, as of a clock that was set back, is shown as `0 µs`.
package func describe(_ duration: Duration) -> String {
  let (whole, attoseconds) = duration.components
  let microseconds = Double(whole) * 1e6 + Double(attoseconds) / 1e12
  switch microseconds {
  case ..<1000: return "\(Int(max(microseconds, 0).rounded())) µs"
  case ..<1e6: return "\(decimal(microseconds / 1000, places: 1)) ms"
  case ..<60e6: return "\(decimal(microseconds / 1e6, places: 2)) s"
  default: return "\(whole / 60) min \(whole % 60) s"
  }
}

/// Formats a number with a fixed number of decimal places, independent of the locale.
package func decimal(_ number: Double, places: Int) -> String {
  guard number.isFinite, abs(number) < 1e15 else { return "\(number)" }
  let scale = (0..<places).reduce(1) { scale, _ in scale * 10 }
  let scaled = Int((abs(number) * Double(scale)).rounded())
  let sign = number < 0 && scaled > 0 ? "-" : ""
  guard places > 0 else { return "\(sign)\(scaled)" }
  let fraction = "\(scaled % scale)"
  let zeros = String(repeating: "0", count: places - fraction.count)
  return "\(sign)\(scaled / scale).\(zeros)\(fraction)"
}
