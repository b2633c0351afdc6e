import {
  type Bridge,
  createFaucet,
  devBridgeAbi,
  devnetAccounts,
  devnetAddresses,
  devTokenAbi,
  type EvmChain,
  startBridge,
  startEvm,
} from '@foyer/devnet'
import { builtSwap, getConvertQuotes, getConvertStatus } from '@foyer/protocol/api'
import * as v from 'valibot'
import {
  type Address,
  decodeFunctionData,
  encodeFunctionData,
  type Hex,
  hexToBigInt,
  parseEther,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { TestApi } from '../../createTestApi.test.kit.ts'
import { askChain } from '../../rpc/sendFrom.test.kit.ts'
import { startUpstream } from '../../rpc/startUpstream.test.kit.ts'
import { nativeAddress } from '../swapSource.ts'
import { alice, ids, type SwapTx, startSwapWorld, swapChain } from '../swapWorld.test.kit.ts'

const { batch, bridge: bridgeContract, dai, usdc } = devnetAddresses
const far = 'eip155:31338'
const on = (token: string) => `${far}:${token}`
const contracts = Object.fromEntries(
  ['eip155:31337', far].map((id) => [
    id,
    { targets: [bridgeContract], spenders: [bridgeContract] },
  ]),
)

let world: Awaited<ReturnType<typeof startSwapWorld>>
let second: EvmChain
let bridge: Bridge
let api: TestApi
/** LI.FI behind the api; `lie` changes its answers. */
let lie: (path: string, answer: never) => unknown
let proxy: Awaited<ReturnType<typeof startUpstream>>
beforeAll(async () => {
  world = await startSwapWorld({ limits: { swapCallsPerMinute: 10_000 } })
  second = await startEvm({ chainId: 31338, port: 0 })
  const chains = [{ ...world.anvil }, { ...second }].map((chain) => ({
    ...chain,
    faucet: createFaucet(chain),
  }))
  bridge = await startBridge({ chains, port: 0, seconds: 42 })
  proxy = await startUpstream(async (_, response) => {
    const path = response.req.url ?? ''
    const real = await fetch(`${bridge.url}${path}`)
    response.writeHead(real.status, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(lie(path, (await real.json()) as never)))
  })
  api = await world.createApi({
    aggregators: [{ id: 'lifi', url: proxy.url, contracts }],
    chains: [swapChain(world.anvil.url), swapChain(second.url, { caipId: far })],
  })
})
beforeEach(async () => {
  lie = (_, answer) => answer
  bridge.endAs('completed')
  await world.setEther('100')
})
afterAll(async () => {
  await bridge?.stop()
  await proxy?.stop()
  await second?.stop()
  await world.stop()
})

const quote = (amount: bigint, from: string, to: string) =>
  world.ask(
    api,
    `/v1/convert/quotes?amount=${amount}&from=${from}&to=${to}&userAddress=${ids.alice}&gasPrice=1`,
  )
const build = (amount: bigint, from: string, to: string, more: object = {}) =>
  world.ask(api, '/v1/convert/build-transaction', {
    ...{ amount: String(amount), from, to, userAddress: ids.alice, source: 'lifi', ...more },
  })
const status = (hash: string) =>
  world.ask(
    api,
    `/v1/convert/status?source=lifi&hash=${hash}&from=eip155:31337&to=${far}&userAddress=${on(alice)}`,
  )
const errorOf = ({ body, status: code }: Awaited<ReturnType<typeof build>>) => [
  code,
  body.error?.code,
]
const heldFar = async (token: Address) =>
  token === nativeAddress
    ? hexToBigInt(await askChain<Hex>(second.url, 'eth_getBalance', [alice, 'latest']))
    : hexToBigInt(
        await askChain<Hex>(second.url, 'eth_call', [
          {
            to: token,
            data: encodeFunctionData({
              ...{ abi: devTokenAbi, functionName: 'balanceOf', args: [alice] },
            }),
          },
          'latest',
        ]),
      )
/** Sends a built swap, and returns its hash. */
async function send(body: unknown): Promise<Hex> {
  const built = v.parse(builtSwap, body)
  if (built.kind !== 'call') throw new Error('This is no call')
  await world.send(built.tx as SwapTx)
  const { transactions } = await askChain<{ transactions: Hex[] }>(
    world.anvil.url,
    'eth_getBlockByNumber',
    ['latest', false],
  )
  return transactions[0]!
}
const ended = (hash: Hex) =>
  vi.waitFor(
    async () => {
      const { body } = await status(hash)
      const found = v.parse(getConvertStatus.response, body)
      if (found.status === 'pending') throw new Error('It is still pending')
      return found
    },
    { interval: 200 },
  )

test('[7.35] [7.36] coins leave one chain and arrive on the other as promised', async () => {
  const amount = parseEther('1')
  const { body } = await quote(amount, ids.eth, on(usdc))
  const [best, ...others] = v.parse(getConvertQuotes.response, body).quotes
  expect(others).toEqual([])
  expect(best).toMatchObject({
    ...{ source: { id: 'lifi' }, durationSeconds: 42, priceImpact: null },
    // 2,900 dollars, less the bridge's 0.1 %.
    ...{ toAmount: '2897100000', minToAmount: '2868129000', toAccount: on(usdc) },
  })
  const built = await build(amount, ids.eth, on(usdc), { minToAmount: best!.minToAmount })
  expect([built.status, built.body.checkedBy, built.body.toAmount]).toEqual([
    ...[200, 'source', best!.toAmount],
  ])
  const before = await heldFar(usdc)
  const hash = await send(built.body)
  const found = await ended(hash)
  expect(found).toEqual({
    status: 'received',
    received: {
      ...{ hash: expect.stringMatching(/^0x/), token: on(usdc) },
      ...{ amount: best!.toAmount, checkedBy: 'chain' },
    },
  })
  expect((await heldFar(usdc)) - before).toBe(2_897_100_000n)
})

test('a token needs an exact allowance for the listed contract, and coins arrive for it', async () => {
  const amount = 100_000_000n
  const early = await build(amount, ids.usdc, on(nativeAddress))
  expect(errorOf(early)).toEqual([400, 'insufficient-allowance'])
  const { body } = await world.ask(
    api,
    `/v1/convert/build-approve?tokenAddress=${ids.usdc}&userAddress=${ids.alice}&amount=${amount}&spender=${bridgeContract}`,
  )
  await world.send(body.tx)
  const built = await build(amount, ids.usdc, on(nativeAddress))
  expect(built.status).toBe(200)
  const before = [await world.balanceOf(usdc), await heldFar(nativeAddress)]
  const { received } = await ended(await send(built.body))
  expect(before[0]! - (await world.balanceOf(usdc))).toBe(amount)
  expect(received).toMatchObject({ amount: built.body.toAmount, checkedBy: 'chain' })
  expect(String((await heldFar(nativeAddress)) - before[1]!)).toBe(built.body.toAmount)
})

test('[7.35] a transfer that waits is pending; one that comes back, or as another token, is called so', async () => {
  const amount = parseEther('0.1')
  bridge.endAs('waiting')
  const hash = await send((await build(amount, ids.eth, on(usdc))).body)
  expect((await status(hash)).body).toEqual({ status: 'pending' })
  bridge.endAs('refunded')
  expect(await ended(hash)).toEqual({
    status: 'refunded',
    received: {
      ...{ hash: expect.any(String), token: ids.eth },
      ...{ amount: String(amount), checkedBy: 'chain' },
    },
  })
  bridge.endAs('partial')
  const other = await send((await build(amount, ids.eth, on(dai))).body)
  const { received, status: how } = await ended(other)
  expect([how, received?.token]).toEqual(['partial', on(usdc)])
  expect((await status(`0x${'ab'.repeat(32)}`)).body).toEqual({ status: 'pending' })
})

test('what the chain does not show is the word of the source', async () => {
  const hash = `0x${'cd'.repeat(32)}`
  lie = () => ({
    ...{ status: 'DONE', substatus: 'COMPLETED' },
    receiving: { chainId: 31338, txHash: hash, amount: '7', token: { address: zeroAddress } },
  })
  expect((await status(`0x${'ef'.repeat(32)}`)).body).toEqual({
    status: 'received',
    received: { hash, token: on(nativeAddress), amount: '7', checkedBy: 'source' },
  })
  lie = () => ({ status: 'FAILED', substatus: 'UNKNOWN_ERROR' })
  expect((await status(`0x${'aa'.repeat(32)}`)).body).toEqual({ status: 'failed' })
})

test.each([
  ['to someone else', { receiver: devnetAccounts[5]!.address }],
  ['to another chain', { destinationChainId: 1n }],
  ['to a contract that goes on by itself', { hasDestinationCall: true }],
] as const)('a transfer %s is refused', async (_, change) => {
  lie = (path, answer: { transactionRequest: { data: Hex } }) => {
    if (!path.startsWith('/v1/quote')) return answer
    const { transactionRequest } = answer
    const { args } = decodeFunctionData({ abi: devBridgeAbi, data: transactionRequest.data })
    const data = encodeFunctionData({
      ...{ abi: devBridgeAbi, functionName: 'start' },
      args: [{ ...args[0], ...change }],
    })
    return { ...answer, transactionRequest: { ...transactionRequest, data } }
  }
  expect(errorOf(await build(parseEther('0.1'), ids.eth, on(usdc)))).toEqual([502, 'swap-refused'])
})

test('a bridge that asks for coins besides the tokens is not offered', async () => {
  lie = (path, answer: { transactionRequest: object }) =>
    path.startsWith('/v1/quote')
      ? { ...answer, transactionRequest: { ...answer.transactionRequest, value: '0x5' } }
      : answer
  const { body, status: code } = await quote(7_000_000n, ids.usdc, on(usdc))
  expect([code, body.error.code]).toEqual([502, 'sources-unavailable'])
})

test('a contract that is not on the other chain receives nothing there', async () => {
  const setCode = (code: string) => askChain(world.anvil.url, 'anvil_setCode', [alice, code])
  await setCode('0x6000')
  expect(errorOf(await build(parseEther('0.1'), ids.eth, on(usdc)))).toEqual([
    400,
    'receiver-absent',
  ])
  // A key that uses a contract's code is the same account everywhere.
  await setCode(`0xef0100${batch.slice(2)}`)
  expect((await build(parseEther('0.1'), ids.eth, on(usdc))).status).toBe(200)
  await setCode('0x')
})

test('a chain that LI.FI does not serve has no such swap, and other sources stay on theirs', async () => {
  const without = await world.createApi({
    aggregators: [{ id: 'lifi', url: proxy.url, contracts: { 'eip155:31337': contracts[far]! } }],
    chains: [swapChain(world.anvil.url), swapChain(second.url, { caipId: far })],
  })
  const { body, status: code } = await world.ask(
    without,
    `/v1/convert/quotes?amount=5&from=${ids.eth}&to=${on(usdc)}&userAddress=${ids.alice}&gasPrice=1`,
  )
  expect([code, body.error.code]).toEqual([400, 'source-unknown'])
})
