import { connect, createFoyer, signMessage as signWith } from '@foyer/core'
import { devnetAccounts, type EvmChain, startEvm } from '@foyer/devnet'
import { verifyMessage } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createConnector } from './createConnector.ts'
import { defineNetwork } from './defineNetwork.ts'
import { evm } from './evm.ts'
import { createNodeWallet, walletError } from './nodeWallet.test.kit.ts'
import { signMessage } from './signMessage.ts'

const alice = devnetAccounts[0]?.address as `0x${string}`
let chain: EvmChain
beforeAll(async () => {
  chain = await startEvm({ chainId: 31337, port: 0 })
})
afterAll(() => chain.stop())
const createWallet = (answers = {}) => createNodeWallet({ nodes: [chain], answers })

test.each(['hello', 'ünïcödé 👋\nline', '', '0x1234'])(
  '[7.42] calls personal_sign (message, address) for %j; the signature verifies',
  async (message) => {
    const wallet = createWallet()
    const signature = await signMessage({
      address: alice,
      chainId: 'eip155:31337',
      message,
      provider: wallet.provider,
    })
    expect(wallet.calls).toEqual([
      {
        method: 'personal_sign',
        params: [`0x${Buffer.from(message).toString('hex')}`, alice],
      },
    ])
    expect(
      await verifyMessage({ address: alice, message, signature: signature as `0x${string}` }),
    ).toBe(true)
  },
)

test('[1.4] a connected user signs a message, and the signature verifies independently', async () => {
  const { provider } = createWallet()
  const connector = createConnector({ id: 'test', type: 'INJECTED', name: 'Test', provider })
  const network = defineNetwork({
    id: chain.chainId,
    name: 'Devnet',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [chain.url] } },
  })
  const foyer = createFoyer({ projectId: 'test', adapters: [evm()], networks: [network] })
  await connect(foyer, { connector })
  const signature = await signWith(foyer, { message: 'hello' })
  const valid = { address: alice, message: 'hello', signature: signature as `0x${string}` }
  expect(await verifyMessage(valid)).toBe(true)
  expect(await verifyMessage({ ...valid, message: 'other' })).toBe(false)
})

test('returns the longer signature of a smart account unchanged', async () => {
  const long = `0x${'ab'.repeat(300)}`
  const { provider } = createWallet({ personal_sign: () => long })
  expect(
    await signMessage({ address: alice, chainId: 'eip155:31337', message: 'x', provider }),
  ).toBe(long)
})

test.each([[null], [''], ['0x'], ['0x1234'], [`0x${'g'.repeat(130)}`], [{}]])(
  'error: a wallet that does not return a signature (%#)',
  async (answer) => {
    const { provider } = createWallet({ personal_sign: () => answer })
    await expect(
      signMessage({ address: alice, chainId: 'eip155:31337', message: 'x', provider }),
    ).rejects.toMatchObject({
      code: 'unknown',
      details: expect.stringContaining('no signature'),
    })
  },
)

test('error: the user rejects', async () => {
  const { provider } = createWallet({
    personal_sign: () => {
      throw walletError(4001, 'User denied message signature.')
    },
  })
  await expect(
    signMessage({ address: alice, chainId: 'eip155:31337', message: 'x', provider }),
  ).rejects.toMatchObject({
    code: 'user-rejected',
  })
})
