#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#elseif os(Windows)
  import WinSDK
#endif

/// A library that is opened at run time and never closed.
@safe
package struct DynamicLibrary {
  #if os(Windows)
    private let handle: HMODULE
  #else
    private let handle: UnsafeMutableRawPointer
  #endif

  /// Opens the first available library of several names; fails if none is available.
  package init?(anyOf names: [String]) {
    for name in names {
      #if os(Windows)
        guard let handle = unsafe LoadLibraryA(name) else { continue }
      #else
        guard let handle = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) else { continue }
      #endif
      unsafe self.handle = handle
      return
    }
    return nil
  }

  /// Returns the address of a function, or `nil` if the library lacks it.
  package func address(of name: UnsafePointer<CChar>) -> UnsafeMutableRawPointer? {
    #if os(Windows)
      unsafe unsafeBitCast(GetProcAddress(handle, name), to: UnsafeMutableRawPointer?.self)
    #else
      unsafe dlsym(handle, name)
    #endif
  }
}
