import type { FunctionReading } from './callReading.ts'

/** Maximum of parts decoded of one list. */
const maxParts = 50

/** Merges the readings of several parts of the same kind; adds a warning when there are more than 50. */
export function joinReadings<part>(
  parts: readonly part[],
  read: (part: part) => FunctionReading,
): FunctionReading {
  const readings = parts.slice(0, maxParts).map(read)
  const [first] = readings
  if (!first) return { action: 'contract-call', unknown: true }
  return {
    action: (readings.find(({ action }) => action !== 'revoke-approval') ?? first).action,
    facts: readings.flatMap(({ facts = [] }) => facts),
    warnings: [
      ...readings.flatMap(({ warnings = [] }) => warnings),
      ...(parts.length > maxParts ? [{ code: 'not-all-decoded' } as const] : []),
    ],
    leaves: readings.flatMap(({ leaves = [] }) => leaves),
    comes: readings.flatMap(({ comes = [] }) => comes),
  }
}
