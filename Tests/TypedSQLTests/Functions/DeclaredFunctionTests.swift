import DatabaseTypes
import Testing
import TypedSQL

/// Tests of calls of declared functions in fragments.
@Suite struct DeclaredFunctionTests {
  private func call(_ function: SQLFunction) -> QueryFragment { .call(function, "a", "b") }

  @Test(arguments: SQLFunction.allCases)
  func `SQLite gets the name and the arguments`(function: SQLFunction) {
    #expect(call(function).render().sql == "\(function.name)(a, b)")
    #expect(call(function).render(layout: .multiLine).sql == "\(function.name)(a, b)")
  }

  @Test func `no name is declared twice`() {
    #expect(Set(SQLFunction.allCases.map { "\($0.name)" }).count == SQLFunction.allCases.count)
  }

  @Test func `a number is neither a mark nor a hint`() {
    for function in SQLFunction.allCases {
      #expect(!Mark.isMark(function.rawValue))
      #expect(DialectHint(rawValue: function.rawValue) == nil)
    }
  }

  @Test func `a function without a form on PostgreSQL gives an error that names the alternative`() {
    for function in SQLFunction.allCases {
      guard case .unavailable(let sentence) = function.declaration.postgres else { continue }
      let bindings = call(function).render(for: .postgres).bindings
      #expect(bindings == [.invalid(QueryBindingError("\(sentence)"))], "\(function)")
    }
  }

  @Test func `text of others that looks like a call goes to PostgreSQL unchanged`() {
    let text: QueryFragment = "SELECT instr(a, b), json_type(c)"
    #expect(text.render(for: .postgres).sql == "SELECT instr(a, b), json_type(c)")
  }

  @Test func `an argument may contain what a template calls an argument`() {
    let fragment = QueryFragment.call(.nthValue, "'$2'", "\(bind: 1)")
    #expect(fragment.render(for: .postgres).sql == "nth_value('$2', ($1::bigint)::integer)")
  }

  @Test(arguments: 0..<200 as Range<UInt64>)
  func `a line with hints is what a writer that goes byte by byte makes of it`(seed: UInt64) {
    var state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    func next(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    var fragment = QueryFragment()
    for _ in 0..<(next(30) + 1) {
      switch next(7) {
      case 0: fragment.append(.call(SQLFunction.allCases[next(SQLFunction.allCases.count)], "x"))
      case 1: fragment.append(hint: .integer)
      case 2: fragment.append(.int(1))
      case 3: fragment.append(identifier: next(9) == 0 ? "a\"b" : "column")
      case 4: fragment.append(raw: next(9) == 0 ? "'\u{16}'" : "'text'")
      case 5: fragment.append(next(3) == 0 ? .newline : .newlineOrSpace)
      default: fragment.append(sql: " = ")
      }
    }
    #expect(fragment.render().sql == fragment.prepare { _ in "?" }.sql)
  }
}
