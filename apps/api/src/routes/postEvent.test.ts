import { testEngines } from '@foyer/server/testDatabase'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApi, lab, shop, type TestApi } from '../createTestApi.test.kit.ts'
import { events } from '../database/schema.ts'
import { createEventStore } from '../telemetry/eventStore.ts'

const canaries = {
  address: '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045',
  hash: `0x${'ab12'.repeat(16)}`,
  bareKey: 'cd34'.repeat(16),
  email: 'alice.canary+shop@mail.example.org',
  encodedEmail: 'alice.canary%40mail.example.org',
  jwt: 'eyJhbGciOiJFZERTQSJ9.eyJzdWIiOiJjYW5hcnkifQ.c2lnbmF0dXJlY2FuYXJ5',
  bearer: 'Bearer s3cr3tcanary',
  apiKey: 'sk_live_canary0123456789',
  assigned: 'password=canarypass1',
  solana: '7EqQdEULxWcraVx3mXKFjc84LhCkMGZCkRuDpvcMwJeK',
  bitcoin: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  tron: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8',
  pairing: 'wc:canary@2?relay-protocol=irn&symKey=canarykey',
  phrase: 'legal winner thank year wave sausage worth useful legal winner thank yellow',
  name: 'canary.eth',
  code: 'code: 123456',
  phone: '+44 20 7946 0958',
  ip: '203.0.113.77',
}

const event = (eventId: string, props: Record<string, unknown> = {}) => ({
  eventId,
  url: 'https://shop.example/checkout',
  domain: 'shop.example',
  timestamp: Date.now(),
  props: { type: 'error', event: 'INTERNAL_SDK_ERROR', ...props },
})

describe.each(testEngines)('%s', (engine) => {
  let api: TestApi
  beforeAll(async () => {
    api = await createTestApi({ engine })
  })
  afterAll(() => api.close())
  let client = 0
  const post = (body: unknown, { from = `192.0.2.${client++}`, project = shop.id } = {}) =>
    api.request(`/e?projectId=${project}&st=appkit&sv=html-wagmi-4.2.2`, {
      method: 'POST',
      headers: { Origin: 'https://shop.example', 'X-Forwarded-For': from },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
  const stored = () => api.database.queries.select().from(events)

  test('[7.28] stores an event', async () => {
    const props = {
      errorType: 'TypeError',
      errorMessage: 'x is not a function',
      stackTrace: 'at f (app.js:1:2)',
    }
    const response = await post(event('6b29fc40-ca47-1067-b31d-00dd010662da', props))
    expect(response.status).toBe(202)
    expect(await response.json()).toEqual({})
    expect(await stored()).toMatchObject([
      {
        projectId: shop.id,
        eventId: '6b29fc40-ca47-1067-b31d-00dd010662da',
        url: 'https://shop.example/checkout',
        domain: 'shop.example',
        type: 'error',
        event: 'INTERNAL_SDK_ERROR',
        ...props,
        sdkType: 'appkit',
        sdkVersion: 'html-wagmi-4.2.2',
      },
    ])
  })

  test('[7.28] stores lists of facts, and scrubs each', async () => {
    const properties = { connectors: ['injected', canaries.address], counts: [1, 2], ok: true }
    const response = await post(event('lists', { type: 'track', event: 'INITIALIZE', properties }))
    expect(response.status).toBe(202)
    const [row] = (await stored()).filter(({ eventId }) => eventId === 'lists')
    expect(row?.properties).toEqual({
      connectors: ['injected', '[hidden]'],
      counts: [1, 2],
      ok: true,
    })
    const nested = await post(event('nested', { properties: { a: [['b']] } }))
    expect(nested.status).toBe(400)
    const long = await post(event('long', { properties: { a: Array(51).fill(1) } }))
    expect(long.status).toBe(400)
  })

  test('stores a repeated event once', async () => {
    await post(event('twice'))
    expect((await post(event('twice'))).status).toBe(202)
    expect((await stored()).filter(({ eventId }) => eventId === 'twice')).toHaveLength(1)
  })

  test.each(Object.entries(canaries))('[T106] nothing is left of: %s', async (name, canary) => {
    await post({
      ...event(`id ${canary}`.slice(0, 64), {
        type: canary.slice(0, 32),
        errorType: `before ${canary}`.slice(0, 64),
        errorMessage: `before ${canary} after`,
        stackTrace: `Error: ${canary}\n    at https://shop.example/a.js?user=${canary}#${canary}:1:2`,
        properties: { [`key ${canary}`.slice(0, 64)]: `value ${canary}` },
      }),
      url: `https://shop.example/u/${canary}?next=${canary}#${canary}`,
    })
    const rows = JSON.stringify(await stored())
    expect(rows).toContain('value')
    expect(rows).not.toContain(canary)
    // Nor is the telling part of it.
    expect(rows).not.toMatch(
      /canary|d8da6bf2|ab12ab12|cd34cd34|7EqQdE|bc1qar|TJRabP|sausage|7946|123456|203\.0/i,
    )
    expect(name).toBeTruthy()
  })

  test('[9.25] [T106] error: drops the sixth error event of a client in a minute', async () => {
    const before = (await stored()).length
    const statuses: number[] = []
    for (let i = 0; i < 6; i++) {
      statuses.push((await post(event(`flood${i}`), { from: '198.51.100.1' })).status)
    }
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429])
    expect((await stored()).length - before).toBe(5)
    expect((await post(event('neighbour'), { from: '198.51.100.2' })).status).toBe(202)
    // A user's actions have their own limit.
    const usage = event('usage', { type: 'track', event: 'MODAL_OPEN' })
    expect((await post(usage, { from: '198.51.100.1' })).status).toBe(202)
  })

  test('stores nothing for a project that collects nothing', async () => {
    const response = await api.request(`/e?projectId=${lab.id}`, {
      method: 'POST',
      body: JSON.stringify(event('unwanted')),
    })
    expect(response.status).toBe(202)
    expect((await stored()).some(({ eventId }) => eventId === 'unwanted')).toBe(false)
  })

  test('error: refuses a body over 4 KiB', async () => {
    const response = await post(JSON.stringify(event('long')).padEnd(4097))
    expect(response.status).toBe(413)
    expect((await post(JSON.stringify(event('fits')).padEnd(4096))).status).toBe(202)
  })

  test.each([
    ['{', undefined],
    ['[]', 'eventId'],
    ['"text"', undefined],
    [{ ...event('bad'), timestamp: 'now' }, 'timestamp'],
    [event('bad', { event: 'x'.repeat(65) }), 'props.event'],
  ])('error: a malformed event %#', async (body, field) => {
    const response = await post(body)
    expect(response.status).toBe(400)
    expect((await response.json()).error.field).toBe(field)
  })

  test('deletes events older than the retention time', async () => {
    await post(event('recent'))
    const { queries } = api.database
    expect(await createEventStore({ queries, retentionMs: 60_000 }).forgetOld()).toBe(0)
    const count = (await stored()).length
    await new Promise((resolve) => setTimeout(resolve, 5))
    expect(await createEventStore({ queries, retentionMs: 1 }).forgetOld()).toBe(count)
    expect(await stored()).toEqual([])
  })
})
