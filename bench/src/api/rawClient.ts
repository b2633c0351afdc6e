import { connect, type Socket } from 'node:net'

/** A client of one connection that costs almost nothing, so that the server is what is measured. */
export type RawClient = {
  /** Sends a request, and waits for its whole answer. @returns its status */
  ask(request: Buffer): Promise<number>
  end(): void
}

const blank = Buffer.from('\r\n\r\n')
const lastChunk = Buffer.from('0\r\n\r\n')

/** Opens a connection that is kept for all requests. */
export async function openClient(url: string): Promise<RawClient> {
  const { hostname, port } = new URL(url)
  const socket = await new Promise<Socket>((resolve, reject) => {
    const opened = connect(Number(port), hostname)
    opened.once('connect', () => resolve(opened)).once('error', reject)
  })
  socket.setNoDelay(true)
  let received: Buffer = Buffer.alloc(0)
  let settle: { resolve(status: number): void; reject(error: Error): void } | undefined
  socket.on('data', (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    if (!isWhole(received)) return
    const status = Number(received.toString('latin1', 9, 12))
    received = Buffer.alloc(0)
    settle?.resolve(status)
  })
  socket.on('error', (error) => settle?.reject(error))
  socket.on('close', () => settle?.reject(new Error('The server closed the connection')))
  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject }
        socket.write(request)
      }),
    end() {
      settle = undefined
      socket.destroy()
    },
  }
}

function isWhole(received: Buffer): boolean {
  const end = received.indexOf(blank)
  if (end < 0) return false
  const length = /content-length: (\d+)/i.exec(received.toString('latin1', 0, end))?.[1]
  if (length === undefined) return received.subarray(-lastChunk.length).equals(lastChunk)
  return received.length >= end + blank.length + Number(length)
}

/** A request as it goes over the wire. */
export function requestOf(
  url: string,
  { body, method = 'GET' }: { body?: string; method?: string } = {},
) {
  const { host, pathname, search } = new URL(url)
  const lines = [`${method} ${pathname}${search} HTTP/1.1`, `Host: ${host}`]
  if (body !== undefined)
    lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`)
  return Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body ?? ''}`)
}
