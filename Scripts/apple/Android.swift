// The part of Android's C library that the package uses: what is the same as in Glibc, and what has another type.

@_exported import Glibc

public typealias pthread_t = Int

public func pthread_self() -> pthread_t { 0 }
