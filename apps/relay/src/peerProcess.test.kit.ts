/** A reference client in a process of its own, as each visitor's is: run by {@link forkPeer}. */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { address, namespace } from './peerSession.test.kit.ts'
import { type PeerVersion, startPeer } from './startPeer.test.kit.ts'

/** Calls of a client in another process. */
export type PeerProcess = {
  /** As a site: returns the pairing URI. */
  propose(): Promise<string>
  /** As a wallet: approves what it is asked from now on, and answers requests with `signed`. */
  pair(uri: string): Promise<void>
  /** As a site: waits for the approval. */
  approved(): Promise<void>
  /** As a site: asks the wallet to sign, and returns its answer. */
  request(): Promise<unknown>
  end(): Promise<void>
}

export async function forkPeer(options: {
  version: PeerVersion
  relayUrl: string
  name: string
}): Promise<PeerProcess> {
  const child = fork(fileURLToPath(import.meta.url), [JSON.stringify(options)], {
    execArgv: ['--conditions=@foyer/source'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const ended = once(child, 'exit')
  const waiting = new Map<number, (reply: { value?: unknown; error?: string }) => void>()
  child.on('message', ({ id, ...reply }: { id: number; value?: unknown; error?: string }) =>
    waiting.get(id)?.(reply),
  )
  const call = (method: string, argument?: string) =>
    new Promise<unknown>((resolve, reject) => {
      const id = waiting.size
      waiting.set(id, ({ error, value }) =>
        error === undefined ? resolve(value) : reject(new Error(error)),
      )
      child.once('exit', () => reject(new Error(`${options.name} ended`)))
      child.send({ id, method, argument })
    })
  return {
    propose: async () => String(await call('propose')),
    pair: async (uri) => void (await call('pair', uri)),
    approved: async () => void (await call('approved')),
    request: () => call('request'),
    async end() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function serve(options: Parameters<typeof startPeer>[0]): Promise<void> {
  // A client throws from its timers while it can not reach the relay; a page only logs that.
  process.on('uncaughtException', () => undefined)
  process.on('unhandledRejection', () => undefined)
  const { client } = await startPeer(options)
  let approval: Promise<{ topic: string }> | undefined
  let topic = ''
  const { accounts: _, ...optional } = namespace
  client.on('session_proposal', ({ id }) => {
    void client.approve({ id, namespaces: { eip155: namespace } })
  })
  client.on('session_request', ({ id, topic: from }) => {
    const response = { id, jsonrpc: '2.0', result: 'signed' }
    void client.respond({ topic: from, response })
  })
  const methods: Record<string, (argument: string) => unknown> = {
    async propose() {
      const proposal = await client.connect({ optionalNamespaces: { eip155: optional } })
      approval = proposal.approval()
      return proposal.uri
    },
    pair: (uri) => client.core.pairing.pair({ uri }).then(() => undefined),
    async approved() {
      topic = (await approval)?.topic ?? ''
    },
    request() {
      const request = { method: 'personal_sign', params: ['0x68656c6c6f', address] }
      return client.request({ topic, chainId: 'eip155:1', request })
    },
  }
  process.on('message', async ({ argument, id, method }: Call) => {
    try {
      process.send?.({ id, value: await methods[method]?.(argument) })
    } catch (error) {
      process.send?.({ id, error: String(error) })
    }
  })
}
type Call = { id: number; method: string; argument: string }

if (process.argv[1] === fileURLToPath(import.meta.url))
  await serve(JSON.parse(process.argv[2] ?? '{}'))
