import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'

const answer: RequestListener = (_, response) => response.end('ok')

/** How long a server says that it keeps the connection, from its second answer on. */
async function readKeepAlive(server: ReturnType<typeof createServer>): Promise<string | null> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  await (await fetch(url)).text()
  const second = await fetch(url)
  await second.text()
  return second.headers.get('keep-alive')
}

test('a server of a test keeps its connections, unless the test says how long', async () => {
  expect(await readKeepAlive(createServer(answer))).toBe('timeout=75')
  expect(await readKeepAlive(createServer({ keepAliveTimeout: 2_000 }, answer))).toBe('timeout=2')
})
