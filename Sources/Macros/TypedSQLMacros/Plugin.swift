import SwiftSyntaxMacros

#if TOOLCHAIN_SYNTAX
  @_spi(PluginMessage) import SwiftCompilerPluginMessageHandling

  /// A plug-in that serves the compiler over standard input and output.
  @main struct Plugin {
    static func main() throws {
      try CompilerPluginMessageListener(
        connection: PreciseConnection(base: StandardIOMessageConnection()),
        provider: Provider()
      ).main()
    }
  }

  struct Provider: PluginProvider {
    func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
      let name = "\(moduleName).\(typeName)"
      guard let macro = macros.first(where: { String(reflecting: $0) == name }) else {
        throw UnknownMacro(name: name)
      }
      return macro
    }
  }

  struct UnknownMacro: Error, CustomStringConvertible {
    let name: String
    var description: String { "There is no macro '\(name)' in this plug-in" }
  }
#else
  import SwiftCompilerPlugin

  /// A plug-in that serves the compiler by means of the swift-syntax package.
  @main struct Plugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = macros
  }
#endif
