/**
 * Starts the servers that all journeys share, with a browser, on the first request, and prints its URL. It ends with its
 * standard input, so that nothing outlives the test run.
 */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromiumOptions } from '@foyer/devnet/chromium'
import { type BrowserServer, chromium } from 'playwright'
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
  /** WebSocket URL of a Chromium for Playwright. */
  readonly browserUrl: string
}

let starting: Promise<{ world: World; browser: BrowserServer }> | undefined

async function start() {
  const [world, browser] = await Promise.all([
    startWorld(),
    chromium.launchServer(chromiumOptions()),
  ])
  return { world, browser }
}

/** Answers `/` with the URLs, and `/logs?since=<ms since 1970>` with the servers' logs. */
async function answer(url: string, response: ServerResponse): Promise<void> {
  try {
    starting ??= start()
    const { browser, world } = await starting
    const { api, card, devnet, phone, relay, site, wallet } = world
    const [, since] = /^\/logs\?since=(\d+)$/.exec(url) ?? []
    const told: SharedWorld | readonly string[] = since
      ? world.logs.since(Number(since))
      : {
          ...{
            api: { url: api.url },
            card: { url: card.url },
            phone: { url: phone.url },
            relay: { url: relay.url },
          },
          ...{ site: { url: site.url }, wallet: { url: wallet.url } },
          devnet: {
            chains: devnet.chains.map((chain) => ({ url: chain.url })),
            solana: { url: devnet.solana.url },
          },
          browserUrl: browser.wsEndpoint(),
        }
    response.end(JSON.stringify(told))
  } catch (error) {
    response.writeHead(500).end(String(error))
  }
}

const server = createServer(({ url = '' }, response) => void answer(url, response))
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})

async function stop(): Promise<void> {
  server.close()
  const started = await starting?.catch(() => undefined)
  await started?.browser.close()
  await started?.world.stop()
  process.exit()
}
process.stdin.resume().on('end', () => void stop())
