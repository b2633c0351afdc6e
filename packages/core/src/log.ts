import type { LogLevel } from './options.ts'

const levels = ['debug', 'info', 'warn', 'error', 'silent'] as const

/** Writes to the console from a level on. */
export type Log = (
  level: Exclude<LogLevel, 'silent'>,
  message: string,
  ...details: readonly unknown[]
) => void

/** @source ledger 9.9 */
export function createLog(from: LogLevel): Log {
  return (level, message, ...details) => {
    if (levels.indexOf(level) < levels.indexOf(from)) return
    console[level](`[foyer] ${message}`, ...details)
  }
}
