import {
  createFaucet,
  devnetAccounts,
  devnetAddresses,
  devTokenAbi,
  type EvmChain,
  foyerDevnet,
  startEvm,
} from '@foyer/devnet'
import { type Sponsor, start as startSponsor } from '@foyer/sponsor'
import type { Page } from 'playwright'
import { createPublicClient, encodeFunctionData, http, parseEther, parseGwei } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  cardOf,
  connectKit,
  type LoginSite,
  logIn,
  openDapp,
  startLogin,
  testProject,
} from '../testLogin.test.kit.ts'
import { approveAnywhere, askNode, askWallet, openApproval } from './walletRequests.test.kit.ts'

type Hex = `0x${string}`
const { account: implementation, usdc } = devnetAddresses
const bob = devnetAccounts.at(-1)?.address as Hex
const token = 'a-token-of-the-login-server-1f9c'
const transfer = (amount: bigint) =>
  encodeFunctionData({ abi: devTokenAbi, functionName: 'transfer', args: [bob, amount] })

let chain: EvmChain
let sponsor: Sponsor
let site: LoginSite
let page: Page
let address: Hex
const stops: (() => Promise<unknown>)[] = []
const client = () => createPublicClient({ transport: http(chain.url), pollingInterval: 50 })
const ask = (method: string, params: unknown) => askWallet(page, method, params)
const bundle = (calls: object[], more: object = {}) => [
  { version: '2.0.0', chainId: '0x7a69', from: address, atomicRequired: true, calls, ...more },
]
const dollarsOf = (who: Hex) =>
  client().readContract({ address: usdc, abi: devTokenAbi, functionName: 'balanceOf', args: [who] })
const statusOf = async ({ id }: { id: string }) =>
  (await ask('wallet_getCallsStatus', [id])) as {
    status: number
    receipts: { transactionHash: Hex }[]
  }

beforeAll(async () => {
  chain = await startEvm({ chainId: foyerDevnet.id, port: 0 })
  stops.push(() => chain.stop())
  const key = generatePrivateKey()
  const faucet = createFaucet(chain)
  await faucet.giveEther({ to: privateKeyToAddress(key), amount: parseEther('10') })
  sponsor = await startSponsor({
    ...{ port: 0, senderKeys: [key], serviceToken: token },
    limits: { callsWaitMs: 2000, resendMs: 300 },
    policy: {
      chains: [
        {
          ...{ caipId: foyerDevnet.caipId, rpcUrl: chain.url, implementation, pollMs: 50 },
          ...{ maxFeePerGas: parseGwei('50').toString(), weiPerDay: parseEther('1').toString() },
        },
      ],
      sponsorships: [
        {
          ...{ projectId: testProject, chain: foyerDevnet.caipId },
          contracts: [{ address: usdc, selectors: ['0xa9059cbb'] }],
          ...{ weiPerUserPerDay: parseEther('1').toString() },
          weiPerDay: parseEther('1').toString(),
        },
      ],
    },
  })
  stops.push(() => sponsor.stop())
  site = await startLogin({
    isWhole: false,
    chains: new Map([[foyerDevnet.caipId, chain.url]]),
    smartAccounts: { [foyerDevnet.caipId]: implementation },
    sponsor: { url: sponsor.url, token },
  })
  stops.push(() => site.stop())
  page = await openDapp(site.context, site.dappA, site)
  await logIn(page, site, { email: 'ann@example.org' })
  address = (await connectKit(page)).eip155 as Hex
  // Dollars, and no coins.
  await faucet.giveToken({ to: address, token: usdc, amount: 1_000_000n })
})
afterAll(async () => {
  for (const stop of stops.reverse()) await stop()
})

