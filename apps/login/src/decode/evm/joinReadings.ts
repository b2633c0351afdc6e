import type { FunctionReading } from './callReading.ts'

/** Parts shown of one list. */
const most = 20

/** Several of the same kind as one reading; a longer list than 20 says that not all of it is shown. */
export function joinReadings(readings: readonly FunctionReading[]): FunctionReading {
  const shown = readings.slice(0, most)
  const [first] = shown
  if (!first) return { action: 'contract-call', unknown: true }
  return {
    action: (shown.find(({ action }) => action !== 'revoke-approval') ?? first).action,
    facts: shown.flatMap(({ facts = [] }) => facts),
    warnings: [
      ...readings.flatMap(({ warnings = [] }) => warnings),
      ...(readings.length > most ? [{ code: 'not-all-decoded' } as const] : []),
    ],
    leaves: readings.flatMap(({ leaves = [] }) => leaves),
    comes: readings.flatMap(({ comes = [] }) => comes),
  }
}
