import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { testEnvironment } from '@foyer/server/testEnvironment'
import { expect, onTestFinished, test } from 'vitest'
import { shop } from './createTestApi.test.kit.ts'

/** `FOYER_SLOW_CLIENTS=10000 npm test -- slowClients` holds more; each takes a file descriptor on both sides. */
const clientCount = Number(process.env.FOYER_SLOW_CLIENTS ?? 200)
const wallets = `/getWallets?projectId=${shop.id}&page=1&entries=100`

/** The ways in which a client tries to hold the server. */
const kinds = {
  silent: () => {},
  slowHeaders(socket) {
    socket.write(`GET ${wallets} HTTP/1.1\r\nHost: api\r\nX-Slow: `)
    drip(socket)
  },
  slowBody(socket) {
    socket.write(
      `POST /v1/fungible/price?projectId=${shop.id} HTTP/1.1\r\nHost: api\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n`,
    )
    drip(socket)
  },
  neverReads(socket) {
    socket.pause()
    socket.write(`GET ${wallets} HTTP/1.1\r\nHost: api\r\n\r\n`.repeat(50))
  },
} as const satisfies Record<string, (socket: Socket) => void>

/** Sends a character a second. */
function drip(socket: Socket): void {
  const timer = setInterval(() => socket.write('a'), 1_000)
  socket.once('close', () => clearInterval(timer))
}

type Held = { readonly kind: keyof typeof kinds; readonly socket: Socket; read(): string }

/** Opens a client at an address of its own, so that the limits of one address protect nobody here. */
async function hold(port: number, index: number): Promise<Held> {
  const kind = (Object.keys(kinds) as (keyof typeof kinds)[])[index % 4]!
  const localAddress = `127.${1 + (index >> 16)}.${(index >> 8) & 255}.${1 + (index & 127)}`
  const socket = connect({ host: '127.0.0.1', port, localAddress })
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk.toString('latin1').slice(0, 2_000)
  })
  // The server ends it.
  socket.on('error', () => {})
  await once(socket, 'connect')
  kinds[kind](socket)
  return { kind, socket, read: () => received }
}

test(`${clientCount} slow clients are ended with an error or hold little memory, and others are served meanwhile`, async () => {
  const source = new URL('start.ts', import.meta.url).href
  const options = JSON.stringify({ port: 0, logLevel: 'silent', projects: [shop] })
  // Asked by a line, it collects garbage and tells its memory, MiB.
  const code = `import { start } from '${source}'
    process.stdin.on('data', () => {
      gc()
      const { external, heapUsed } = process.memoryUsage()
      console.log((external + heapUsed) / 2 ** 20)
    })
    console.log((await start(${options})).url)`
  const child = spawn(
    process.execPath,
    ['--conditions=@foyer/source', '--expose-gc', '--input-type=module', '-e', code],
    { env: testEnvironment({}), stdio: ['pipe', 'pipe', 'inherit'] },
  )
  const said = createInterface(child.stdout)[Symbol.asyncIterator]()
  const read = async () => String((await said.next()).value)
  const ended = once(child, 'exit')
  const held: Held[] = []
  onTestFinished(async () => {
    for (const { socket } of held) socket.destroy()
    child.kill('SIGKILL')
    await ended
  })
  const url = await read()
  const readMemory = async () => {
    child.stdin.write('\n')
    return Number(await read())
  }
  const serves = async () => {
    const response = await fetch(`${url}${wallets}`)
    const { data } = (await response.json()) as { data: unknown[] }
    return [response.status, data.length]
  }
  for (let call = 0; call < 50; call++) await serves()

  /** Holds the server with all clients, until it has ended those that it can. @returns its memory then, MiB */
  async function holdAll(): Promise<number> {
    const wave: Held[] = []
    for (let at = 0; at < clientCount; at += 100) {
      const next = Array.from({ length: Math.min(100, clientCount - at) }, (_, n) => at + n)
      wave.push(...(await Promise.all(next.map((n) => hold(Number(new URL(url).port), n)))))
      expect(await serves()).toEqual([200, 100])
    }
    held.push(...wave)
    const memory = await readMemory()
    const slow = wave.filter(({ kind }) => kind !== 'neverReads')
    await expect.poll(() => slow.filter(({ socket }) => !socket.destroyed).length).toBe(0)
    for (const { kind, read } of slow) expect(read(), kind).toMatch(/^HTTP\/1\.1 (?:408|429|503) /)
    expect(await serves()).toEqual([200, 100])
    for (const { socket } of wave) socket.destroy()
    return memory
  }

  const before = await readMemory()
  const first = await holdAll()
  const second = await holdAll()
  console.log(
    `${clientCount} slow clients: ${before.toFixed(0)} MiB before, ${first.toFixed(0)} and ${second.toFixed(0)} MiB while they are held`,
  )
  expect(first - before).toBeLessThan(clientCount * 0.1 + 8)
  // A second wave takes the place of the first.
  expect(second).toBeLessThan(first + 8)
  expect(child.exitCode).toBe(null)
})
