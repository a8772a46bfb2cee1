/// Returns a count with its noun: `1 row`, `2 rows`.
package func plural(_ count: Int, _ noun: String) -> String {
  count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
}
