import {
  devnetAccounts,
  devnetAddresses,
  devTokenAbi,
  foyerAccountAbi,
  foyerDevnet,
  foyerDevnetTwo,
  startEvm,
} from '@foyer/devnet'
import type { Frame, Page } from 'playwright'
import {
  createPublicClient,
  encodeFunctionData,
  hashTypedData,
  http,
  parseEther,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  approveDevice,
  cardOf,
  connectKit,
  frameOf,
  inPage,
  type LoginSite,
  logIn,
  openDapp,
  codeOf as readCode,
  startLogin,
} from '../testLogin.test.kit.ts'
import { approveAnywhere, askNode, askWallet, openApproval } from './walletRequests.test.kit.ts'

type Hex = `0x${string}`
const email = 'ann@example.org'
const { account: implementation, usdc } = devnetAddresses
const bob = devnetAccounts.at(-1)?.address as Hex
const delegation = `0xef0100${implementation.slice(2).toLowerCase()}`
const transfer = (amount: bigint) =>
  encodeFunctionData({ abi: devTokenAbi, functionName: 'transfer', args: [bob, amount] })

const batchMode = `0x01${'0'.repeat(62)}` as const
/** `abi.encode` of no calls. */
const emptyBatch = `0x${'20'.padStart(64, '0')}${'0'.repeat(64)}` as const

let site: LoginSite
let page: Page
let frame: Frame
let address: Hex
let rpcUrl: string
const stops: (() => Promise<unknown>)[] = []
const ask = (method: string, params: unknown) => askWallet(page, method, params)
const chain = () => createPublicClient({ transport: http(rpcUrl), pollingInterval: 50 })
const codeOf = () => askNode<string>(rpcUrl, 'eth_getCode', [address, 'latest'])
const bundle = (calls: object[], more: object = {}) => [
  { version: '2.0.0', chainId: '0x7a69', from: address, atomicRequired: true, calls, ...more },
]
const capabilities = () => ask('wallet_getCapabilities', [address])
const getUser = () =>
  inPage(
    page,
    (kit, chainId) => kit.site.wallet.open().then((one) => one.ask('GET_USER', { chainId })),
    foyerDevnet.caipId,
  )
/** Results of a batch's transactions, once it is mined. */
const statusOf = async (id: string) => {
  const read = () =>
    ask('wallet_getCallsStatus', [id]) as Promise<{
      atomic: boolean
      receipts: { transactionHash: Hex }[]
      status: number
    }>
  await expect.poll(async () => (await read()).status).not.toBe(100)
  return read()
}

