import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { once } from 'node:events'
import { WebSocket } from 'ws'

export type Key = { readonly did: string; readonly privateKey: KeyObject }

/** A minimal client: sends requests, and receives and acknowledges messages. */
export type Client = {
  readonly socket: WebSocket
  readonly key: Key
  ask(method: string, params: unknown): Promise<void>
}

export const newTopic = (): string => randomBytes(32).toString('hex')

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

export function makeKey(): Key {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  let value = BigInt(`0xed01${Buffer.from(x, 'base64url').toString('hex')}`)
  let text = ''
  for (; value > 0n; value /= 58n) text = alphabet[Number(value % 58n)] + text
  return { did: `did:key:z${text}`, privateKey }
}

function signJwt({ did, privateKey }: Key): string {
  const iat = Math.floor(Date.now() / 1000)
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { iss: did, sub: 'bench', aud: 'ws://bench', iat, exp: iat + 86_400 }
  const text = `${part({ alg: 'EdDSA', typ: 'JWT' })}.${part(claims)}`
  return `${text}.${sign(null, Buffer.from(text), privateKey).toString('base64url')}`
}

/** Connects, and acknowledges every received message. */
export async function connect(
  url: string,
  { key = makeKey(), localAddress, onMessage }: connect.Options = {},
): Promise<Client> {
  const socket = new WebSocket(`${url}/?auth=${signJwt(key)}&useOnCloseEvent=true`, {
    perMessageDeflate: false,
    localAddress,
  })
  const waiting = new Map<number, { resolve: () => void; reject: (error: Error) => void }>()
  let nextId = 1
  socket.on('message', (data) => {
    const text = (data as Buffer).toString()
    const { error, id, method, params } = JSON.parse(text)
    if (method === undefined) {
      const asked = waiting.get(id)
      waiting.delete(id)
      if (error) asked?.reject(new Error(error.message))
      else asked?.resolve()
      return
    }
    onMessage?.(params.data.message)
    socket.send(`{"id":${id},"jsonrpc":"2.0","result":true}`)
  })
  socket.on('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('closed'))
  })
  await once(socket, 'open')
  socket.on('error', () => undefined)
  return {
    socket,
    key,
    ask(method, params) {
      const id = nextId++
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        socket.send(JSON.stringify({ id, jsonrpc: '2.0', method, params }), (error) => {
          if (error) reject(error)
        })
      })
    },
  }
}

export declare namespace connect {
  type Options = {
    key?: Key | undefined
    /** Network address to connect from: `127.0.0.2`. Linux only. @default 127.0.0.1 */
    localAddress?: string | undefined
    onMessage?: ((message: string) => void) | undefined
  }
}

/** Connects many clients, some at a time. */
export async function connectAll<value>(
  count: number,
  make: (n: number) => Promise<value>,
  atOnce = 50,
): Promise<value[]> {
  const made: value[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: Math.min(atOnce, count) }, async () => {
      while (next < count) {
        const n = next++
        made[n] = await make(n)
      }
    }),
  )
  return made
}
