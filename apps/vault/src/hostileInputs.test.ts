import { exportPublicKey, thumbprint } from '@foyer/protocol/custody'
import { type TestEngine, testEngines } from '@foyer/server/testDatabase'
import { sendHostileInputs, signCalls } from '@foyer/server/testHostileInputs'
import { generateKeyPair } from 'jose'
import { expect, test } from 'vitest'
import { createApp } from './app.ts'
import { createBudgets } from './budgets.ts'
import { createTestServices } from './createTestServices.test.kit.ts'
import { ofPage, ofWorker } from './doors.ts'
import { readDevicePage } from './page.ts'
import { routes } from './routes.ts'

test('[T122] [T111] refuses hostile inputs of a logged-in device, of the login server and of its own page to every route; memory, work and other callers are unaffected', async () => {
  const { addUser, services } = await createTestServices({
    engine: testEngines.at(-1) as TestEngine,
    now: Date.now,
  })
  const key = await generateKeyPair('ES256')
  const jkt = await thumbprint(await exportPublicKey(key.publicKey))
  const userId = await addUser({ email: 'ada@mail.example' })
  const many = { limit: 1_000_000, windowMs: 60_000 }
  const app = createApp(
    {
      ...services,
      limits: { ...services.limits, shareCallsPerMinute: many, pageCallsPerMinute: many },
      trustedProxies: 1,
      verifyToken: async () => ({ jkt, userId, sid: crypto.randomUUID(), issuedAt: Date.now() }),
    },
    await readDevicePage(),
  )
  const { loginOrigin, publicUrl: origin } = services
  const pathsOf = (wanted: unknown) =>
    routes.filter(({ door }) => door === wanted).map(({ endpoint }) => endpoint.path)
  const [ofOwnPage, ofTokens] = [pathsOf(ofPage), pathsOf(ofWorker)]
  const { firstWorkMs, grownBytes, healthWorkMs, lastWorkMs, statuses } = await sendHostileInputs({
    routes: [...createBudgets().keys()],
    parsing: routes
      .filter(({ endpoint }) => endpoint.body)
      .map(({ endpoint: { method, path } }) => `${method} ${path}`),
    send: signCalls({
      ...{ from: 'A', key, origin, secret: services.serviceSecret },
      tokenOf: (path) => (ofTokens.includes(path) ? 'verified-above' : undefined),
      send: async (path, init) => {
        const isOwn = ofOwnPage.includes(new URL(origin + path).pathname)
        const headers = { ...init?.headers, Origin: isOwn ? origin : loginOrigin }
        return app.request(origin + path, { ...init, headers })
      },
    }),
  })
  for (const [route, seen] of statuses)
    for (const status of seen) expect([route, status < 500]).toEqual([route, true])
  expect(healthWorkMs).toBeLessThan(500)
  expect(grownBytes).toBeLessThan(8 * 1024 * 1024)
  expect(lastWorkMs).toBeLessThan(firstWorkMs * 1.5 + 500)
}, 7_200_000)
