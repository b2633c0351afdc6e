import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { vaultFreeze } from '@foyer/protocol/vault'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CallService, createServiceCaller } from './callService.ts'

let server: Server
let call: CallService
let answer = ''
beforeAll(async () => {
  server = createServer((_, response) => response.end(answer))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  call = createServiceCaller({ from: 'A', baseUrl, secret: 's'.repeat(32), fingerprints: ['a'] })
})
afterAll(() => {
  server.close()
  server.closeAllConnections()
})

test.each([
  [0, 'read'],
  [1, 'refused'],
])('an answer of 1 MiB and %i bytes is %s', async (more, outcome) => {
  answer = '{"done":true}'.padEnd(1024 * 1024 + more)
  const ended = call(vaultFreeze, { userId: crypto.randomUUID() }).then(
    () => 'read',
    ({ code }: { code: string }) => (code === 'http-failed' ? 'refused' : code),
  )
  expect(await ended).toBe(outcome)
})
