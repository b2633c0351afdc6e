import { devnetAccounts, devnetAddresses, devTokenAbi } from '@foyer/devnet'
import { encodeFunctionData, type Hex } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestApi } from '../../createTestApi.test.kit.ts'
import { sendFrom } from '../../rpc/sendFrom.test.kit.ts'
import { startUpstream } from '../../rpc/startUpstream.test.kit.ts'
import { alice, caipId, ids, startSwapWorld, swapChain } from '../swapWorld.test.kit.ts'

const { dai, usdc } = devnetAddresses
const [settlement, relayer] = [devnetAccounts[6]!.address, devnetAccounts[7]!.address]
const signer = privateKeyToAccount(devnetAccounts[0]!.privateKey)
const offered = 990_000_000_000_000_000n
const uid = `0x${'ab'.repeat(56)}`

let world: Awaited<ReturnType<typeof startSwapWorld>>
let server: Awaited<ReturnType<typeof startUpstream>>
let api: TestApi
/** Added to CoW's answer: it must not reach the order. */
let told: object = {}
const bodies: Record<string, unknown>[] = []
beforeAll(async () => {
  world = await startSwapWorld({ limits: { swapCallsPerMinute: 10_000 } })
  server = await startUpstream(({ body }, response) => {
    bodies.push(JSON.parse(body))
    const quote = { sellAmount: '999000', buyAmount: String(offered), feeAmount: '1000', ...told }
    const isOrder = response.req.url?.endsWith('/31337/api/v1/orders')
    response.writeHead(isOrder ? 201 : 200, { 'Content-Type': 'application/json' })
    response.end(JSON.stringify(isOrder ? uid : { quote, from: alice, id: 1, verified: true }))
  })
  const contracts = { [caipId]: { targets: [settlement], spenders: [relayer] } }
  const chain = swapChain(world.anvil.url)
  const swaps = { ...(chain.swaps as object), uniswapV2: undefined, uniswapV3: undefined } as never
  api = await world.createApi({
    aggregators: [{ id: 'cow', url: server.url, contracts }],
    chains: [{ ...chain, swaps }],
  })
})
afterAll(async () => {
  await server.stop()
  await world.stop()
})

const swap = { amount: '1000000', from: ids.usdc, to: ids.dai, userAddress: ids.alice }
const build = () => world.ask(api, '/v1/convert/build-transaction', { ...swap, source: 'cow' })
const submit = (typedData: string, signature: Hex, userAddress = ids.alice) =>
  world.ask(api, '/v1/convert/submit-order', { source: 'cow', userAddress, typedData, signature })
const sign = (typedData: string) => {
  const { EIP712Domain: _, ...types } = JSON.parse(typedData).types
  return signer.signTypedData({ ...JSON.parse(typedData), types })
}

test('CoW: quotes an order without a network fee, and needs an allowance for its relayer', async () => {
  const { body } = await world.ask(
    api,
    `/v1/convert/quotes?amount=${swap.amount}&from=${swap.from}&to=${swap.to}&userAddress=${ids.alice}`,
  )
  expect(body.quotes).toMatchObject([
    { kind: 'order', toAmount: String(offered), allowanceTarget: relayer, durationSeconds: 60 },
  ])
  expect(body.quotes[0].networkCost).toBeUndefined()
  const early = await build()
  expect([early.status, early.body.error.code]).toEqual([400, 'insufficient-allowance'])
  const data = encodeFunctionData({
    ...{ abi: devTokenAbi, functionName: 'approve', args: [relayer, 1_000_000n] },
  })
  await sendFrom(world.anvil.url, { from: alice, to: usdc, data })
})

test('CoW: builds the order from the request alone, whatever the answer says, and hands it in', async () => {
  const thief = devnetAccounts[5]!.address
  told = { receiver: thief, sellToken: thief, feeAmount: '999999', validTo: 4_000_000_000 }
  const { body, status } = await build()
  expect(status).toBe(200)
  const minToAmount = String((offered * 99n) / 100n)
  expect(body).toMatchObject({ kind: 'order', checkedBy: 'order', minToAmount })
  const { domain, message } = JSON.parse(body.typedData)
  expect(domain).toEqual({
    ...{ name: 'Gnosis Protocol', version: 'v2', chainId: 31337, verifyingContract: settlement },
  })
  expect(message).toMatchObject({
    ...{ sellToken: usdc, buyToken: dai, receiver: alice, sellAmount: '1000000', feeAmount: '0' },
    ...{ buyAmount: minToAmount, kind: 'sell', partiallyFillable: false },
  })
  expect(new Date(message.validTo * 1000).toISOString()).toBe(body.expiresAt)
  const signature = await sign(body.typedData)
  const done = await submit(body.typedData, signature)
  expect([done.status, done.body]).toEqual([200, { orderId: uid }])
  expect(bodies.at(-1)).toMatchObject({
    ...{ ...message, appData: '{}', appDataHash: message.appData },
    ...{ from: alice, signature, signingScheme: 'eip712' },
  })
})

test('CoW: hands in no order that its user did not sign, or that another one would receive', async () => {
  const { body } = await build()
  const signature = await sign(body.typedData)
  const changed = (change: object) => {
    const parsed = JSON.parse(body.typedData)
    return JSON.stringify({ ...parsed, message: { ...parsed.message, ...change } })
  }
  const thief = devnetAccounts[5]!.address
  const sent = bodies.length
  const toThief = changed({ receiver: thief })
  for (const [typedData, given, user] of [
    [changed({ buyAmount: '1' }), signature],
    [toThief, await sign(toThief)],
    [changed({ feeAmount: '5' }), signature],
    [changed({ extra: 1 }), signature],
    [body.typedData, signature, `${caipId}:${thief}`],
    [body.typedData, `0x${'11'.repeat(65)}`],
    ['{', signature],
  ] as [string, Hex, string?][]) {
    const { body: said, status } = await submit(typedData, given, user)
    expect([status, said.error.code]).toEqual([400, 'order-invalid'])
  }
  expect(bodies).toHaveLength(sent)
  const elsewhere = await world.ask(api, '/v1/convert/submit-order', {
    ...{ source: 'uniswap-v2', userAddress: ids.alice, typedData: body.typedData, signature },
  })
  expect([elsewhere.status, elsewhere.body.error.code]).toEqual([400, 'source-unknown'])
})
