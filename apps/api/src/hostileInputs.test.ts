import { createLog } from '@foyer/server'
import { sendHostileInputs } from '@foyer/server/testHostileInputs'
import { expect, test } from 'vitest'
import { createBudgets } from './budgets.ts'
import { createTestApi, shop } from './createTestApi.test.kit.ts'

test('[T122] [T111] refuses hostile inputs to every route; memory and other callers are unaffected', async () => {
  const api = await createTestApi({
    limits: { callsPerMinute: 1_000_000, nameClaimsPerHour: 1_000_000 },
    nameSuffix: 'names.example',
    services: {
      log: createLog({ app: 'api', level: 'silent' }),
      serviceToken: 'a-token-of-the-operators-servers',
    },
  })
  try {
    const { firstWorkMs, grownBytes, healthWorkMs, lastWorkMs, statuses } = await sendHostileInputs(
      {
        routes: [...createBudgets().keys()],
        send: (path, init) => api.request(path, init),
        query: `?projectId=${shop.id}&chainId=__proto__:1`,
      },
    )
    for (const [route, seen] of statuses)
      for (const status of seen) expect([route, status < 500]).toEqual([route, true])
    expect(healthWorkMs).toBeLessThan(200)
    expect(grownBytes).toBeLessThan(8 * 1024 * 1024)
    expect(lastWorkMs).toBeLessThan(firstWorkMs * 1.5 + 500)
  } finally {
    await api.close()
  }
}, 7_200_000)
