import { expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'

test('names what it counts, and reads the sizes when it is asked', async () => {
  const sizes = {
    ...{ sockets: 1, topics: 2, mailboxes: 3, mailboxBytes: 4, mailboxLimitBytes: 5 },
    mailboxMessages: 6,
  }
  const { registry } = createMetrics({ readSizes: () => sizes })
  const read = async () => {
    const lines = (await registry.metrics()).split('\n')
    return lines.filter((line) => line !== '' && !line.startsWith('#'))
  }
  const names = [
    ...['sockets', 'topics', 'mailboxes', 'mailbox_bytes', 'mailbox_limit_bytes'],
    'mailbox_messages',
  ]
  for (const [n, name] of names.entries())
    expect(await read()).toContain(`foyer_relay_${name} ${n + 1}`)
  sizes.sockets = 7
  expect(await read()).toContain('foyer_relay_sockets 7')
})

test('sorts durations into the ranges that dashboards show', async () => {
  const sizes = {
    ...{ sockets: 0, topics: 0, mailboxes: 0, mailboxBytes: 0, mailboxLimitBytes: 0 },
    mailboxMessages: 0,
  }
  const { deliverySeconds, registry, requestSeconds } = createMetrics({ readSizes: () => sizes })
  requestSeconds.observe({ method: 'irn_publish', outcome: 'ok' }, 1)
  deliverySeconds.observe(1)
  const text = await registry.metrics()
  const bounds = (name: string) =>
    [...text.matchAll(new RegExp(`${name}_bucket{le="([^"]+)"`, 'g'))].map(([, le]) => le)
  const rest = '+Inf'
  expect(bounds('foyer_relay_request_seconds')).toEqual(
    [0.0005, 0.002, 0.01, 0.05, 0.25, 1, 5, rest].map(String),
  )
  expect(bounds('foyer_relay_delivery_seconds')).toEqual(
    [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, rest].map(String),
  )
})
