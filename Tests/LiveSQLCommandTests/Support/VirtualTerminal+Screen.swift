import LiveSQLTestSupport
import TerminalTestSupport

/// So that a program can run on it in a pseudo-terminal.
extension VirtualTerminal: TerminalScreen {}
