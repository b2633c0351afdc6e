import { type EvmChain, startEvm } from '@foyer/devnet'
import { sendHostileInputs } from '@foyer/server/testHostileInputs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBudgets } from './budgets.ts'
import { merchantToken, serviceToken, startTestSponsor } from './startTestSponsor.test.kit.ts'

let chain: EvmChain
let sponsor: Awaited<ReturnType<typeof startTestSponsor>>
beforeAll(async () => {
  chain = await startEvm({ chainId: 31337, port: 0 })
  sponsor = await startTestSponsor(chain, {
    limits: { merchantCallsPerMinute: 1e6, serviceCallsPerMinute: 1e6, guessesPerMinute: 1e6 },
  })
})
afterAll(async () => {
  await sponsor?.stop()
  await chain?.stop()
})

test.each([
  ['nobody', undefined],
  ['a merchant', merchantToken],
  ['the login server', serviceToken],
])(
  '[T122] refuses hostile inputs of %s to every route; nothing is sent, memory and work stay the same',
  async (_, token) => {
    const { firstWorkMs, grownBytes, lastWorkMs, statuses } = await sendHostileInputs({
      routes: [...createBudgets().keys()],
      send: (path, init) => fetch(sponsor.url + path, init),
      headers: token === undefined ? {} : { Authorization: `Bearer ${token}` },
    })
    for (const [route, seen] of statuses)
      for (const status of seen) expect([route, status < 500]).toEqual([route, true])
    expect(grownBytes).toBeLessThan(8 * 1024 * 1024)
    expect(lastWorkMs).toBeLessThan(firstWorkMs * 1.5 + 500)
    expect(await sponsor.client.getTransactionCount({ address: sponsor.sender })).toBe(0)
  },
  7_200_000,
)
