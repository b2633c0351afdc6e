import { HttpError } from '@foyer/server'
import { type TestEngine, testEngines } from '@foyer/server/testDatabase'
import { sendHostileInputs, signCalls } from '@foyer/server/testHostileInputs'
import { expect, test } from 'vitest'
import { ensureDevice } from '../worker/store/createDevice.ts'
import { memoryStore } from '../worker/store/deviceStore.ts'
import { createApp } from './app.ts'
import { createBudgets } from './budgets.ts'
import { createTestServers } from './createTestServers.test.kit.ts'
import { ofToken } from './doors.ts'
import type { Projects } from './projects/projects.ts'
import { routes } from './routes.ts'

/** No input names an existing project. */
const unknown = () =>
  Promise.reject(new HttpError(401, 'unauthorized', 'Unauthorized: invalid key'))
const projects: Projects = { get: unknown, admit: unknown }

test('[T122] [T111] refuses hostile inputs of a logged-in device and of the vault to every route; memory, work and other callers are unaffected', async () => {
  const { database, logIn, newCaller, services } = await createTestServers(
    testEngines.at(-1) as TestEngine,
    { limits: { callsOfDevicePerMinute: 1_000_000, callsOfClientPerMinute: 1_000_000 } },
  )
  const { jkt, pop } = await ensureDevice(memoryStore())
  const { session } = await logIn('ada@mail.example', undefined, { ...newCaller(), jkt })
  const accessToken = await services.tokens.sign({ ...session!, amr: [] })
  const ofTokens = routes
    .filter(({ door }) => door === ofToken)
    .map(({ endpoint }) => endpoint.path)
  const app = createApp({ ...services, projects, trustedProxies: 1 })
  const origin = services.loginOrigin
  const { firstWorkMs, grownBytes, healthWorkMs, lastWorkMs, statuses } = await sendHostileInputs({
    routes: [...createBudgets().keys()],
    parsing: routes
      .filter(({ endpoint }) => endpoint.body)
      .map(({ endpoint: { method, path } }) => `${method} ${path}`),
    send: signCalls({
      ...{ from: 'B', key: pop, origin, secret: services.serviceSecret },
      tokenOf: (path) => (ofTokens.includes(path) ? accessToken : undefined),
      send: async (path, init) => app.request(origin + path, init),
    }),
    headers: { Origin: origin },
    query: (route) => (route.startsWith('GET') ? '?pid=__proto__' : ''),
  })
  for (const [route, seen] of statuses)
    for (const status of seen) expect([route, status < 500]).toEqual([route, true])
  expect(healthWorkMs).toBeLessThan(500)
  expect(grownBytes).toBeLessThan(8 * 1024 * 1024)
  expect(lastWorkMs).toBeLessThan(firstWorkMs * 1.5 + 500)
  await database.close()
}, 7_200_000)
