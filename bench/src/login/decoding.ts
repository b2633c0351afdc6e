import { pathToFileURL } from 'node:url'
import fc from 'fast-check'

const decode = (file: string) =>
  import(
    new URL(`../../../apps/login/src/decode/${file}`, pathToFileURL(import.meta.filename)).href
  )

/**
 * How long the decoders of the approval screen take for requests as an attacker would send them, ms.
 *
 * @source security T42
 */
export async function measureDecoding(runs: number): Promise<Readonly<Record<string, number[]>>> {
  const { describeRequest } = await decode('describeRequest.ts')
  const { hostileInputs } = (await decode('hostileInput.test.kit.ts')) as {
    hostileInputs: Record<string, fc.Arbitrary<unknown>>
  }
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
