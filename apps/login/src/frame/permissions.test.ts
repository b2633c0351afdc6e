import { decodeGrant } from '@foyer/decode/internal'
import {
  devnetAccounts,
  devnetAddresses,
  devTokenAbi,
  foyerDevnet,
  foyerPermissionsAbi,
  startEvm,
} from '@foyer/devnet'
import type { Page } from 'playwright'
import {
  createPublicClient,
  createWalletClient,
  encodeFunctionData,
  encodePacked,
  type Hex,
  http,
  parseEther,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  approveDevice,
  cardOf,
  connectKit,
  type LoginSite,
  logIn,
  openDapp,
  codeOf as readCode,
  startLogin,
} from '../testLogin.test.kit.ts'
import { approveAnywhere, askNode, askWallet, openApproval } from './walletRequests.test.kit.ts'

const email = 'grace@example.org'
const { account: implementation, permissions: manager, usdc } = devnetAddresses
const agent = privateKeyToAccount(generatePrivateKey())
const shop = devnetAccounts.at(-1)?.address as Hex
const day = 86_400
const delegation = `0xef0100${implementation.slice(2).toLowerCase()}`
type Granted = { context: Hex; delegationManager: Hex; from: Hex; permission: { type: string } }

let site: LoginSite
let page: Page
let address: Hex
let rpcUrl: string
let context: Hex
const stops: (() => Promise<unknown>)[] = []
const ask = (method: string, params: unknown, of = page) => askWallet(of, method, params)
const chain = () => createPublicClient({ transport: http(rpcUrl), pollingInterval: 50 })
const dollars = (of: Hex) =>
  chain().readContract({ address: usdc, abi: devTokenAbi, functionName: 'balanceOf', args: [of] })
const seconds = async () => Number((await chain().getBlock()).timestamp)
const request = async (data: object = {}, more: object = {}) => [
  {
    ...{ chainId: '0x7a69', from: address, to: agent.address },
    permission: {
      type: 'erc20-token-periodic',
      isAdjustmentAllowed: false,
      data: { tokenAddress: usdc, periodAmount: '0x64', periodDuration: day, ...data },
    },
    rules: [{ type: 'expiry', data: { timestamp: (await seconds()) + 7 * day } }],
    ...more,
  },
]

/** The agent's call that pays dollars within a permission. */
const pay = (amount: bigint, by = context) => {
  const transfer = encodeFunctionData({
    ...{ abi: devTokenAbi, functionName: 'transfer', args: [shop, amount] },
  })
  return encodeFunctionData({
    abi: foyerPermissionsAbi,
    functionName: 'redeemDelegations',
    args: [
      ...[[by], [`0x${'0'.repeat(64)}`]],
      [encodePacked(['address', 'uint256', 'bytes'], [usdc, 0n, transfer])],
    ] as never,
  })
}
/** Signs the agent's transaction. */
async function signPayment(amount: bigint, by = context): Promise<Hex> {
  const wallet = createWalletClient({ account: agent, transport: http(rpcUrl) })
  const fees = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 1n, gas: 400_000n }
  return agent.signTransaction({
    ...{ type: 'eip1559', chainId: foyerDevnet.id, to: manager, data: pay(amount, by), ...fees },
    nonce: await chain().getTransactionCount({ address: wallet.account.address }),
  })
}
const send = async (amount: bigint, by = context) =>
  chain().waitForTransactionReceipt({
    hash: await chain().sendRawTransaction({
      serializedTransaction: await signPayment(amount, by),
    }),
  })

beforeAll(async () => {
  const evm = await startEvm({ chainId: foyerDevnet.id, port: 0 })
  stops.push(() => evm.stop())
  rpcUrl = evm.url
  site = await startLogin({
    isWhole: false,
    chains: new Map([[foyerDevnet.caipId, evm.url]]),
    smartAccounts: { [foyerDevnet.caipId]: implementation },
  })
  stops.push(() => site.stop())
  page = await openDapp(site.context, site.dappA, site)
  await logIn(page, site, { email })
  address = (await connectKit(page)).eip155 as Hex
  for (const to of [address, agent.address])
    await askNode(rpcUrl, 'anvil_setBalance', [to, `0x${parseEther('10').toString(16)}`])
  const data = encodeFunctionData({
    ...{ abi: devTokenAbi, functionName: 'mint', args: [address, 1_000_000_000n] },
  })
  await askNode(rpcUrl, 'eth_sendTransaction', [
    { from: devnetAccounts[0]?.address, to: usdc, data },
  ])
})
afterAll(async () => {
  for (const stop of stops.reverse()) await stop()
})

