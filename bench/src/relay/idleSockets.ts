import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { type Gate, mb, withRelay } from './gate.ts'

/** (a) The cost of idle sockets. */
export function idleSockets(counts: readonly number[]): Promise<Gate> {
  return withRelay(async (relay) => {
    const empty = relay.readRss()
    const holders: ChildProcess[] = []
    const texts: string[] = []
    let passed = true
    let held = 0
    try {
      for (const count of counts) {
        while (held < count) {
          const batch = Math.min(2500, count - held)
          holders.push(await holdSockets(relay.url, batch))
          held += batch
        }
        await sleep(2000)
        const rss = relay.readRss()
        const each = (rss - empty) / count / 1024
        if (count === 10_000) passed = each <= 20
        texts.push(`${count} sockets ${mb(rss)} (${each.toFixed(1)} KiB each)`)
      }
    } finally {
      for (const holder of holders) holder.kill('SIGKILL')
    }
    return {
      passed,
      text: `idle: ${texts.join(', ')}; 10,000 at most 20 KiB each; empty ${mb(empty)}`,
    }
  })
}

async function holdSockets(url: string, count: number): Promise<ChildProcess> {
  const main = fileURLToPath(new URL('./holdSockets.ts', import.meta.url))
  const child = spawn(process.execPath, [main, url, String(count)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const failed = once(child, 'exit').then(() => {
    throw new Error(`Could not hold ${count} sockets`)
  })
  await Promise.race([once(child.stdout, 'data'), failed])
  failed.catch(() => undefined)
  return child
}
