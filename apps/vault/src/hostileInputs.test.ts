import { type TestEngine, testEngines } from '@foyer/server/testDatabase'
import { sendHostileInputs } from '@foyer/server/testHostileInputs'
import { expect, test } from 'vitest'
import { createApp } from './app.ts'
import { createBudgets } from './budgets.ts'
import { createTestServices } from './createTestServices.test.kit.ts'
import { readDevicePage } from './page.ts'

test('[T122] [T111] refuses hostile inputs to every route; memory, work and other callers are unaffected', async () => {
  const { services } = await createTestServices({
    engine: testEngines.at(-1) as TestEngine,
    now: Date.now,
  })
  const app = createApp({ ...services, trustedProxies: 1 }, await readDevicePage())
  const { firstWorkMs, grownBytes, healthWorkMs, lastWorkMs, statuses } = await sendHostileInputs({
    routes: [...createBudgets().keys()],
    send: async (path, init) => app.request(services.publicUrl + path, init),
    headers: { Origin: services.loginOrigin },
  })
  for (const [route, seen] of statuses)
    for (const status of seen) expect([route, status < 500]).toEqual([route, true])
  expect(healthWorkMs).toBeLessThan(500)
  expect(grownBytes).toBeLessThan(8 * 1024 * 1024)
  expect(lastWorkMs).toBeLessThan(firstWorkMs * 1.5 + 500)
}, 7_200_000)
