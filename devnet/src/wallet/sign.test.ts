import {
  createPublicClient,
  encodeFunctionData,
  erc20Abi,
  getAddress,
  type Hex,
  http,
  parseEther,
  stringToHex,
  toHex,
  verifyMessage,
  verifyTypedData,
} from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { devnetAccounts } from '../evm/accounts.ts'
import { devnetAddresses } from '../evm/addresses.ts'
import { pressIn, startWalletPages, type WalletPage } from './walletPage.test.kit.ts'

let pages: Awaited<ReturnType<typeof startWalletPages>>
let site: WalletPage
const alice = devnetAccounts[0]!.address
const bob = devnetAccounts[1]!.address
const receiver = getAddress('0x00000000000000000000000000000000000000e0')
const client = () => createPublicClient({ transport: http(pages.devnet.chains[0]!.url) })

/** Sends a request, presses a button of the approval window, and returns the site's result and the shown text. */
const answered = async (method: string, params: unknown, button: string) => {
  const outcome = site.request(method, params)
  const { view } = await site.approval()
  const main = view.locator('main')
  // Facts from the chain appear after the first paint.
  await expect.poll(() => main.getByText('…', { exact: true }).count()).toBe(0)
  const shown = await main.innerText()
  await pressIn(view, button)
  return { ...(await outcome), shown }
}

beforeAll(async () => {
  pages = await startWalletPages()
  site = await pages.open(await pages.browser.newContext())
  const connecting = site.request('eth_requestAccounts')
  await pressIn((await site.approval()).view, 'Connect')
  await connecting
})
afterAll(() => pages.stop())

test('shows a message’s text, and signs it verifiably', async () => {
  const message = 'Sign in to the hall.\nNonce: 8f2a'
  const { result, shown } = await answered('personal_sign', [stringToHex(message), alice], 'Sign')
  expect(shown).toContain('Sign in to the hall.\nNonce: 8f2a')
  expect(shown).toContain('Account 0')
  expect(await verifyMessage({ address: alice, message, signature: result as Hex })).toBe(true)
})

test('signs bytes that are not text, plain text, and swapped parameters', async () => {
  const raw = '0xff00ff'
  const bytes = await answered('personal_sign', [raw, alice], 'Sign')
  expect(bytes.shown).toContain('0xff00ff')
  expect(
    await verifyMessage({ address: alice, message: { raw }, signature: bytes.result as Hex }),
  ).toBe(true)
  const plain = await answered('personal_sign', [alice, 'plain'], 'Sign')
  expect(
    await verifyMessage({ address: alice, message: 'plain', signature: plain.result as Hex }),
  ).toBe(true)
})

