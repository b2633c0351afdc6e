import { testEngines } from '@foyer/server/testDatabase'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, test } from 'vitest'
import {
  type ModelKey,
  type ModelLogin,
  newModelKey,
  openModelLogin,
} from './openModelLogin.test.kit.ts'
import { runSequence, sequence } from './runSequence.test.kit.ts'

/** Sequences on each database: `LOGIN_MODEL_RUNS=10000` runs the model at length. */
const numRuns = Number(process.env.LOGIN_MODEL_RUNS ?? 16)

describe.each(testEngines)('a login server with a malicious vault, on %s', (engine) => {
  const logins: ModelLogin[] = []
  let keys: ModelKey[]
  beforeAll(async () => {
    // Databases of another process add waiting time: with four, the other lanes run while one waits.
    const lanes = engine === 'PGlite' ? 1 : 4
    for (let lane = 0; lane < lanes; lane++) logins.push(await openModelLogin(engine))
    keys = await Promise.all(Array.from({ length: 5 }, newModelKey))
  })
  afterAll(() => Promise.all(logins.map((login) => login.close())))

  test('[T119] reveals no session, share, address or device of a user, and ends no freeze', async () => {
    const { seed = 1 } = fc.readConfigureGlobal()
    await Promise.all(
      logins.map((login, lane) =>
        fc.assert(
          fc.asyncProperty(sequence, (one) => runSequence({ keys, login }, one)),
          { numRuns: Math.ceil(numRuns / logins.length), seed: seed + lane },
        ),
      ),
    )
  }, 7_200_000)
})
