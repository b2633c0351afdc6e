/**
 * Starts the servers that all journeys share on the first request, and prints its URL. It ends with its standard input, so that
 * nothing outlives the test run.
 */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startWorld, type World } from './startWorld.ts'

/** The URLs of everything that all journeys share. */
export type SharedWorld = {
  readonly [part in 'api' | 'card' | 'phone' | 'relay' | 'site' | 'wallet']: {
    readonly url: string
  }
} & {
  readonly devnet: {
    readonly chains: readonly { readonly url: string }[]
    readonly solana: { readonly url: string }
  }
}

let starting: Promise<World> | undefined

const urlOf = ({ url }: { url: string }) => ({ url })

/** Answers `/` with the URLs, and `/logs?since=<ms since 1970>` with the servers' logs. */
async function answer(url: string, response: ServerResponse): Promise<void> {
  try {
    starting ??= startWorld()
    const world = await starting
    const { api, card, devnet, phone, relay, site, wallet } = world
    const [, since] = /^\/logs\?since=(\d+)$/.exec(url) ?? []
    const told: SharedWorld | readonly string[] = since
      ? world.logs.since(Number(since))
      : {
          ...{ api: urlOf(api), card: urlOf(card), phone: urlOf(phone) },
          ...{ relay: urlOf(relay), site: urlOf(site), wallet: urlOf(wallet) },
          devnet: { chains: devnet.chains.map(urlOf), solana: urlOf(devnet.solana) },
        }
    response.end(JSON.stringify(told))
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
}

const server = createServer(
  { keepAliveTimeout: 75_000 },
  ({ url = '' }, response) => void answer(url, response),
)
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})

async function stop(): Promise<void> {
  server.close()
  const world = await starting?.catch(() => undefined)
  await world?.stop()
  process.exit()
}
process.stdin.resume().on('end', () => void stop())