test('says which permissions it grants, and where', async () => {
  const supported = (await ask('wallet_getSupportedExecutionPermissions', [])) as Record<
    string,
    unknown
  >
  expect(supported['erc20-token-periodic']).toEqual({ chainIds: ['0x7a69'], ruleTypes: ['expiry'] })
  expect(Object.keys(supported)).toContain('contract-call')
  expect(await ask('wallet_getGrantedExecutionPermissions', [])).toEqual([])
})

test('[T43] refuses what must not be granted before anything is shown', async () => {
  for (const more of [
    { rules: [] },
    { from: shop },
    {
      permission: {
        type: 'contract-call',
        data: { maxCalls: 1, targets: [{ target: address, selector: '0xe9ae5c53' }] },
      },
    },
    {
      permission: {
        type: 'contract-call',
        data: { maxCalls: 1, targets: [{ target: manager, selector: '0xcef6d209' }] },
      },
    },
    {
      permission: {
        type: 'contract-call',
        data: { maxCalls: 1, targets: [{ target: usdc, selector: '0x095ea7b3' }] },
      },
    },
  ])
    expect(
      await ask('wallet_requestExecutionPermissions', await request({}, more)),
      JSON.stringify(more),
    ).toMatch(/^(params-invalid|unauthorized)$/)
  expect(
    await ask('wallet_requestExecutionPermissions', await request({}, { chainId: '0x1' })),
  ).toBe('chain-unrecognised')
})

test('[6.2] grants an allowance after a held approval in a window, which upgrades the account', async () => {
  const asking = ask('wallet_requestExecutionPermissions', await request())
  const place = await openApproval(page, site)
  const card = cardOf(place)
  await card.getByRole('heading', { name: 'Let another account spend USDC' }).waitFor()
  await card.getByText('0.0001 USDC every 24 hours').waitFor()
  await card.getByText('It can do this without asking you again').waitFor()
  await card.getByText('Your account becomes a smart account').waitFor()
  await card.getByText(new URL(site.dappA).host).first().waitFor()
  await approveAnywhere(page, site, place)
  const [granted] = (await asking) as [Granted]
  expect(granted).toMatchObject({
    ...{ from: address, to: agent.address, delegationManager: manager, chainId: '0x7a69' },
    permission: {
      type: 'erc20-token-periodic',
      data: { tokenAddress: usdc, periodAmount: '0x64', periodDuration: day, maxCalls: 1_000 },
    },
  })
  context = granted.context
  expect(await askNode(rpcUrl, 'eth_getCode', [address, 'latest'])).toBe(delegation)
  expect(await ask('wallet_getGrantedExecutionPermissions', [])).toMatchObject([{ context }])
})

test('[T44] the agent spends within the limit and not more, without another question', async () => {
  const before = await dollars(shop)
  expect((await send(60n)).status).toBe('success')
  expect((await dollars(shop)) - before).toBe(60n)
  expect((await send(41n)).status).toBe('reverted')
  expect((await dollars(shop)) - before).toBe(60n)
  expect(await cardOf(page.mainFrame()).count()).toBe(0)
})

test('[T46] another site sees no permission of this one, and can neither use nor revoke it', async () => {
  const other = await openDapp(site.context, site.dappB, site)
  await logIn(other, site, { email })
  await connectKit(other)
  expect(await ask('wallet_getGrantedExecutionPermissions', [], other)).toEqual([])
  const revoking = ask('wallet_revokeExecutionPermission', [{ permissionContext: context }], other)
  expect(await revoking).toBe('resource-not-found')
  const call = { from: agent.address, to: manager, data: pay(1n) }
  expect(await ask('eth_call', [call, 'latest'], other)).toBe('action-not-allowed')
  const raw = await signPayment(1n)
  expect(await ask('eth_sendRawTransaction', [raw], other)).toBe('action-not-allowed')
  expect(await ask('eth_call', [call, 'latest'])).toMatch(/^0x/)
  expect(await ask('wallet_getGrantedExecutionPermissions', [])).toHaveLength(1)
  await other.close()
})

