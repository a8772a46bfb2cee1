import Foundation
import LiveSQLTestSupport
import Testing

/// The costs of live queries when their tables double: what they do and hold never grows faster
/// than what running the statement again takes.
///
/// All is judged in counts, of SQLite's instructions and of bytes, and never by a clock.
@Suite(.mayBlock, .serialized, .timeLimit(.hang)) struct WrittenCostTests {
  @Test(
    .enabled(if: WrittenCosts.isAsked, "costs are judged by `make fuzz`"),
    arguments: WrittenCosts.indices
  )
  func `steps grow no faster than those of running again`(index: Int) async throws {
    let sql = WrittenCosts.statement(index)
    let single = try await WrittenCostBench(rowCount: 400).steps(of: sql)
    let doubled = try await WrittenCostBench(rowCount: 800).steps(of: sql)
    let complaint = single.complaint(doubled: doubled, floor: 4_000, unit: "steps")
    #expect(complaint == nil, "\(WrittenCosts.name(index)): \(sql)")
  }

  /// A process of its own, so that the bytes are those of the query.
  @Test(
    .enabled(if: WrittenCosts.isAsked, "costs are judged by `make fuzz`"),
    .enabled(if: ProcessLevel.obstacleForBytes == nil, "\(ProcessLevel.obstacleForBytes ?? "")")
  )
  func `memory grows no faster than that of the rows`() async throws {
    let result = await #expect(
      processExitsWith: .success,
      observing: [\.standardOutputContent]
    ) {
      let (single, doubled) = (
        try WrittenCostBench(rowCount: 1_000), try WrittenCostBench(rowCount: 2_000)
      )
      for index in WrittenCosts.indices {
        let sql = WrittenCosts.statement(index)
        let one = try await single.bytes(of: sql)
        let two = try await doubled.bytes(of: sql)
        let complaint = one.complaint(doubled: two, floor: 1 << 17, unit: "bytes")
        if let complaint { print("\(WrittenCosts.name(index)): \(sql)\n\(complaint)") }
      }
      print("All are judged.")
    }
    let output = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
    #expect(output == "All are judged.\n")
  }

  @Test func `the first result costs one start`() async throws {
    let bench = try WrittenCostBench(rowCount: 2_000)
    let cost = try await bench.steps(of: "SELECT id, t, n, big, low, r, d, list FROM item")
    // It reads the columns and the key; a second start would double that.
    #expect(cost.start > cost.fresh / 2)
    #expect(cost.start < cost.fresh / 5 * 9)
  }

  @Test
  func `a cost that quadruples is a complaint, unless as many runs or each run cost as much`() {
    let quadratic = WrittenCost(fresh: 10_000, start: 100_000, changes: 1_000)
    let doubled = WrittenCost(fresh: 20_000, start: 400_000, changes: 1_000)
    #expect(quadratic.complaint(doubled: doubled, floor: 4_000, unit: "steps") != nil)
    var slow = doubled
    slow.fresh = 60_000
    #expect(quadratic.complaint(doubled: slow, floor: 4_000, unit: "steps") == nil)
    let patched = WrittenCost(fresh: 10_000, start: 10_000, changes: 10_000)
    let slower = WrittenCost(fresh: 20_000, start: 20_000, changes: 40_000)
    #expect(patched.complaint(doubled: slower, floor: 4_000, unit: "steps") != nil)
    var runAgain = slower
    runAgain.readCount = 2
    #expect(patched.complaint(doubled: runAgain, floor: 4_000, unit: "steps") == nil)
    runAgain.readCount = 1
    #expect(patched.complaint(doubled: runAgain, floor: 4_000, unit: "steps") != nil)
  }

  @Test func `memory that changes take is judged, as that of the first result`() {
    let linear = WrittenCost(fresh: 1 << 20, start: 1 << 20, changes: 1 << 20)
    var doubled = WrittenCost(fresh: 2 << 20, start: 2 << 20, changes: 2 << 20)
    #expect(linear.complaint(doubled: doubled, floor: 1 << 17, unit: "bytes") == nil)
    doubled.changes = 8 << 20
    let complaint = linear.complaint(doubled: doubled, floor: 1 << 17, unit: "bytes")
    #expect(complaint?.hasPrefix("following changes takes") == true)
  }

  @Test func `bytes in use are what the system gave, less what is free`() {
    let text = """
      <heap nr="0"><total type="rest" count="1" size="7"/></heap>
      <total type="fast" count="2" size="10"/>
      <total type="rest" count="1" size="20"/>
      <total type="mmap" count="1" size="3000"/>
      <system type="current" size="400"/>
      <system type="max" size="9999"/>
      """
    #expect(ProcessLevel.heapBytes(in: text) == 3370)
  }
}

/// The statements whose costs are measured.
enum WrittenCosts {
  /// The numbers of all shapes.
  static var indices: Range<Int> { WrittenShape.all.indices }

  /// Whether costs are judged: only where many rounds are asked for, as by `make fuzz`.
  static var isAsked: Bool { ProcessInfo.processInfo.environment["LIVESQL_FUZZ_ROUNDS"] != nil }

  static func name(_ index: Int) -> String { WrittenShape.all[index].name }

  /// Returns a statement of a shape, always the same for a seed.
  static func statement(_ index: Int) -> String {
    var random = SeededGenerator(seed: PropertySeeds.of(1).lowerBound &+ UInt64(index))
    return WrittenScribe.plain(WrittenShape.all[index].template, using: &random)
  }
}
