import Foundation
import LiveSQLCommand
import Terminal

let code = await Program().runProcess(Array(CommandLine.arguments.dropFirst()))
exit(code.rawValue)
