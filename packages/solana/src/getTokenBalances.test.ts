import { type SolanaChain, solanaTokens, startSolana } from '@foyer/devnet'
import { Connection, Keypair } from '@solana/web3.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { getBalance } from './getBalance.ts'
import { getTokenBalances } from './getTokenBalances.ts'
import { solanaLocalnet as network } from './networks.ts'
import { createNodeRpc, person } from './nodeWallet.test.kit.ts'
import { token2022Program, tokenProgram } from './programs.ts'
import { makeToken, mintTo, openAccount } from './testToken.test.kit.ts'

const { address: alice } = person('alice')
let chain: SolanaChain
let node: Connection
beforeAll(async () => {
  chain = await startSolana({ port: 0, slotMs: 50 })
  node = new Connection(chain.url, 'confirmed')
})
afterAll(() => chain.stop())

const mintOf = (symbol: string) =>
  solanaTokens.find((token) => token.symbol === symbol)?.address as string
const short = (mint: string) => `${mint.slice(0, 4)}…${mint.slice(-4)}`
const read = (
  address: string,
  tokens: readonly { address: string; image?: string }[] = [],
  rpc = createNodeRpc(chain.url),
) => getTokenBalances({ address, network, rpc, tokens })

const chainId = network.caipNetworkId
const sol = {
  name: 'Solana',
  symbol: 'SOL',
  chainId,
  quantity: { decimals: '9', numeric: '1000' },
}
const held = (
  symbol: string,
  name: string,
  [decimals, numeric]: [string, string],
  said = symbol,
) => ({
  name,
  symbol: said,
  chainId,
  address: `${chainId}:${mintOf(symbol)}`,
  quantity: { decimals, numeric },
})

test('returns SOL and all tokens of both programs, without zero balances and tokens without decimals', async () => {
  const balances = await read(alice)
  const names = new Map(balances.map((one) => [one.symbol, one]))
  expect(balances[0]).toEqual(sol)
  expect(names.get('META')).toEqual(held('META', 'Devnet Metadata', ['6', '420']))
  expect(names.get('FEE')).toEqual(held('FEE', 'Devnet Transfer Fee', ['6', '1000']))
  // Their mints have no name.
  for (const [symbol, quantity] of [
    ['USDC', ['6', '10000']],
    ['BONK', ['5', '25000000']],
    ['PLAIN', ['9', '100']],
  ] as const) {
    const called = short(mintOf(symbol))
    expect(names.get(called)).toEqual(held(symbol, called, [...quantity], called))
  }
  expect(balances.length).toBe(6)
})

test('uses the images and the order of the option', async () => {
  const image = 'https://example.com/usdc.png'
  const tokens = [{ address: mintOf('USDC'), image }, { address: mintOf('FEE') }]
  const [, first, second] = await read(alice, tokens)
  expect(first).toMatchObject({ address: `${chainId}:${mintOf('USDC')}`, iconUrl: image })
  expect(second).toMatchObject({ symbol: 'FEE' })
  expect(second).not.toHaveProperty('iconUrl')
})

test('adds up several accounts of one token', async () => {
  const mint = await makeToken(node, { decimals: 2 })
  const owner = Keypair.generate().publicKey.toBase58()
  const account = await openAccount(node, { mint, owner, program: tokenProgram })
  await mintTo(node, { account, amount: 150n, mint, program: tokenProgram })
  const rpc = createNodeRpc(chain.url)
  const twice = Object.assign(
    async (call: { method: string; params?: unknown }) => {
      const answer = await rpc(call)
      if (call.method !== 'getTokenAccountsByOwner') return answer
      const { value } = answer as { value: unknown[] }
      return { value: [...value, ...value] }
    },
    { calls: rpc.calls },
  )
  const name = short(mint)
  const quantity = { decimals: '2', numeric: '3' }
  expect(await read(owner, [], twice)).toEqual([
    { name, symbol: name, chainId, address: `${chainId}:${mint}`, quantity },
  ])
})

test('returns nothing for an empty account', async () => {
  const owner = Keypair.generate().publicKey.toBase58()
  expect(await read(owner)).toEqual([])
  expect(await getBalance({ address: owner, rpc: createNodeRpc(chain.url) })).toBe(0n)
})

test('sanitizes the names of mints to one line', async () => {
  const name = ' Sun\u202e \n Token '
  const bytes = new TextEncoder()
  const text = (value: string) => {
    const encoded = bytes.encode(value)
    return Buffer.concat([Buffer.from(new Uint32Array([encoded.length]).buffer), encoded])
  }
  const metadata = Buffer.concat([Buffer.alloc(64), text(name), text('S\u0000UN'), text('')])
  const header = Buffer.from(new Uint16Array([19, metadata.length]).buffer)
  const data = Buffer.concat([Buffer.alloc(165), Buffer.from([1]), header, metadata])
  const account = { lamports: 1, owner: token2022Program, executable: false }
  const info = { mint: mintOf('META'), tokenAmount: { amount: '1', decimals: 1 } }
  const answers: Record<string, (params: never) => unknown> = {
    getBalance: () => ({ value: 0 }),
    getTokenAccountsByOwner: ([, { programId }]: [string, { programId: string }]) => ({
      value: programId === tokenProgram ? [] : [{ account: { data: { parsed: { info } } } }],
    }),
    getMultipleAccounts: () => ({
      value: [{ ...account, data: [data.toString('base64'), 'base64'] }],
    }),
  }
  const rpc = async ({ method, params }: { method: string; params?: unknown }) =>
    answers[method]?.(params as never)
  const [found] = await getTokenBalances({ address: alice, network, rpc, tokens: [] })
  expect(found).toMatchObject({ name: 'Sun Token', symbol: 'SUN', quantity: { numeric: '0.1' } })
})

test('error: an invalid address in the option', async () => {
  await expect(read(alice, [{ address: 'usdc' }])).rejects.toMatchObject({
    code: 'address-invalid',
    details: 'The option tokens names usdc.',
  })
})

test.each([[undefined], [null], [{}], [{ value: 'x' }], [{ value: -1 }], [{ value: 1.5 }], [7]])(
  'error: a node that answers %j',
  async (answer) => {
    await expect(getBalance({ address: alice, rpc: async () => answer })).rejects.toMatchObject({
      code: 'rpc-failed',
      details: expect.stringContaining('getBalance'),
    })
    await expect(
      getTokenBalances({ address: alice, network, rpc: async () => answer, tokens: [] }),
    ).rejects.toMatchObject({ code: 'rpc-failed' })
  },
)

test('error: passes on what the RPC throws', async () => {
  const failure = new Error('offline')
  const rpc = () => Promise.reject(failure)
  await expect(getBalance({ address: alice, rpc })).rejects.toBe(failure)
})
