import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { createLog } from '../log/createLog.ts'
import { createProxyWatch, warnOfProxy } from './watchProxies.ts'

function capture() {
  const lines: { level: string; alarm?: string; msg: string }[] = []
  const log = createLog({
    app: 'test',
    destination: { write: (line) => void lines.push(JSON.parse(line)) },
  })
  return { lines, log }
}

test.each(['Forwarded', 'X-Forwarded-For', 'X-Real-IP'])(
  'logs one alarm at the first request with %s when no proxy is trusted',
  async (name) => {
    const { lines, log } = capture()
    const watch = createProxyWatch({ log, trustedProxies: 0 })
    const app = new Hono().get('/', (c) => {
      watch(c)
      return c.text('ok')
    })
    await app.request('/')
    expect(lines).toEqual([])
    for (let count = 0; count < 3; count++)
      await app.request('/', { headers: { [name]: '203.0.113.7' } })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toMatchObject({ level: 'error', alarm: 'proxy' })
    expect(lines[0]?.msg).toContain('set TRUST_PROXY')
    expect(JSON.stringify(lines)).not.toContain('203.0.113.7')
  },
)

test('logs nothing when a proxy is trusted', async () => {
  const { lines, log } = capture()
  const watch = createProxyWatch({ log, trustedProxies: 1 })
  const app = new Hono().get('/', (c) => {
    watch(c)
    return c.text('ok')
  })
  await app.request('/', { headers: { 'X-Forwarded-For': '203.0.113.7' } })
  warnOfProxy({ log, origin: 'https://id.example', trustedProxies: 1 })
  expect(lines).toEqual([])
})

test('logs an alarm at the start when the public origin is https and no proxy is trusted', () => {
  const { lines, log } = capture()
  warnOfProxy({ log, origin: 'http://login.localhost:4001', trustedProxies: 0 })
  expect(lines).toEqual([])
  warnOfProxy({ log, origin: 'https://id.example', trustedProxies: 0 })
  expect(lines).toMatchObject([{ level: 'error', alarm: 'proxy', origin: 'https://id.example' }])
})
