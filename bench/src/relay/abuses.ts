import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { median } from '../percentile.ts'
import { abuseNames } from './abuser.ts'
import { type Gate, ms } from './gate.ts'
import { keepRate, makePairs } from './load.ts'
import { spawnRelay } from './spawnServer.ts'

const abuser = fileURLToPath(new URL('./abuser.ts', import.meta.url))

/**
 * Starts an abuse in a process of its own, and waits until it has begun. It takes only the time of the machine that the relay
 * and the measurement leave: elsewhere it would be another machine.
 */
async function startAbuse(name: string, url: string): Promise<{ end(): Promise<void> }> {
  const child = fork(abuser, [name, url], { execArgv: ['--conditions=@foyer/source'] })
  setPriority(child.pid!, 19)
  const ended = once(child, 'exit')
  const failed = ended.then(([code]) => {
    throw new Error(`The abuse "${name}" ended with ${code}`)
  })
  await Promise.race([once(child, 'message'), failed])
  failed.catch(() => {})
  return {
    async end() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** The longest that a client may wait for work done for others, in ms. */
const mostTurnMs = 20

/**
 * (k) What others notice of each abuse, with the default limits: their p99 in slices before it and during it. At most three times
 * as much, or 10 ms more, since both are about a millisecond on a quiet machine. The p99 also has what the machine does for the
 * abuser; the longest turn of the relay's event loop has only what the relay does, and is at most 20 ms.
 */
export async function abuse(): Promise<Gate> {
  const texts: string[] = []
  let passed = true
  for (const name of abuseNames) {
    const relay = await spawnRelay({}, { limits: 'default' })
    try {
      const world = await makePairs(relay.url, 100)
      const load = { perSecond: 200, seconds: 2, ttl: 30 }
      const measure = async (slices: number) => {
        const times: number[] = []
        for (let n = 0; n < slices; n++) times.push((await keepRate(world, load)).p99)
        return median(times)
      }
      await keepRate(world, load)
      const idle = await measure(3)
      const running = await startAbuse(name, relay.url)
      await sleep(1000)
      await relay.readLongestTurn()
      const beside = await measure(5)
      const turn = await relay.readLongestTurn()
      await running.end()
      world.close()
      if (beside > Math.max(idle * 3, idle + 10) || turn > mostTurnMs) passed = false
      texts.push(`${name} ${ms(idle)} → ${ms(beside)}, longest turn ${ms(turn)}`)
    } finally {
      await relay.end()
    }
  }
  return { passed, text: `abuse: p99 of others before and during it: ${texts.join(', ')}` }
}