test('[6.2] the older method names work too', async () => {
  const permission = (await request())[0]?.permission
  const asking = ask('wallet_grantPermissions', [
    {
      ...{ chainId: '0x7a69', address, expiry: (await seconds()) + day, permission },
      signer: { type: 'account', data: { address: agent.address } },
    },
  ])
  const place = await openApproval(page, site)
  await cardOf(place).getByText('0.0001 USDC every 24 hours').waitFor()
  expect(await cardOf(place).getByText('becomes a smart account').count()).toBe(0)
  await approveAnywhere(page, site, place)
  const [granted] = (await asking) as [Granted & { signerMeta: object }]
  expect(granted.signerMeta).toEqual({ delegationManager: manager })
  expect((await send(1n, granted.context)).status).toBe('success')
})

test('[T45] [7.36] a revoked permission is refused at once by the servers, and by the chain once it is mined', async () => {
  const raw = await signPayment(1n)
  const revoking = ask('wallet_revokeExecutionPermission', [{ permissionContext: context }])
  // Nothing is mined yet: the approval waits.
  const place = await openApproval(page, site)
  expect(await ask('eth_sendRawTransaction', [raw])).toBe('action-not-allowed')
  const call = { from: agent.address, to: manager, data: pay(1n) }
  expect(await ask('eth_call', [call, 'latest'])).toBe('action-not-allowed')
  expect(await ask('wallet_getGrantedExecutionPermissions', [])).toHaveLength(1)
  await cardOf(place).getByRole('heading', { name: 'Stop a permission' }).waitFor()
  await approveAnywhere(page, site, place)
  expect(await revoking).toEqual({})
  const grant = decodeGrant(context)?.grant
  const isRevoked = () =>
    chain().readContract({
      ...{ address: manager, abi: foyerPermissionsAbi, functionName: 'isRevoked' },
      args: [grant as never],
    })
  await expect.poll(isRevoked).toBe(true)
  // Past the operator's servers, straight to the chain.
  expect((await send(1n)).status).toBe('reverted')
})

test('[T45] the page /security lists the permissions of all sites, and stops one for good', async () => {
  const asking = ask('wallet_requestExecutionPermissions', await request({}, {}))
  await approveAnywhere(page, site)
  const [granted] = (await asking) as [Granted]
  expect((await send(1n, granted.context)).status).toBe('success')
  const security = await site.context.newPage()
  await security.goto(`${site.login}/security`)
  await security.getByLabel('Email address').fill(email)
  const after = site.mail.inbox(email)[0]?.receivedAt ?? 0
  await site.forgetMails()
  await security.getByRole('button', { name: 'Continue with email' }).click()
  await security.getByRole('heading', { name: 'Approve this browser' }).waitFor()
  await approveDevice(site, { email, after })
  const since = site.mail.inbox(email).find(({ sender }) => sender === 'vault')?.receivedAt ?? 0
  await security
    .getByLabel('Code of six digits')
    .fill(await readCode(site.mail, { email, after: since }))
  const panel = security.getByRole('region', { name: 'Permissions' })
  // The newest first; the one revoked by its site is among them.
  await panel.getByText('stopped here').waitFor()
  await panel.getByRole('button').first().click()
  const sheet = security.getByRole('dialog')
  await sheet.getByText('Our servers refuse it at once.').waitFor()
  await sheet.getByRole('button', { name: 'Stop' }).click()
  await sheet.waitFor({ state: 'hidden' })
  expect((await send(1n, granted.context)).status).toBe('reverted')
  const left = (await ask('wallet_getGrantedExecutionPermissions', [])) as Granted[]
  expect(left.map(({ context }) => context)).not.toContain(granted.context)
  await security.close()
})
