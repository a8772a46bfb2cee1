/// Formats an integer with commas between thousands.
package func grouped(_ number: Int) -> String {
  let digits = Array("\(number.magnitude)")
  var text = number < 0 ? "-" : ""
  for (index, digit) in digits.enumerated() {
    if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
    text.append(digit)
  }
  return text
}

/// Returns a count with its noun: `1 row`, `2 rows`.
package func counted(_ count: Int, _ noun: String) -> String {
  "\(grouped(count)) \(noun)\(count == 1 ? "" : "s")"
}
