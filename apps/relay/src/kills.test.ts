import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { makeClientKey } from './auth/signRelayJwt.test.kit.ts'
import { openClient, type SocketClient } from './openClient.test.kit.ts'
import { openStores } from './openStores.test.kit.ts'
import { newTopic, publishing, texts, withoutLimits } from './publishing.test.kit.ts'
import { type RelayProcess, spawnRelay } from './spawnRelay.test.kit.ts'

/** `RELAY_KILLS=200` sets how often each store's process is killed. */
const kills = Number(process.env.RELAY_KILLS ?? 4)
vi.setConfig({ testTimeout: 600_000 + kills * 15_000 })

for (const [name, open] of Object.entries(openStores))
  test(`with ${name}, loses no acknowledged message on SIGKILL under load, and delivers none twice to a subscription`, async () => {
    const place = await open()
    const env = 'redisUrl' in place ? { REDIS_URL: place.redisUrl } : { DATA_DIR: place.dataFolder }
    const launch = async () => {
      const relay = await spawnRelay({ ...withoutLimits, ...env })
      onTestFinished(async () => void (await relay.end('SIGKILL')))
      return relay
    }
    const topics = Array.from({ length: 50 }, newTopic)
    const acknowledged: string[] = []
    const received = new Set<string>()
    const key = makeClientKey()
    const startReader = async (relay: RelayProcess) => {
      const reader = await openClient(relay.url, { key })
      await reader.ask('irn_batchSubscribe', { topics })
      return reader
    }
    const receive = (reader: SocketClient) => {
      const had = texts(reader)
      expect(new Set(had).size).toBe(had.length)
      for (const text of had) received.add(text)
    }
    for (let kill = 0; kill < kills; kill++) {
      const relay = await launch()
      const reader = await startReader(relay)
      const writers = await Promise.all([1, 2, 3].map(() => openClient(relay.url)))
      const sending = writers.map((writer, n) => publishing(writer, topics, `${kill}.${n}`))
      // At a different moment of its work each time.
      await sleep(100 + 37 * (kill % 9))
      await relay.end('SIGKILL')
      await reader.closed
      receive(reader)
      for (const writer of sending) {
        await writer.stop()
        acknowledged.push(...writer.acknowledged)
      }
    }
    const reader = await startReader(await launch())
    await vi.waitFor(() => {
      receive(reader)
      expect(acknowledged.filter((text) => !received.has(text))).toEqual([])
    })
    expect(acknowledged.length).toBeGreaterThan(kills)
  })
