import { testEngines } from '@foyer/server/testDatabase'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, test } from 'vitest'
import {
  type ModelKey,
  type ModelVault,
  newModelKey,
  openModelVault,
} from './openModelVault.test.kit.ts'
import { runSequence, sequence } from './runSequence.test.kit.ts'

/** Sequences on each database: `VAULT_MODEL_RUNS=10000` runs the model at length. */
const numRuns = Number(process.env.VAULT_MODEL_RUNS ?? 16)

type Step = [number, number, number, number]
/** Enrols a code, then logs in on a new device, of which an attacker chooses the sets by `b`. */
const newInCodeMode = (b: number) => ({
  steps: [[10, 0, 0, 0] as Step, [0, 0, b, 1] as Step],
  isWhole: false,
})

describe.each(testEngines)('a vault with a malicious login server, on %s', (engine) => {
  const vaults: ModelVault[] = []
  let keys: ModelKey[]
  beforeAll(async () => {
    // Databases of another process add waiting time: with four, the other lanes run while one waits.
    const lanes = engine === 'PGlite' ? 1 : 4
    for (let lane = 0; lane < lanes; lane++) vaults.push(await openModelVault(engine))
    keys = await Promise.all(Array.from({ length: 24 }, newModelKey))
  })
  afterAll(() => Promise.all(vaults.map((vault) => vault.close())))

  const check = (runs: number, options: { isAsserted: boolean }) => {
    const { seed = 1 } = fc.readConfigureGlobal()
    return Promise.all(
      vaults.map((vault, lane) =>
        fc.assert(
          fc.asyncProperty(sequence, (one) => runSequence({ keys, vault }, one, options)),
          {
            ...{ numRuns: Math.ceil(runs / vaults.length), seed: seed + lane },
            examples: [0, 1, 2].map((b) => [newInCodeMode(b)]),
          },
        ),
      ),
    )
  }

  test('[T88] [T119] [T120] releases nothing of a user to a key that the user did not approve', async () => {
    await check(numRuns, { isAsserted: false })
  }, 7_200_000)

  test('[T120] releases nothing to a revoked device of a user for whom only the login server vouches', async () => {
    await check(numRuns / 4, { isAsserted: true })
  }, 7_200_000)
})
