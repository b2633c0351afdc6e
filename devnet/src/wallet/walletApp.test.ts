import { address, createSolanaRpc, signature } from '@solana/kit'
import * as v from 'valibot'
import { createPublicClient, http } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { devTokenAbi } from '../evm/abis.ts'
import { devnetAddresses } from '../evm/addresses.ts'
import { solanaDevnet } from '../solana/cluster.ts'
import { solanaTokens } from '../solana/solanaTokens.ts'
import { type Devnet, startDevnet } from '../startDevnet.ts'
import { faucetResponse } from './faucetRequest.ts'
import { type DevWallet, startWallet } from './startWallet.ts'

let devnet: Devnet
let wallet: DevWallet
beforeAll(async () => {
  devnet = await startDevnet({ ports: { 31337: 0, 31338: 0 } })
  wallet = await startWallet({
    port: 0,
    chains: devnet.chains.map(({ chainId, url }) => ({ chainId, url })),
    solana: { url: devnet.solana.url },
  })
})
afterAll(async () => {
  await wallet.stop()
  await devnet.stop()
})

// Node may not resolve *.localhost.
const at = (path: string) => `http://127.0.0.1:${wallet.port}${path}`
const give = (body: unknown) => fetch(at('/faucet'), { method: 'POST', body: JSON.stringify(body) })
const to = '0x00000000000000000000000000000000000000f1'

test('the faucet sends ether and tokens over HTTP, to any origin', async () => {
  const client = createPublicClient({ transport: http(devnet.chains[1]!.url) })
  const ether = await give({ chainId: 31338, address: to, amount: '123' })
  expect(ether.status).toBe(200)
  expect(ether.headers.get('access-control-allow-origin')).toBe('*')
  const { hash } = v.parse(faucetResponse, await ether.json())
  expect((await client.getTransactionReceipt({ hash: hash as `0x${string}` })).status).toBe(
    'success',
  )
  expect(await client.getBalance({ address: to })).toBe(123n)

  const { usdc } = devnetAddresses
  expect((await give({ chainId: 31338, address: to, token: usdc, amount: '7000000' })).ok).toBe(
    true,
  )
  const balance = await client.readContract({
    address: usdc,
    abi: devTokenAbi,
    functionName: 'balanceOf',
    args: [to],
  })
  expect(balance).toBe(7_000_000n)
})

test('the faucet sends SOL and Solana tokens over HTTP', async () => {
  const rpc = createSolanaRpc(devnet.solana.url)
  const receiver = address('4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi')
  const chainId = solanaDevnet.caipId
  const sol = await give({ chainId, address: receiver, amount: '2000000000' })
  expect(sol.status).toBe(200)
  const { hash } = v.parse(faucetResponse, await sol.json())
  expect((await rpc.getSignatureStatuses([signature(hash)]).send()).value[0]?.err).toBe(null)
  const commitment = 'confirmed'
  expect((await rpc.getBalance(receiver, { commitment }).send()).value).toBe(2_000_000_000n)

  const mint = solanaTokens[0]!.address
  expect((await give({ chainId, address: receiver, token: mint, amount: '7' })).status).toBe(200)
  const filter = { mint }
  const { value } = await rpc
    .getTokenAccountsByOwner(receiver, filter, { commitment, encoding: 'jsonParsed' })
    .send()
  expect(value.map(({ account }) => account.data.parsed.info.tokenAmount.amount)).toEqual(['7'])
})

test('names the invalid field of the faucet’s body', async () => {
  const wrong: [string, object][] = [
    ['address', { address: '0x1' }],
    ['amount', { amount: '-1' }],
    ['amount', { amount: '1.5' }],
    ['chainId', { chainId: 1 }],
    ['token', { token: 'USDC' }],
    ['chainId', { chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }],
    ['address', { chainId: solanaDevnet.caipId }],
    ['amount', { chainId: solanaDevnet.caipId, address: solanaTokens[0]!.address, amount: '0' }],
  ]
  for (const [field, change] of wrong) {
    const response = await give({ chainId: 31337, address: to, amount: '1', ...change })
    expect(response.status, field).toBe(400)
    expect(await response.json()).toMatchObject({ error: { code: 'request-invalid', field } })
  }
})

test('rejects unknown scripts', async () => {
  expect((await fetch(at('/hostile.js?kind=nice'))).status).toBe(400)
  expect((await fetch(at('/devwallet.js?inject=maybe'))).status).toBe(400)
})

test('names a port that is in use and the fix', async () => {
  await expect(startWallet({ port: wallet.port, chains: [] })).rejects.toThrow(
    new RegExp(`port ${wallet.port}: .*EADDRINUSE.*another port`),
  )
})
