import Testing

@Suite struct TableDiagnosticTests {
  @Test(arguments: ["class", "actor", "extension", "protocol"])
  func `only structures and enums can be tables`(kind: String) {
    let margin = String(repeating: " ", count: "@Table ".count)
    assertDiagnostics("@Table \(kind) Foo {}") {
      """
      @Table \(kind) Foo {}
      \(margin)^ error: '@Table' can only be applied to struct and enum types
      """
    }
  }

  @Test func `only structures and enums can be selections`() {
    assertDiagnostics("@Selection final class Foo {}") {
      """
      @Selection final class Foo {}
                       ^ error: '@Selection' can only be applied to struct and enum types
      """
    }
  }

  @Test func `a table needs a column`() {
    assertDiagnostics(
      """
      @Table struct Foo {
        @Ephemeral var x = 1
        static var y = 1
      }
      """
    ) {
      """
      @Table struct Foo {
                    ^ error: '@Table' requires at least one stored column property to be defined on 'Foo'
      """
    }
  }

  @Test func `a selection needs a column`() {
    assertDiagnostics("@Selection struct Foo {}") {
      """
      @Selection struct Foo {}
                        ^ error: '@Selection' requires at least one stored column property to be defined on 'Foo'
      """
    }
  }

  @Test func `names must be literals that are not empty`() {
    assertDiagnostics(
      #"""
      @Table("", schema: name) struct Foo {
        @Column("\(x)") var bar: Int
        @Column("") var baz: Int
      }
      """#
    ) {
      #"""
      @Table("", schema: name) struct Foo {
             ^ error: Argument must be a non-empty string literal
      @Table("", schema: name) struct Foo {
                         ^ error: Argument must be a non-empty string literal
        @Column("\(x)") var bar: Int
                ^ error: Argument must be a non-empty string literal
        @Column("") var baz: Int
                ^ error: Argument must be a non-empty string literal
      """#
    }
  }

  @Test func `representations must be type literals`() {
    assertDiagnostics(
      """
      @Table struct Foo {
        @Column(as: representation) var bar: Date
      }
      """
    ) {
      """
        @Column(as: representation) var bar: Date
                    ^ error: Argument 'as' must be a type literal
      """
    }
  }

  @Test func `a property declares one column`() {
    assertDiagnostics(
      """
      @Table struct Foo {
        let a, b: Int
        var (c, d) = (1, 2)
      }
      """
    ) {
      """
        let a, b: Int
            ^ error: Table property must contain a single value representing one or more columns
        var (c, d) = (1, 2)
            ^ error: Table property must contain a single value representing one or more columns
      """
    }
  }

  @Test func `a generated column must be a constant`() {
    assertDiagnostics(
      """
      @Table struct Foo {
        @Column(generated: .stored) var bar: Int
      }
      """
    ) {
      """
        @Column(generated: .stored) var bar: Int
                                    ^ error: Generated column property must be declared with a 'let'
                                      fix-it: Replace 'var' with 'let'
      """
    } fixed: {
      """
      @Table struct Foo {
        @Column(generated: .stored) let bar: Int
      }
      """
    }
  }

  @Test func `a column with a default value must be a variable`() {
    assertDiagnostics(
      """
      @Table struct Foo {
        let bar = 1
      }
      """
    ) {
      """
        let bar = 1
        ^ error: Column 'bar' has a default value and must be declared with a 'var' to be read from a row
          fix-it: Replace 'let' with 'var'
      """
    } fixed: {
      """
      @Table struct Foo {
        var bar = 1
      }
      """
    }
  }

  @Test func `columns of a generic type need a type annotation`() {
    assertDiagnostics(
      """
      struct Outer<T> {
        @Table struct Foo {
          var date = Date()
        }
      }
      """
    ) {
      """
          var date = Date()
              ^ error: Column 'date' of a generic type requires a type annotation
      """
    }
  }
}