const typedData = {
  domain: {
    name: 'Mail',
    version: '1',
    chainId: 31337,
    verifyingContract: devnetAddresses.usdc,
  },
  types: {
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallet', type: 'address' },
    ],
    Mail: [
      { name: 'to', type: 'Person' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  message: { to: { name: 'Bob', wallet: bob }, contents: 'Good morning' },
} as const

test('signs typed data verifiably, as text or object', async () => {
  for (const given of [JSON.stringify(typedData), typedData]) {
    const { result, shown } = await answered('eth_signTypedData_v4', [alice, given], 'Sign')
    expect(shown).toContain('Good morning')
    expect(shown).toContain(bob)
    const valid = await verifyTypedData({
      ...typedData,
      address: alice,
      signature: result as Hex,
    })
    expect(valid).toBe(true)
  }
})

test('rejects typed data for another network and invalid typed data', async () => {
  const foreign = { ...typedData, domain: { ...typedData.domain, chainId: 1 } }
  const outcome = await site.request('eth_signTypedData_v4', [alice, foreign])
  expect(outcome.error).toMatchObject({
    code: -32602,
    message: 'Provided chainId "1" must match the active chainId "31337"',
  })
  expect((await site.request('eth_signTypedData_v4', [alice, '{}'])).error?.code).toBe(-32602)
})

test('shows an ether transfer, mines it, and the receiver has it', async () => {
  const value = parseEther('1.25')
  const params = [{ from: alice, to: receiver, value: toHex(value) }]
  const { result, shown } = await answered('eth_sendTransaction', params, 'Send')
  expect(shown).toContain('1.25 ETH')
  expect(shown).toContain(receiver)
  expect(shown).toContain('Foyer Devnet')
  expect(shown).toMatch(/Fee\s+≤ 0\.0000\d+ ETH/)
  const receipt = await client().waitForTransactionReceipt({ hash: result as Hex })
  expect(receipt.status).toBe('success')
  expect(await client().getBalance({ address: receiver })).toBe(value)
  const read = await site.request('eth_getTransactionReceipt', [result])
  expect(read.result).toMatchObject({ transactionHash: result, status: '0x1' })
})

test('shows the amount and symbol of a token transfer', async () => {
  const transfer = (amount: bigint) => [
    {
      from: alice,
      to: devnetAddresses.usdc,
      data: encodeFunctionData({
        abi: erc20Abi,
        functionName: 'transfer',
        args: [receiver, amount],
      }),
    },
  ]
  const sent = await answered('eth_sendTransaction', transfer(1_234_500_000n), 'Send')
  expect(sent.shown).toContain('1,234.5 USDC')
  expect(sent.shown).toContain('Send tokens')
  expect(sent.shown).toContain(receiver)
  const hash = sent.result as Hex
  expect((await client().waitForTransactionReceipt({ hash })).status).toBe('success')

  // More than the balance: the wallet warns, and the transaction reverts if it is sent anyway.
  const tooMuch = await answered('eth_sendTransaction', transfer(10n ** 15n), 'Send')
  expect(tooMuch.shown).toContain('This is likely to fail.')
  const reverted = await client().waitForTransactionReceipt({ hash: tooMuch.result as Hex })
  expect(reverted.status).toBe('reverted')
})

test('a transfer of more ether than the balance is rejected by the chain', async () => {
  const params = [{ from: alice, to: receiver, value: toHex(parseEther('50000')) }]
  const outcome = await answered('eth_sendTransaction', params, 'Send')
  expect(outcome.error?.code).toBe(-32003)
  expect(outcome.shown).toMatch(/This is likely to fail\. The account has only 9,998\.\d+ ETH\./)
})

test('sends several calls as one transaction: all of them, or none', async () => {
  const chainId = '0x7a69'
  const capabilities = await site.request('wallet_getCapabilities', [alice, [chainId]])
  expect(capabilities.result).toEqual({ [chainId]: { atomic: { status: 'supported' } } })
  const calls = (amounts: readonly bigint[]) => [
    {
      ...{ version: '2.0.0', from: alice, chainId, atomicRequired: true },
      calls: amounts.map((amount) => ({
        to: devnetAddresses.usdc,
        data: encodeFunctionData({
          abi: erc20Abi,
          functionName: 'transfer',
          args: [receiver, amount],
        }),
      })),
    },
  ]
  const token = { address: devnetAddresses.usdc, abi: erc20Abi } as const
  const held = () =>
    client().readContract({ ...token, functionName: 'balanceOf', args: [receiver] })
  const [before, nonce] = [await held(), await client().getTransactionCount({ address: alice })]
  const { result, shown } = await answered('wallet_sendCalls', calls([3n, 4n]), 'Send')
  expect(shown).toContain('Send 2 calls together')
  const { id } = result as { id: Hex }
  expect((await client().waitForTransactionReceipt({ hash: id })).status).toBe('success')
  expect(await held()).toBe(before + 7n)
  // One transaction and one authorization.
  expect(await client().getTransactionCount({ address: alice })).toBe(nonce + 2)
  expect((await site.request('wallet_getCallsStatus', [id])).result).toMatchObject({
    ...{ id, atomic: true, status: 200, receipts: [{ transactionHash: id }] },
  })
  // The second call fails when it is estimated, and so does the batch.
  const failed = await answered('wallet_sendCalls', calls([5n, 10n ** 30n]), 'Send')
  expect(failed.error).toBeDefined()
  expect(await held()).toBe(before + 7n)
  const foreign = { ...calls([1n])[0], chainId: '0x1' }
  expect((await site.request('wallet_sendCalls', [foreign])).error?.code).toBe(5710)
  expect((await site.request('wallet_getCallsStatus', [`0x${'1'.repeat(64)}`])).error?.code).toBe(
    5730,
  )
})

test('answers 4001 for each rejected approval', async () => {
  const requests: [string, unknown][] = [
    ['personal_sign', ['0x00', alice]],
    ['eth_signTypedData_v4', [alice, typedData]],
    ['eth_sendTransaction', [{ from: alice, to: bob, value: '0x1' }]],
    [
      'wallet_sendCalls',
      [
        {
          ...{ version: '2.0.0', from: alice, chainId: '0x7a69', atomicRequired: true },
          calls: [{ to: bob, value: '0x1' }],
        },
      ],
    ],
    [
      'wallet_watchAsset',
      {
        type: 'ERC20',
        options: { address: devnetAddresses.dai, symbol: 'DAI', decimals: 18 },
      },
    ],
  ]
  for (const [method, params] of requests) {
    const { error } = await answered(method, params, 'Reject')
    expect(error, method).toEqual({ code: 4001, message: 'User rejected the request.' })
  }
})

test('answers 4100 for an account that the site may not use', async () => {
  const message = 'The requested account and/or method has not been authorized by the user.'
  for (const [method, params] of [
    ['personal_sign', ['0x00', bob]],
    ['eth_signTypedData_v4', [bob, typedData]],
    ['eth_sendTransaction', [{ from: bob, to: alice, value: '0x1' }]],
  ] as const) {
    expect((await site.request(method, params)).error, method).toEqual({ code: 4100, message })
  }
})

test('adds a token to the wallet’s list', async () => {
  const asset = {
    type: 'ERC20',
    options: { address: devnetAddresses.dai, symbol: 'DAI', decimals: 18 },
  }
  const { result, shown } = await answered('wallet_watchAsset', asset, 'Add')
  expect(result).toBe(true)
  expect(shown).toContain('DAI')
  const { result: state } = await site.request('devwallet_state')
  expect(state).toMatchObject({ watched: [devnetAddresses.dai.toLowerCase()] })
  const wrong = { type: 'ERC721', options: asset.options }
  expect((await site.request('wallet_watchAsset', wrong)).error?.code).toBe(-32602)
})

test('shows concurrent requests one after the other', async () => {
  const one = site.request('personal_sign', [stringToHex('first'), alice])
  const two = site.request('personal_sign', [stringToHex('second'), alice])
  const first = (await site.approval()).view
  expect(await first.locator('main').innerText()).toContain('first')
  await pressIn(first, 'Sign')
  const second = (await site.approval()).view
  expect(await second.locator('main').innerText()).toContain('second')
  await pressIn(second, 'Reject')
  expect((await one).result).toMatch(/^0x[0-9a-f]{130}$/)
  expect((await two).error?.code).toBe(4001)
})
