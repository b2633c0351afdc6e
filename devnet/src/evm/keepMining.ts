import { Agent, request } from 'node:http'
// Tests fake the global ones.
import { clearTimeout, setTimeout } from 'node:timers'

type Calls = readonly (readonly [method: string, ...params: unknown[]])[]

/**
 * Mines a transaction that a node which mines by itself leaves in its pool: anvil seldom does, until another one comes.
 *
 * @param everyMs - Pause between two looks at the pool. A transaction that is still there at the second look gets one block.
 * @returns A function that stops it.
 */
export function keepMining(url: string, everyMs = 2_000): () => void {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  let timer: NodeJS.Timeout
  let isStopped = false
  /** The block at which transactions were waiting. */
  let waitedAt: unknown
  /** A transaction that no block takes, because of its fee, must not get one block after the other. */
  let isTried = false

  async function look(): Promise<void> {
    const [pool, block, isAutomatic] = await ask(url, agent, [
      ['txpool_status'],
      ['eth_blockNumber'],
      ['anvil_getAutomine'],
    ])
    const isWaiting = isAutomatic === true && Object(pool).pending !== '0x0'
    if (!isWaiting) isTried = false
    else if (waitedAt === block && !isTried) {
      isTried = true
      await ask(url, agent, [['evm_mine']])
    }
    waitedAt = isWaiting ? block : undefined
  }

  function wait(): void {
    timer = setTimeout(async () => {
      // A node that does not answer has other watchers; this one asks again.
      await look().catch(() => {})
      if (!isStopped) wait()
    }, everyMs).unref()
  }
  wait()
  return () => {
    isStopped = true
    clearTimeout(timer)
    agent.destroy()
  }
}

/** Makes several calls at once. @returns their results, in order */
function ask(url: string, agent: Agent, calls: Calls): Promise<readonly unknown[]> {
  const body = calls.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params }))
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' }
    request(url, { agent, headers, method: 'POST', timeout: 10_000 }, async (response) => {
      try {
        const parts: Buffer[] = []
        for await (const part of response) parts.push(part as Buffer)
        const answers = JSON.parse(Buffer.concat(parts).toString()) as {
          id: number
          result?: unknown
        }[]
        resolve(calls.map((_, id) => answers.find((answer) => answer.id === id)?.result))
      } catch (error) {
        reject(error)
      }
    })
      .on('timeout', function () {
        this.destroy(new Error('The node did not answer'))
      })
      .on('error', reject)
      .end(JSON.stringify(body))
  })
}
