import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@foyer/devnet/freePort'
import { Redis } from 'ioredis'
import { redisServer } from './startRedis.test.kit.ts'

type Node = {
  readonly id: string
  readonly port: number
  readonly admin: Redis
  kill(): Promise<void>
}

/** A Redis Cluster of one test: three primaries, and a replica of the first. */
export type TestCluster = {
  /** Its nodes, joined by commas. */
  readonly url: string
  readonly primaries: readonly Node[]
  readonly replica: Node
  /** Tells which primary has the hash slot of a key, by the view of the last one. */
  ownerOf(key: string): Promise<Node>
  /** Moves a key's slot to another node, with all its keys, as `redis-cli --cluster reshard` does. */
  move(key: string, to: Node): Promise<void>
  close(): Promise<void>
}

async function startNode(folder: string): Promise<Node> {
  const [port, busPort] = [await freePort(), await freePort()]
  const dir = await mkdtemp(join(folder, 'node-'))
  const args = [
    ...['--port', String(port), '--bind', '127.0.0.1', '--dir', dir, '--save', ''],
    ...['--cluster-enabled', 'yes', '--cluster-port', String(busPort)],
    ...['--cluster-node-timeout', '1000', '--repl-diskless-sync-delay', '0'],
  ]
  const child: ChildProcess = spawn(redisServer, args, { stdio: 'ignore' })
  const admin = new Redis({ port, retryStrategy: () => 50, maxRetriesPerRequest: null })
  admin.on('error', () => undefined)
  const id = String(await admin.call('CLUSTER', 'MYID'))
  return {
    ...{ id, port, admin },
    async kill() {
      admin.disconnect()
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'exit')
    },
  }
}

/** Waits until a fact about a node is true. */
async function untilTrue(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await sleep(50)
}

export async function startRedisCluster(): Promise<TestCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-redis-cluster-'))
  const nodes = [
    await startNode(folder),
    await startNode(folder),
    await startNode(folder),
    await startNode(folder),
  ] as const
  const [one, two, three, replica] = nodes
  const primaries = [one, two, three]
  const ranges = [0, 5461, 10_923, 16_384]
  for (const [n, { admin }] of primaries.entries())
    await admin.call('CLUSTER', 'ADDSLOTSRANGE', ranges[n] ?? 0, (ranges[n + 1] ?? 0) - 1)
  for (const [n, { admin }] of nodes.entries())
    await admin.call('CLUSTER', 'SET-CONFIG-EPOCH', n + 1)
  for (const { admin, port } of nodes.slice(1)) {
    const bus = /^cluster-port\n(\d+)/m.exec(
      ((await one.admin.config('GET', 'cluster-port')) as string[]).join('\n'),
    )?.[1]
    await admin.call('CLUSTER', 'MEET', '127.0.0.1', one.port, bus ?? port + 10_000)
  }
  const isKnown = async ({ admin }: Node, state: RegExp) =>
    state.test(String(await admin.call('CLUSTER', 'INFO')))
  for (const node of nodes) await untilTrue(() => isKnown(node, /cluster_known_nodes:4/))
  await replica.admin.call('CLUSTER', 'REPLICATE', one.id)
  for (const node of nodes) await untilTrue(() => isKnown(node, /cluster_state:ok/))
  await untilTrue(async () => /master_link_status:up/.test(await replica.admin.info('replication')))

  async function ownerOf(key: string): Promise<Node> {
    const slot = Number(await three.admin.call('CLUSTER', 'KEYSLOT', key))
    const all = (await three.admin.call('CLUSTER', 'SLOTS')) as [number, number, [string, number]][]
    const [, , [, port]] = all.find(([from, to]) => from <= slot && slot <= to)!
    return nodes.find((node) => node.port === port)!
  }
  return {
    url: nodes.map(({ port }) => `redis://127.0.0.1:${port}`).join(','),
    primaries,
    replica,
    ownerOf,
    async move(key, to) {
      const from = await ownerOf(key)
      const slot = Number(await three.admin.call('CLUSTER', 'KEYSLOT', key))
      await to.admin.call('CLUSTER', 'SETSLOT', slot, 'IMPORTING', from.id)
      await from.admin.call('CLUSTER', 'SETSLOT', slot, 'MIGRATING', to.id)
      for (;;) {
        const keys = (await from.admin.call('CLUSTER', 'GETKEYSINSLOT', slot, 10)) as string[]
        if (keys.length === 0) break
        await from.admin.call('MIGRATE', '127.0.0.1', to.port, '', 0, 5000, 'KEYS', ...keys)
      }
      for (const { admin } of [to, from, ...primaries])
        await admin.call('CLUSTER', 'SETSLOT', slot, 'NODE', to.id)
    },
    async close() {
      for (const node of nodes) await node.kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
