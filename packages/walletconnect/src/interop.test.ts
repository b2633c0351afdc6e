import { type RunningRelay, start } from '@foyer/relay'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startDapp } from './testDapp.test.kit.ts'
import {
  approveAll,
  approved,
  evmAddress,
  otherAddress,
  solanaAddress,
  startPeer,
} from './testWallets.test.kit.ts'

vi.hoisted(() => {
  // Read when the reference clients are loaded: two of them in one process share a core without the first.
  process.env.DISABLE_GLOBAL_CORE = 'true'
  process.env.IS_VITEST = 'true'
})
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let relay: RunningRelay
beforeAll(async () => {
  relay = await start({ port: 0 })
})
afterAll(() => relay.stop())

describe.each(['2.21.8', '2.17.1'] as const)('our site, a wallet of %s', (version) => {
  let dapp: Awaited<ReturnType<typeof startDapp>>
  let wallet: Awaited<ReturnType<typeof startPeer>>
  beforeAll(async () => {
    dapp = await startDapp({ relayUrl: relay.url })
    wallet = await startPeer({ relayUrl: relay.url, name: `wallet-${version}`, version })
    approveAll(wallet.client)
  })
  afterAll(async () => {
    dapp.stop()
    await wallet.stop()
  })

  test('[1.2] pairs, settles, and serves both namespaces of one approval', async () => {
    const connecting = dapp.open('eip155')
    await wallet.client.pair({ uri: await dapp.uri() })
    const session = await connecting
    expect(session.accounts).toEqual([{ address: evmAddress }])
    expect(session.chainId).toBe('eip155:1')
    expect(session.scope?.chainIds).toEqual(['eip155:1', 'eip155:10'])
    expect(session.scope?.methods).toEqual(approved.eip155.methods)
    expect(dapp.taken()).toBe(1)
    const solana = await dapp.open('solana', { silent: true })
    expect(solana.accounts).toEqual([{ address: solanaAddress }])
    const [known] = wallet.client.session.getAll()
    expect(known?.acknowledged).toBe(true)
    expect(known?.peer.metadata.name).toBe('Site')
  })
})