test('sends calls of a user without coins after one approval, which says that somebody else pays', async () => {
  expect(await ask('wallet_getCapabilities', [address])).toMatchObject({
    '0x7a69': { atomic: { status: 'ready' }, sponsor: { supported: true } },
  })
  const before = await dollarsOf(bob)
  const sending = ask(
    'wallet_sendCalls',
    bundle([
      { to: usdc, data: transfer(70n) },
      { to: usdc, data: transfer(5n) },
    ]),
  )
  const place = await openApproval(page, site)
  const card = cardOf(place)
  await card.getByText('Somebody else pays the fee.').waitFor()
  await card.getByText('Your account becomes a smart account, at the same address').waitFor()
  expect(await card.getByText('Fee, at most').count()).toBe(0)
  await approveAnywhere(page, site, place)
  const sent = (await sending) as { id: string }
  await expect.poll(async () => (await statusOf(sent)).status).toBe(200)
  const { receipts } = await statusOf(sent)
  expect(await dollarsOf(bob)).toBe(before + 75n)
  expect(await client().getBalance({ address })).toBe(0n)
  const { from, type } = await client().getTransaction({
    hash: receipts[0]?.transactionHash as Hex,
  })
  expect(type).toBe('eip7702')
  expect(from).not.toBe(address.toLowerCase())
})

test('pays for a single call of the smart account, if the site requires it', async () => {
  const calls = [{ to: usdc, data: transfer(1n) }]
  const sending = ask('wallet_sendCalls', bundle(calls, { capabilities: { sponsor: {} } }))
  const place = await openApproval(page, site)
  await cardOf(place).getByText('Somebody else pays the fee.').waitFor()
  await approveAnywhere(page, site, place)
  const sent = (await sending) as { id: string }
  await expect.poll(async () => (await statusOf(sent)).status).toBe(200)
})

test('reads the status of a batch that was sent again with a higher fee', async () => {
  await askNode(chain.url, 'evm_setAutomine', [false])
  const sending = ask('wallet_sendCalls', bundle([{ to: usdc, data: transfer(3n) }]))
  const place = await openApproval(page, site)
  await cardOf(place).getByText('Somebody else pays the fee.').waitFor()
  await approveAnywhere(page, site, place)
  const sent = (await sending) as { id: string }
  const first = `0x${sent.id.slice(20, 84)}`
  expect((await statusOf(sent)).status).toBe(100)
  const pending = () =>
    askNode<{ transactions: string[] }>(chain.url, 'eth_getBlockByNumber', ['pending', false])
  // The operator raises the fee after 300 ms.
  await expect.poll(async () => (await pending()).transactions[0]).not.toBe(first)
  await askNode(chain.url, 'evm_setAutomine', [true])
  await askNode(chain.url, 'evm_mine', [])
  await expect.poll(async () => (await statusOf(sent)).status).toBe(200)
  const { receipts } = await statusOf(sent)
  expect(receipts[0]?.transactionHash).not.toBe(first)
})

test('lets the user pay for calls that the operator does not pay for', async () => {
  const calls = [{ to: bob, value: '0x1' }]
  expect(await ask('wallet_sendCalls', bundle(calls, { capabilities: { sponsor: {} } }))).toBe(
    'capability-unsupported',
  )
  await askNode(chain.url, 'anvil_setBalance', [address, `0x${parseEther('1').toString(16)}`])
  const sending = ask('wallet_sendCalls', bundle(calls))
  const place = await openApproval(page, site)
  const card = cardOf(place)
  await card.getByText('Fee, at most').waitFor()
  expect(await card.getByText('Somebody else pays the fee.').count()).toBe(0)
  await approveAnywhere(page, site, place)
  await expect
    .poll(async () => (await statusOf((await sending) as { id: string })).status)
    .toBe(200)
})

test('lets the user pay while the sponsor does not answer', async () => {
  await sponsor.stop()
  const sending = ask('wallet_sendCalls', bundle([{ to: usdc, data: transfer(2n) }]))
  const place = await openApproval(page, site)
  const card = cardOf(place)
  await card.getByText('Fee, at most').waitFor()
  await approveAnywhere(page, site, place)
  await expect
    .poll(async () => (await statusOf((await sending) as { id: string })).status)
    .toBe(200)
})
