import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { createMetrics } from './metrics.ts'

const read = (name: string) => readFileSync(join(import.meta.dirname, '../operate', name), 'utf8')
const sizes = {
  ...{ sockets: 0, topics: 0, mailboxes: 0, mailboxBytes: 0, mailboxMessages: 0 },
  mailboxLimitBytes: 0,
}

test('the dashboard and the alerts ask for metrics and labels that the relay has', async () => {
  const metrics = createMetrics({ ofProcess: true, readSizes: () => sizes })
  metrics.requestSeconds.observe({ method: 'irn_publish', outcome: 'failed' }, 1)
  metrics.handshakes.inc({ outcome: 'too-many' })
  metrics.closed.inc({ code: '1013' })
  metrics.deliverySeconds.observe(1)
  const known = await metrics.registry.metrics()
  const dashboard = JSON.parse(read('dashboard.json'))
  const asked: string[] = dashboard.panels.flatMap(({ targets }: { targets: { expr: string }[] }) =>
    targets.map(({ expr }) => expr),
  )
  expect(asked.length).toBeGreaterThan(10)
  for (const text of [...asked, read('alerts.yaml')])
    for (const [name] of text.matchAll(/\b(?:foyer_relay|nodejs|process)_\w+/g))
      expect(known, name).toMatch(new RegExp(`^${name}[ {]`, 'm'))
  for (const [, label] of [...asked, read('alerts.yaml')]
    .join('\n')
    .matchAll(/by \((?!le\b|instance)(\w+)/g))
    expect(known).toContain(`${label}="`)
})

test('each alert has a line in the runbook', () => {
  const alerts = Array.from(read('alerts.yaml').matchAll(/alert: (\w+)/g), ([, name]) => name)
  const runbook = readFileSync(join(import.meta.dirname, '../../../docs/relay-runbook.md'), 'utf8')
  expect(alerts.length).toBeGreaterThan(5)
  for (const name of alerts) expect(runbook).toContain(`| \`${name}\` |`)
})

test('the relay starts with the variables of the compose file', async () => {
  const [, block = ''] =
    /environment: &environment\n((?: {4}.+\n)+)/.exec(read('compose.yaml')) ?? []
  const env = Object.fromEntries(
    Array.from(block.matchAll(/^ {4}(\w+): ["']?([^"'\n]+)["']?$/gm), ([, name, value = '']) => [
      name,
      value.replace(/\$\{RELAY_HOST\}/, 'relay.example.com'),
    ]),
  )
  const { METRICS_TOKEN_FILE, REDIS_URL_FILE, ...plain } = env
  expect([METRICS_TOKEN_FILE, REDIS_URL_FILE]).toEqual([
    ...['/run/secrets/metrics_token', '/run/secrets/redis_url'],
  ])
  const config = await readConfig({ ...plain, REDIS_URL: 'redis://:p@valkey:6379' })
  expect(config).toMatchObject({
    ...{ host: '0.0.0.0', port: 4011, trustedProxies: 1, drainMs: 30_000 },
    audiences: ['wss://relay.example.com'],
  })
  // Docker waits for the drain and five seconds more.
  expect(read('compose.yaml')).toContain('stop_grace_period: 35s')
})
