import Testing

@Suite struct DatabaseFunctionDiagnosticTests {
  @Test func `a type is not a function`() {
    assertDiagnostics("@DatabaseFunction struct Foo {}") {
      """
      @DatabaseFunction struct Foo {}
                        ^ error: '@DatabaseFunction' must be applied to a function or computed property
      """
    }
  }

  @Test func `a stored property is not a function`() {
    assertDiagnostics("@DatabaseFunction var foo = 1") {
      """
      @DatabaseFunction var foo = 1
                        ^ error: '@DatabaseFunction' must be applied to a function or computed property
      """
    }
  }

  @Test func `variadic parameters are rejected`() {
    assertDiagnostics("@DatabaseFunction func sum(_ values: Int...) -> Int { 0 }") {
      """
      @DatabaseFunction func sum(_ values: Int...) -> Int { 0 }
                                              ^ error: Variadic arguments are not supported
      """
    }
  }

  @Test func `an async function is rejected`() {
    assertDiagnostics("@DatabaseFunction func load() async throws -> Int { 0 }") {
      """
      @DatabaseFunction func load() async throws -> Int { 0 }
                                    ^ error: '@DatabaseFunction' cannot be applied to an 'async' function: SQL waits for its result
      """
    }
  }

  @Test func `arguments must be literals`() {
    assertDiagnostics(
      """
      @DatabaseFunction(name, as: type, isDeterministic: flag) func one() -> Int { 1 }
      """
    ) {
      """
      @DatabaseFunction(name, as: type, isDeterministic: flag) func one() -> Int { 1 }
                        ^ error: Argument must be a non-empty string literal
      @DatabaseFunction(name, as: type, isDeterministic: flag) func one() -> Int { 1 }
                                                         ^ error: Argument must be a boolean literal
      @DatabaseFunction(name, as: type, isDeterministic: flag) func one() -> Int { 1 }
                                  ^ error: Argument 'as' must be a type literal
      """
    }
  }

  @Test func `a name must not be empty`() {
    assertDiagnostics(#"@DatabaseFunction("") func one() -> Int { 1 }"#) {
      """
      @DatabaseFunction("") func one() -> Int { 1 }
                        ^ error: Argument must be a non-empty string literal
      """
    }
  }

  @Test(arguments: ["Int", "((Int, Int) -> Int)"])
  func `the representation must match the function's type`(type: String) {
    assertDiagnostics("@DatabaseFunction(as: \(type).self) func one(_ x: Int) -> Int { 1 }") {
      """
      @DatabaseFunction(as: \(type).self) func one(_ x: Int) -> Int { 1 }
                            ^ error: Argument must be a function type literal mapping to this function
      """
    }
  }

  @Test func `the representation of an aggregate must have as many parts as its rows`() {
    assertDiagnostics(
      """
      @DatabaseFunction(as: ((any Sequence<Int>) -> Int).self)
      func one(_ rows: some Sequence<(Int, Int)>) -> Int { 1 }
      """
    ) {
      """
      @DatabaseFunction(as: ((any Sequence<Int>) -> Int).self)
                            ^ error: Argument must be a function type literal mapping to this function
      """
    }
  }

  @Test func `a function or property of the main actor is rejected`() {
    assertDiagnostics(
      """
      @MainActor @DatabaseFunction func one() -> Int { 1 }
      @MainActor @DatabaseFunction var two: Int { 2 }
      """
    ) {
      """
      @MainActor @DatabaseFunction func one() -> Int { 1 }
                                        ^ error: '@DatabaseFunction' function must be 'nonisolated': SQL calls it from any thread
      @MainActor @DatabaseFunction var two: Int { 2 }
                                       ^ error: '@DatabaseFunction' property must be 'nonisolated': SQL reads it from any thread
      """
    }
  }
}
