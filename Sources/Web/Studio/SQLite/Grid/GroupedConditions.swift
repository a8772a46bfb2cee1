/// Conditions with an operator between them.
///
/// Many are grouped by halves, since SQLite limits the depth of an expression to 1,000.
///
/// - Parameters:
///   - separator: The operator, with spaces.
///   - open: The part that begins a group.
///   - close: The part that ends a group.
func grouped<Part>(
  _ conditions: ArraySlice<[Part]>,
  by separator: Part,
  _ open: Part,
  _ close: Part
) -> [Part] {
  if conditions.count <= 100 { return Array(conditions.joined(separator: [separator])) }
  let middle = conditions.startIndex + conditions.count / 2
  let left = grouped(conditions[..<middle], by: separator, open, close)
  let right = grouped(conditions[middle...], by: separator, open, close)
  return [open] + left + [close, separator, open] + right + [close]
}
