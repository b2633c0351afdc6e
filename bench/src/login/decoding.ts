import { pathToFileURL } from 'node:url'
import { type ApprovalInput, describeRequest } from '@foyer/decode'
import fc from 'fast-check'

/** Not published with the package: the requests that its own tests try to break it with. */
const inputsFile = '../../../packages/decode/src/hostileInput.test.kit.ts'

/**
 * How long the decoders of the approval screen take for requests as an attacker would send them, ms.
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
      // A refusal is an answer.
      await describeRequest(input, services).catch(() => {})
      times.push(performance.now() - startedAt)
    }
    found[name] = times
  }
  return found
}
