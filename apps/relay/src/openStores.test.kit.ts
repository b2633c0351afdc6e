import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { canStartRedis, startRedis } from './startRedis.test.kit.ts'
import { startRedisCluster } from './startRedisCluster.test.kit.ts'

/** Where a relay keeps its messages, as options of `start`. */
export type StorePlace = { readonly dataFolder: string } | { readonly redisUrl: string }

async function journal(): Promise<StorePlace> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-relay-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return { dataFolder: folder }
}

async function redis(): Promise<StorePlace> {
  const server = await startRedis()
  onTestFinished(server.close)
  return { redisUrl: server.url }
}

async function redisCluster(): Promise<StorePlace> {
  const cluster = await startRedisCluster()
  onTestFinished(cluster.close)
  return { redisUrl: cluster.url }
}

/** Opens each store that this machine has, empty, until the end of the test. */
export const openStores: Readonly<Record<string, () => Promise<StorePlace>>> = {
  'its journal': journal,
  ...(canStartRedis && { Redis: redis, 'a Redis Cluster': redisCluster }),
}
