import { pathToFileURL } from 'node:url'
import { type ApprovalInput, describeRequest } from '@foyer/decode'
import fc from 'fast-check'

/** Hostile requests of the package's own tests, which are not published. */
const inputsFile = '../../../packages/decode/src/hostileInput.test.kit.ts'

/**
 * Measures how long the approval screen's decoders take for an attacker's requests, ms.
 *
 * @source security T42
 */
export async function measureDecoding(runs: number): Promise<Readonly<Record<string, number[]>>> {
  const { hostileInputs } = (await import(
    new URL(inputsFile, pathToFileURL(import.meta.filename)).href
  )) as { hostileInputs: Record<string, fc.Arbitrary<ApprovalInput>> }
  const services = { rpc: () => Promise.reject(new Error('no chain')), now: Date.now }
  const found: Record<string, number[]> = {}
  for (const [name, arbitrary] of Object.entries(hostileInputs)) {
    const times: number[] = []
    for (const input of fc.sample(arbitrary, runs)) {
      const startedAt = performance.now()
      // A rejection counts as an answer.
      await describeRequest(input, services).catch(() => {})
      times.push(performance.now() - startedAt)
    }
    found[name] = times
  }
  return found
}
