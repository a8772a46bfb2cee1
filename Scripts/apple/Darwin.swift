// The part of Darwin's C library that the package uses: what is the same as on Linux, what is missing there, and what has
// another type.

@_exported import CDarwin
@_exported import Glibc

public struct _opaque_pthread_t {}
public typealias pthread_t = UnsafeMutablePointer<_opaque_pthread_t>

public func pthread_self() -> pthread_t { UnsafeMutablePointer.allocate(capacity: 1) }
