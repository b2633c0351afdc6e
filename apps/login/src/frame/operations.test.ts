import { createHash } from 'node:crypto'
import {
  createFaucet,
  devnetAccounts,
  devnetAddresses,
  devnetPaymasterSigner,
  devTokenAbi,
  type EvmChain,
  foyerDevnet,
  startEvm,
} from '@foyer/devnet'
import { type Bundler, hasBundler, startBundler } from '@foyer/devnet/bundler'
import { freePort } from '@foyer/devnet/freePort'
import { start as startSponsor } from '@foyer/sponsor'
import type { Page } from 'playwright'
import { createPublicClient, encodeFunctionData, http, parseEther, parseGwei } from 'viem'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  cardOf,
  connectKit,
  type LoginSite,
  logIn,
  openDapp,
  startLogin,
  testProject,
} from '../testLogin.test.kit.ts'
import { approveAnywhere, askWallet, openApproval } from './walletRequests.test.kit.ts'

type Hex = `0x${string}`
const { account: implementation, paymaster, usdc } = devnetAddresses
const bob = devnetAccounts.at(-1)?.address as Hex
const token = 'a-token-of-the-login-server-1f9c'
const key = 'the-key-of-the-site'
const transfer = (amount: bigint) =>
  encodeFunctionData({ abi: devTokenAbi, functionName: 'transfer', args: [bob, amount] })

if (!hasBundler) console.log('No bundler is installed, so its tests are skipped: npm run bundler')

describe.skipIf(!hasBundler)('with a bundler', () => {
  let chain: EvmChain
  let bundler: Bundler
  let site: LoginSite
  let page: Page
  let address: Hex
  let url: string
  const stops: (() => Promise<unknown>)[] = []
  const client = () => createPublicClient({ transport: http(chain.url), pollingInterval: 50 })
  const ask = (method: string, params: unknown) => askWallet(page, method, params)
  const bundle = (calls: object[], more: object = {}) => [
    { version: '2.0.0', chainId: '0x7a69', from: address, atomicRequired: true, calls, ...more },
  ]
  const dollarsOf = (who: Hex) =>
    client().readContract({
      ...{ address: usdc, abi: devTokenAbi, functionName: 'balanceOf', args: [who] },
    })
  const statusOf = async ({ id }: { id: string }) =>
    (await ask('wallet_getCallsStatus', [id])) as {
      status: number
      atomic: boolean
      receipts: { transactionHash: Hex }[]
    }

  beforeAll(async () => {
    chain = await startEvm({ chainId: foyerDevnet.id, port: 0 })
    stops.push(() => chain.stop())
    bundler = await startBundler(chain, { port: await freePort() })
    stops.push(() => bundler.stop())
    const sender = generatePrivateKey()
    const faucet = createFaucet(chain)
    await faucet.giveEther({ to: privateKeyToAddress(sender), amount: parseEther('10') })
    const port = await freePort()
    url = `http://127.0.0.1:${port}/paymaster/${key}`
    const sponsor = await startSponsor({
      ...{ port, senderKeys: [sender], serviceToken: token },
      paymasterKey: devnetPaymasterSigner.privateKey,
      trustedPaymasters: [`http://127.0.0.1:${port}`],
      policy: {
        chains: [
          {
            ...{ caipId: foyerDevnet.caipId, rpcUrl: chain.url, implementation, pollMs: 50 },
            ...{ bundlerUrl: bundler.url, paymaster, weiPerDay: parseEther('1').toString() },
            maxFeePerGas: parseGwei('50').toString(),
          },
        ],
        sponsorships: [
          {
            ...{ projectId: testProject, chain: foyerDevnet.caipId },
            paymasterKeyHash: createHash('sha256').update(key).digest('hex'),
            contracts: [{ address: usdc, selectors: ['0xa9059cbb'] }],
            weiPerUserPerDay: parseEther('1').toString(),
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
      sponsor: { url: sponsor.url, token, bundled: [foyerDevnet.caipId] },
    })
    stops.push(() => site.stop())
    page = await openDapp(site.context, site.dappA, site)
    await logIn(page, site, { email: 'ann@example.org' })
    address = (await connectKit(page)).eip155 as Hex
    await faucet.giveToken({ to: address, token: usdc, amount: 1_000_000n })
  })
  afterAll(async () => {
    for (const stop of stops.reverse()) await stop()
  })

  test("[T40] sends the calls of a smart account by a bundler, paid for by the site's paymaster, after one approval", async () => {
    const capabilities = { paymasterService: { url } }
    const calls = [
      { to: usdc, data: transfer(70n) },
      { to: usdc, data: transfer(5n) },
    ]
    // The account has no code yet: an operation would need an authorization, which no site gets.
    expect(await ask('wallet_sendCalls', bundle(calls, { capabilities }))).toBe(
      'capability-unsupported',
    )
    const first = ask('wallet_sendCalls', bundle([{ to: usdc, data: transfer(1n) }]))
    await approveAnywhere(page, site)
    expect((await statusOf((await first) as { id: string })).status).toBe(200)
    expect(await ask('wallet_getCapabilities', [address])).toMatchObject({
      '0x7a69': { atomic: { status: 'supported' }, paymasterService: { supported: true } },
    })

    const before = await dollarsOf(bob)
    const sending = ask('wallet_sendCalls', bundle(calls, { capabilities }))
    const place = await openApproval(page, site)
    const card = cardOf(place)
    await card.getByText('Somebody else pays the fee.').waitFor()
    expect(await card.getByText('Fee, at most').count()).toBe(0)
    // Until when the operation counts.
    await card.getByText('Valid until').waitFor({ state: 'attached' })
    await approveAnywhere(page, site, place)
    const sent = (await sending) as { id: string }
    await expect.poll(async () => (await statusOf(sent)).status).toBe(200)
    const { atomic, receipts } = await statusOf(sent)
    expect([atomic, receipts.length]).toEqual([true, 1])
    expect(await dollarsOf(bob)).toBe(before + 75n)
    expect(await client().getBalance({ address })).toBe(0n)
    const { to } = await client().getTransaction({ hash: receipts[0]!.transactionHash })
    expect(to).toBe(devnetAddresses.entryPoint.toLowerCase())
  })

  test('error: passes the reason of a paymaster on, and signs nothing without one that pays', async () => {
    const asked = (capabilities: object, calls: object[] = [{ to: usdc, data: transfer(1n) }]) =>
      ask('wallet_sendCalls', bundle(calls, { capabilities }))
    const before = await dollarsOf(bob)
    expect(await asked({ paymasterService: { url } }, [{ to: bob, value: '0x1' }])).toBe(
      'action-not-allowed',
    )
    expect(await asked({ paymasterService: { url: 'http://example.com/' } })).toBe(
      'action-not-allowed',
    )
    expect(await asked({ paymasterService: {} })).toBe('params-invalid')
    expect(await dollarsOf(bob)).toBe(before)
  })
})
