import type { FunctionReading } from './callReading.ts'

/** Maximum of parts read from one list. */
const most = 50

/** Reads several parts of the same kind as one; for more than 50 it states that not all are shown. */
export function joinReadings<part>(
  parts: readonly part[],
  read: (part: part) => FunctionReading,
): FunctionReading {
  const readings = parts.slice(0, most).map(read)
  const [first] = readings
  if (!first) return { action: 'contract-call', unknown: true }
  return {
    action: (readings.find(({ action }) => action !== 'revoke-approval') ?? first).action,
    facts: readings.flatMap(({ facts = [] }) => facts),
    warnings: [
      ...readings.flatMap(({ warnings = [] }) => warnings),
      ...(parts.length > most ? [{ code: 'not-all-decoded' } as const] : []),
    ],
    leaves: readings.flatMap(({ leaves = [] }) => leaves),
    comes: readings.flatMap(({ comes = [] }) => comes),
  }
}