beforeAll(async () => {
  const evm = await startEvm({ chainId: foyerDevnet.id, port: 0 })
  stops.push(() => evm.stop())
  rpcUrl = evm.url
  site = await startLogin({
    isWhole: false,
    chains: new Map([[foyerDevnet.caipId, evm.url]]),
    smartAccounts: {
      [foyerDevnet.caipId]: implementation,
      // Its node is down.
      [foyerDevnetTwo.caipId]: implementation,
    },
  })
  stops.push(() => site.stop())
  page = await openDapp(site.context, site.dappA, site)
  await logIn(page, site, { email })
  address = (await connectKit(page)).eip155 as Hex
  frame = await frameOf(page, site.login)
  await askNode(rpcUrl, 'anvil_setBalance', [address, `0x${parseEther('10').toString(16)}`])
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

test('[6.6] [7.15] [4.10] is a smart account by default on the networks that the operator lists', async () => {
  expect(await inPage(page, (kit) => kit.site.wallet.getSmartAccountNetworks())).toEqual([
    foyerDevnet.caipId,
    foyerDevnetTwo.caipId,
  ])
  expect(await getUser()).toMatchObject({
    address,
    accounts: [
      { address, type: 'smartAccount' },
      { address, type: 'eoa' },
    ],
    preferredAccountType: 'smartAccount',
    smartAccountDeployed: false,
  })
  // One address: the site sees it once.
  expect(await ask('eth_accounts', [])).toEqual([address])
})

test('[6.5] offers batches by account type, network by network, and signs as a plain account before the upgrade', async () => {
  expect(await capabilities()).toMatchObject({
    '0x7a69': { atomic: { status: 'ready' } },
    '0x7a6a': { atomic: { status: 'unsupported' } },
    '0x1': { atomic: { status: 'unsupported' } },
  })
  const signing = ask('personal_sign', ['hello', address])
  await approveAnywhere(page, site)
  const signature = (await signing) as Hex
  expect(signature).toHaveLength(132)
  expect(await chain().verifyMessage({ address, message: 'hello', signature })).toBe(true)
})

test('[6.2] makes all calls at once after one approval, which says that the account is upgraded', async () => {
  const before = await chain().getBalance({ address: bob })
  const sending = ask(
    'wallet_sendCalls',
    bundle([
      { to: usdc, data: transfer(5n) },
      { to: bob, value: '0x7' },
    ]),
  )
  const place = await openApproval(page, site)
  const card = cardOf(place)
  await card.getByText('They happen together: all of them, or none.').waitFor()
  await card.getByText('Your account becomes a smart account, at the same address').waitFor()
  await approveAnywhere(page, site, place)
  const { id } = (await sending) as { id: string }
  const { atomic, receipts, status } = await statusOf(id)
  expect({ atomic, status }).toEqual({ atomic: true, status: 200 })
  expect(receipts).toHaveLength(1)
  const hash = receipts[0]?.transactionHash as Hex
  const sent = await chain().getTransaction({ hash })
  expect(sent).toMatchObject({
    type: 'eip7702',
    to: address.toLowerCase(),
    chainId: foyerDevnet.id,
  })
  expect(sent.authorizationList).toMatchObject([{ chainId: foyerDevnet.id }])
  expect(await codeOf()).toBe(delegation)
  expect((await chain().getBalance({ address: bob })) - before).toBe(7n)
  expect(await capabilities()).toMatchObject({ '0x7a69': { atomic: { status: 'supported' } } })
  expect(await getUser()).toMatchObject({ smartAccountDeployed: true })
})

test('makes the next batch, and a single call of one, without another upgrade', async () => {
  for (const calls of [
    [
      { to: bob, value: '0x1' },
      { to: usdc, data: transfer(1n) },
    ],
    [{ to: bob, value: '0x1' }],
  ]) {
    const sending = ask('wallet_sendCalls', bundle(calls))
    const place = await openApproval(page, site)
    await cardOf(place).waitFor()
    expect(await cardOf(place).getByText('becomes a smart account').count()).toBe(0)
    await approveAnywhere(page, site, place)
    const { receipts, status } = await statusOf(((await sending) as { id: string }).id)
    expect(status).toBe(200)
    const hash = receipts[0]?.transactionHash as Hex
    expect((await chain().getTransaction({ hash })).type).toBe('eip1559')
  }
})

test('shows no batch of which a call would fail', async () => {
  const calls = [
    { to: bob, value: '0x1' },
    { to: usdc, data: transfer(2n ** 200n) },
  ]
  expect(await ask('wallet_sendCalls', bundle(calls))).toBe('rpc-failed')
  expect(await ask('wallet_sendCalls', bundle([{ data: '0xfe' }, ...calls]))).toBe('params-invalid')
  expect(await cardOf(frame).count()).toBe(0)
})

const order = {
  types: {
    Order: [
      { name: 'items', type: 'Item[]' },
      { name: 'note', type: 'string' },
    ],
    Item: [{ name: 'price', type: 'uint256' }],
  },
  primaryType: 'Order',
  domain: { name: 'Shop', version: '1', chainId: foyerDevnet.id, verifyingContract: bob },
  message: { items: [{ price: 5 }, { price: 7 }], note: 'hello' },
} as const

test('[T38] signs as a smart account after the upgrade: for itself on this chain, and not as its key', async () => {
  const signing = ask('personal_sign', ['hello', address])
  await approveAnywhere(page, site)
  const message = { address, message: 'hello', signature: (await signing) as Hex }
  expect(await chain().verifyMessage(message)).toBe(true)
  const typing = ask('eth_signTypedData_v4', [address, JSON.stringify(order)])
  await approveAnywhere(page, site)
  const signature = (await typing) as Hex
  // Longer than the signature of a key.
  expect(signature.length).toBeGreaterThan(132)
  // viem would also accept a plain signature: the account's own code is asked.
  const answer = await chain().readContract({
    address,
    abi: foyerAccountAbi,
    functionName: 'isValidSignature',
    args: [hashTypedData(order as never), signature],
  })
  expect(answer).toBe('0x1626ba7e')
})

test('[T40] signs nothing by which a site could act as the account', async () => {
  const own = { ...order, domain: { ...order.domain, verifyingContract: address } }
  const nested = {
    ...order,
    primaryType: 'TypedDataSign',
    types: { TypedDataSign: [] },
    message: {},
  }
  expect(await ask('eth_signTypedData_v4', [address, JSON.stringify(own)])).toBe(
    'action-not-allowed',
  )
  expect(await ask('eth_signTypedData_v4', [address, JSON.stringify(nested)])).toBe(
    'action-not-allowed',
  )
  // A batch in the batch that does nothing, so that it could be sent.
  const data = encodeFunctionData({
    ...{ abi: foyerAccountAbi, functionName: 'execute', args: [batchMode, emptyBatch] },
  })
  for (const to of [address, zeroAddress])
    expect(await ask('wallet_sendCalls', bundle([{ to: bob }, { to, data }])), to).toBe(
      'action-not-allowed',
    )
  expect(await ask('eth_sendTransaction', [{ from: address, to: address, data }])).toBe(
    'action-not-allowed',
  )
  expect(await cardOf(frame).count()).toBe(0)
  expect(await ask('eth_signAuthorization', [{ address: bob }])).toBe('rpc-call-not-allowed')
})

test('[4.10] [7.16] sends one transaction a call again once the user prefers the plain account', async () => {
  const prefer = (type: 'eoa' | 'smartAccount') =>
    inPage(page, (kit, given) => kit.site.wallet.setPreferredAccount(given), type)
  expect(await prefer('eoa')).toBe('eoa')
  expect(await getUser()).toMatchObject({
    accounts: [
      { address, type: 'eoa' },
      { address, type: 'smartAccount' },
    ],
    preferredAccountType: 'eoa',
  })
  expect(await capabilities()).toMatchObject({ '0x7a69': { atomic: { status: 'unsupported' } } })
  const calls = [
    { to: bob, value: '0x1' },
    { to: bob, value: '0x2' },
  ]
  expect(await ask('wallet_sendCalls', bundle(calls))).toBe('atomicity-unsupported')
  // The choice is the user's, on every device.
  await inPage(page, (kit) => kit.site.wallet.open().then((one) => one.reload()))
  expect(await getUser()).toMatchObject({ preferredAccountType: 'eoa' })
  expect(await prefer('smartAccount')).toBe('smartAccount')
  frame = await frameOf(page, site.login)
})

test('removes the code from the account again, after an approval', async () => {
  const undoing = ask('foyer_undoSmartAccount', [])
  const place = await openApproval(page, site)
  await cardOf(place).getByText('Make the account a plain one again').waitFor()
  await approveAnywhere(page, site, place)
  const hash = (await undoing) as Hex
  expect((await chain().waitForTransactionReceipt({ hash })).status).toBe('success')
  expect(await codeOf()).toBe('0x')
  expect(await capabilities()).toMatchObject({ '0x7a69': { atomic: { status: 'ready' } } })
  expect(await ask('foyer_undoSmartAccount', [])).toBe('action-not-allowed')
})

test('the page /security lists where the account is upgraded, and makes it a plain one again', async () => {
  const calls = [
    { to: bob, value: '0x1' },
    { to: bob, value: '0x2' },
  ]
  const sending = ask('wallet_sendCalls', bundle(calls))
  await approveAnywhere(page, site)
  await statusOf(((await sending) as { id: string }).id)
  expect(await codeOf()).toBe(delegation)

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
  const panel = security.getByRole('region', { name: 'Smart account' })
  await panel.getByText('Foyer Devnet', { exact: true }).waitFor()
  await panel.getByRole('button', { name: 'Make it a plain one' }).click()
  const sheet = security.getByRole('dialog')
  await sheet.getByText('Its address, its key and all that it holds stay the same.').waitFor()
  await sheet.getByRole('button', { name: 'Make it a plain one' }).click()
  await panel.waitFor({ state: 'hidden' })
  expect(await codeOf()).toBe('0x')
  await security.close()
})
