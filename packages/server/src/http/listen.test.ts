import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { listen } from './listen.ts'

const start = (fetch: () => Response | Promise<Response>) =>
  listen(fetch, { host: '127.0.0.1', port: 0 })

/** Stops the clock that ends running calls after ten seconds. */
function stopClock() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
}

test('stops although an idle connection is open', async () => {
  const listening = await start(() => new Response('ok'))
  const ahead = connect(listening.port, '127.0.0.1')
  await once(ahead, 'connect')
  // The server has seen the connection too.
  expect(await (await fetch(listening.url)).text()).toBe('ok')
  const gone = new Promise((resolve) => ahead.once('close', resolve))
  ahead.on('error', () => {})
  ahead.resume()
  stopClock()
  await listening.close()
  await gone
})

test('keeps a connection for longer after an answer than a load balancer uses it', async () => {
  const listening = await start(() => new Response('ok'))
  const { headers } = await fetch(listening.url)
  expect(headers.get('keep-alive')).toBe('timeout=75')
  await listening.close()
})

test('finishes a running call when it stops, and closes the connection after the answer', async () => {
  const answers: ((response: Response) => void)[] = []
  let arrive = () => {}
  const nextArrival = () =>
    new Promise<void>((resolve) => {
      arrive = resolve
    })
  const listening = await start(
    () =>
      new Promise((resolve) => {
        answers.push(resolve)
        arrive()
      }),
  )
  const client = connect(listening.port, '127.0.0.1')
  let said = ''
  client.on('data', (bytes) => {
    said += bytes
  })
  client.on('error', () => {})
  const gone = new Promise((resolve) => client.once('close', resolve))
  const ask = () => client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  const first = nextArrival()
  ask()
  await first
  stopClock()
  const closing = listening.close()
  // The second call is sent when the first answer arrives.
  const second = nextArrival()
  ask()
  answers[0]?.(new Response('first'))
  await second
  answers[1]?.(new Response('second'))
  await closing
  await gone
  expect(said).toMatch(/connection: close[\s\S]*second/i)
})

test("[T111] disconnects a client that sends its headers slowly after ten seconds, not only at Node's check every half minute", async () => {
  const listening = await start(() => new Response('ok'))
  const startedAt = performance.now()
  const client = connect(listening.port, '127.0.0.1')
  // Writing into the closed connection fails, which is expected here.
  client.on('error', () => {})
  const gone = new Promise((resolve) => client.once('close', resolve))
  client.resume()
  client.write('GET / HTTP/1.1\r\nHost: a\r\n')
  const drip = setInterval(() => client.write('X-Slow: 1\r\n'), 500)
  await gone
  clearInterval(drip)
  const ms = performance.now() - startedAt
  expect(ms).toBeGreaterThan(9_000)
  // Half-way between the two times: our cut comes after 10 to 11 s, Node's own check after 30 s.
  expect(ms).toBeLessThan(20_000)
  await listening.close()
})

test('closes a connection whose client does not read its answer, and no other', async () => {
  const huge = 'x'.repeat(32_000_000)
  const listening = await listen(() => new Response(huge), {
    // Both ends are in this process: a client that reads pauses too while the process is busy, but not for three seconds.
    ...{ host: '127.0.0.1', port: 0, idleAfterMs: 3000 },
  })
  onTestFinished(() => listening.close())
  const silent = connect(listening.port, '127.0.0.1')
  silent.pause()
  silent.on('error', () => {})
  silent.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  // The server's side of it is gone, although the client never read or closed.
  await expect
    .poll(
      () =>
        new Promise<number>((resolve) => {
          listening.server.getConnections((_, count) => resolve(count))
        }),
    )
    .toBe(0)
  silent.destroy()
  expect((await (await fetch(listening.url)).text()).length).toBe(huge.length)
})

test.each([
  [4, false],
  [5, true],
])('[T122] a connection with %i calls under way is closed: %s', async (calls, isClosed) => {
  let answer = () => {}
  const open = new Promise<void>((resolve) => {
    answer = resolve
  })
  const listening = await start(() => open.then(() => new Response('ok')))
  const socket = connect(listening.port, '127.0.0.1')
  let received = ''
  socket.on('data', (chunk) => {
    received += chunk.toString()
  })
  socket.on('error', () => {})
  const closed = new Promise<boolean>((resolve) => socket.once('close', () => resolve(true)))
  socket.write('GET / HTTP/1.1\r\nHost: here\r\n\r\n'.repeat(calls))
  if (isClosed) expect(await closed).toBe(true)
  else {
    // A call of another connection comes after them.
    const other = fetch(listening.url)
    answer()
    expect(await (await other).text()).toBe('ok')
    await vi.waitFor(() => expect(received.match(/200 OK/g)).toHaveLength(calls))
  }
  answer()
  socket.destroy()
  await listening.close()
})
