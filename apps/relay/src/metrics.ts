import { createRegistry } from '@foyer/server'
import { Counter, Gauge, Histogram } from 'prom-client'

export type Metrics = ReturnType<typeof createMetrics>

/** Makes the relay's Prometheus metrics. Never label one with a topic, client or address. */
export function createMetrics({
  ofProcess = false,
  readSizes,
}: {
  ofProcess?: boolean
  readSizes: () => Readonly<
    Record<
      'sockets' | 'topics' | 'mailboxes' | 'mailboxBytes' | 'mailboxLimitBytes' | 'mailboxMessages',
      number
    >
  >
}) {
  const registry = createRegistry({ ofProcess })
  const registers = [registry]
  const gauges = {
    sockets: 'Sockets that are open.',
    topics: 'Topics that sockets of this process read.',
    mailboxes: 'Mailboxes in the memory of this process.',
    mailboxBytes: 'Bytes in these mailboxes.',
    mailboxLimitBytes: 'Bytes that these mailboxes may take (MAILBOX_MB); 0 with Redis.',
    mailboxMessages: 'Messages in these mailboxes.',
  }
  for (const [name, help] of Object.entries(gauges)) {
    new Gauge({
      name: `foyer_relay_${name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`,
      help,
      registers,
      collect() {
        this.set(readSizes()[name as keyof typeof gauges])
      },
    })
  }
  return {
    registry,
    requestSeconds: new Histogram({
      name: 'foyer_relay_request_seconds',
      help: 'How long requests of clients took, by method and outcome.',
      labelNames: ['method', 'outcome'] as const,
      buckets: [0.0005, 0.002, 0.01, 0.05, 0.25, 1, 5],
      registers,
    }),
    deliverySeconds: new Histogram({
      name: 'foyer_relay_delivery_seconds',
      help: 'From a push to its acknowledgement.',
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
      registers,
    }),
    pushed: new Counter({
      name: 'foyer_relay_pushes_total',
      help: 'Messages sent to readers, repeated ones counted again.',
      registers,
    }),
    handshakes: new Counter({
      name: 'foyer_relay_handshakes_total',
      help: 'Connections asked for, by outcome.',
      labelNames: ['outcome'] as const,
      registers,
    }),
    closed: new Counter({
      name: 'foyer_relay_closed_total',
      help: 'Sockets that the relay closed, by code.',
      labelNames: ['code'] as const,
      registers,
    }),
    unknownProjects: new Counter({
      name: 'foyer_relay_project_checks_failed_total',
      help: 'Handshakes let in because the api could not be asked.',
      registers,
    }),
  }
}
