import { HttpError } from '@foyer/server'
import { type TestEngine, testEngines } from '@foyer/server/testDatabase'
import { sendHostileInputs } from '@foyer/server/testHostileInputs'
import { expect, test } from 'vitest'
import { createApp } from './app.ts'
import { createBudgets } from './budgets.ts'
import { createTestServers } from './createTestServers.test.kit.ts'
import type { Projects } from './projects/projects.ts'

/** No input names an existing project. */
const unknown = () =>
  Promise.reject(new HttpError(401, 'unauthorized', 'Unauthorized: invalid key'))
const projects: Projects = { get: unknown, admit: unknown }

test('[T122] [T111] refuses hostile inputs to every route; memory, work and other callers are unaffected', async () => {
  const { database, services } = await createTestServers(testEngines.at(-1) as TestEngine)
  const app = createApp({ ...services, projects, trustedProxies: 1 })
  const { firstWorkMs, grownBytes, healthWorkMs, lastWorkMs, statuses } = await sendHostileInputs({
    routes: [...createBudgets().keys()],
    send: async (path, init) => app.request(services.loginOrigin + path, init),
    headers: { Origin: services.loginOrigin },
    query: '?pid=__proto__',
  })
  for (const [route, seen] of statuses)
    for (const status of seen) expect([route, status < 500]).toEqual([route, true])
  expect(healthWorkMs).toBeLessThan(500)
  expect(grownBytes).toBeLessThan(8 * 1024 * 1024)
  expect(lastWorkMs).toBeLessThan(firstWorkMs * 1.5 + 500)
  await database.close()
}, 7_200_000)
