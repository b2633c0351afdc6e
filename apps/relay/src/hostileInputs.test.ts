import { relayMethods } from '@foyer/protocol/relay'
import { resolveLimits } from '@foyer/server'
import { watchCost } from '@foyer/server/testCost'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBudgets } from './budgets.ts'
import { createTestRelay } from './createTestRelay.test.kit.ts'
import { limits } from './limits.ts'
import { createMemoryStore } from './store/memoryStore.ts'

/** See the head of `docs/limits.md`. */
const runs = Number(process.env.HOSTILE_INPUTS ?? 200)
const topic = 'a'.repeat(64)

test('[T122] has a budget for each method of the socket', () => {
  expect([...createBudgets().keys()].sort()).toEqual(
    Object.keys(relayMethods)
      .map((method) => `WS ${method}`)
      .sort(),
  )
})

test.each(Object.keys(relayMethods))(
  '[T122] [T111] hostile parameters of %s are refused, a reader gets only what was parsed, and memory stays as it was',
  async (method) => {
    const store = createMemoryStore(resolveLimits(limits))
    const { connect } = createTestRelay(store, {
      limits: { requestsPerSecond: 1e9 },
    })
    const [reader, writer] = [connect('reader'), connect('writer')]
    await reader.ask('irn_subscribe', { topic })
    const member = fc.oneof(
      fc.jsonValue().map((value) => JSON.stringify(value)),
      fc.constantFrom(`"${topic}"`, `["${topic}"]`, '{"__proto__":{}}', '1e400', '"x"', '300'),
    )
    const name = fc.constantFrom(
      ...['topic', 'Topic', 'topics', 'message', 'message', 'MESSAGE', 'ttl', 'tag', 'attestation'],
      ...[
        'messages',
        'subscriptions',
        'receipts',
        '__proto__',
        'constructor',
        'pairingTopic',
        'tvf',
      ],
    )
    const refused = fc.asyncProperty(
      fc.array(fc.tuple(name, member), { maxLength: 12 }),
      async (members) => {
        const params = `{${members.map(([key, value]) => `"${key}":${value}`).join(',')}}`
        await writer.send(`{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`)
        const answer = JSON.parse(writer.frames.splice(0).at(-1) ?? '{}')
        if (answer.error) expect(answer.error.code).not.toBe(-32603)
        reader.frames.length = 0
        for (const { data, pushId } of reader.inbox.splice(0)) {
          await reader.acknowledge(pushId)
          for (const key of Object.keys(data))
            expect(['topic', 'message', 'publishedAt', 'tag', 'attestation']).toContain(key)
        }
      },
    )
    const { firstWorkMs, grownBytes, lastWorkMs } = await watchCost(
      `${runs} hostile parameters of ${method}`,
      (quarter) => fc.assert(refused, { numRuns: Math.ceil(runs / 4), seed: quarter }),
    )
    expect(grownBytes).toBeLessThan(8 * 1024 * 1024)
    expect(lastWorkMs).toBeLessThan(firstWorkMs * 1.5 + 500)
    // 20 ms of work each, and the first calls of a process are slower.
    expect(lastWorkMs).toBeLessThan(20 * Math.ceil(runs / 4) + 500)
  },
  600_000,
)
