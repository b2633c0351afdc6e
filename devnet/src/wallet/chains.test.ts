import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { devnetAccounts } from '../evm/accounts.ts'
import { pressIn, startWalletPages, type WalletPage } from './walletPage.test.kit.ts'

let pages: Awaited<ReturnType<typeof startWalletPages>>
let site: WalletPage
beforeAll(async () => {
  pages = await startWalletPages()
})
beforeEach(async () => {
  site = await pages.open(await pages.browser.newContext())
})
afterAll(() => pages.stop())

const press = async (button: string) => pressIn((await site.approval()).view, button)
const second = () => ({
  chainId: '0x7a6a',
  chainName: 'Foyer Devnet Two',
  rpcUrls: [pages.devnet.chains[1]!.url],
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
})

test('answers 4902 for an unknown chain, adds it, then switches back', async () => {
  expect(await site.request('eth_chainId')).toEqual({ result: '0x7a69' })
  expect(await site.request('net_version')).toEqual({ result: '31337' })
  expect((await site.request('wallet_switchEthereumChain', [{ chainId: '0x7a6a' }])).error).toEqual(
    {
      code: 4902,
      message:
        'Unrecognized chain ID "0x7a6a". Try adding the chain using wallet_addEthereumChain first.',
    },
  )
  const adding = site.request('wallet_addEthereumChain', [second()])
  await press('Add')
  expect(await adding).toEqual({ result: null })
  expect(await site.request('eth_chainId')).toEqual({ result: '0x7a6a' })
  // Reads use the selected chain.
  expect(await site.request('eth_getBlockByNumber', ['0x0', false])).toMatchObject({ result: {} })
  expect(await site.request('net_version')).toEqual({ result: '31338' })

  const switching = site.request('wallet_switchEthereumChain', [{ chainId: '0x7a69' }])
  await press('Switch')
  expect(await switching).toEqual({ result: null })
  expect(await site.request('wallet_switchEthereumChain', [{ chainId: '0x7a69' }])).toEqual({
    result: null,
  })
  expect((await site.events()).filter(([name]) => name === 'chainChanged')).toEqual([
    ['chainChanged', '0x7a6a'],
    ['chainChanged', '0x7a69'],
  ])

  // The chain is known now, so adding it again only switches.
  const again = site.request('wallet_addEthereumChain', [second()])
  await press('Switch')
  expect(await again).toEqual({ result: null })
  await site.page.reload()
  expect(await site.request('eth_chainId')).toEqual({ result: '0x7a6a' })
})

test('opens the window before checking a network, and shows the network after the check', async () => {
  let check = () => {}
  const checked = new Promise<void>((resolve) => {
    check = resolve
  })
  const context = await pages.browser.newContext()
  await context.route(`${pages.devnet.chains[1]!.url}/**`, async (route) => {
    await checked
    await route.continue()
  })
  const fresh = await pages.open(context)
  const opening = fresh.page.waitForEvent('popup')
  const adding = fresh.request('wallet_addEthereumChain', [second()])
  const window = await opening
  await window.waitForLoadState()
  expect(await window.getByRole('button', { name: 'Add' }).count()).toBe(0)
  check()
  await pressIn(window, 'Add')
  expect(await adding).toEqual({ result: null })
})

test('closes the window if a network is not what the site says', async () => {
  const opening = site.page.waitForEvent('popup')
  const wrong = { ...second(), rpcUrls: [pages.devnet.chains[0]!.url] }
  const adding = site.request('wallet_addEthereumChain', [wrong])
  const window = await opening
  expect((await adding).error?.code).toBe(-32602)
  await expect.poll(() => window.isClosed()).toBe(true)
})

test('changes nothing when the user rejects', async () => {
  const adding = site.request('wallet_addEthereumChain', [second()])
  await press('Reject')
  expect((await adding).error?.code).toBe(4001)
  expect(await site.request('eth_chainId')).toEqual({ result: '0x7a69' })
  const switching = await site.request('wallet_switchEthereumChain', [{ chainId: '0x7a6a' }])
  expect(switching.error?.code).toBe(4902)
})

test('rejects an invalid chain description with -32602', async () => {
  const wrong: [string, object][] = [
    ['chainId', { chainId: 31338 }],
    ['chainId', { chainId: '0x07a6a' }],
    ['chainName', { chainName: ' ' }],
    ['rpcUrls', { rpcUrls: [] }],
    ['rpcUrls', { rpcUrls: ['http://rpc.example'] }],
    ['nativeCurrency', { nativeCurrency: undefined }],
    ['decimals', { nativeCurrency: { name: 'E', symbol: 'E', decimals: 8 } }],
    ['symbol', { nativeCurrency: { name: 'E', symbol: 'TOOLONG', decimals: 18 } }],
    ['does not match 0x7a6a: 0x7a69', { rpcUrls: [pages.devnet.chains[0]!.url] }],
  ]
  for (const [named, change] of wrong) {
    const { error } = await site.request('wallet_addEthereumChain', [{ ...second(), ...change }])
    expect(error, named).toMatchObject({ code: -32602, message: expect.stringContaining(named) })
  }
})

test('forwards reads and returns the chain’s own error', async () => {
  const balance = await site.request('eth_getBalance', [devnetAccounts[2]!.address, 'latest'])
  expect(BigInt(balance.result as string)).toBe(10_000n * 10n ** 18n)
  const { error } = await site.request('eth_getBalance', ['nobody', 'latest'])
  expect(error?.code).toBe(-32602)
})

test('answers 4200 for unknown methods, -32600 for a missing method', async () => {
  for (const method of ['eth_sign', 'wallet_showCallsStatus', 'toString', 'anvil_setBalance']) {
    expect((await site.request(method)).error, method).toEqual({
      code: 4200,
      message: `The method "${method}" is not supported by this wallet.`,
    })
  }
  expect((await site.request('')).error?.code).toBe(-32600)
})

test('emits message events for new blocks', async () => {
  const { result: subscription } = await site.request('eth_subscribe', ['newHeads'])
  const heads = async () => (await site.events()).filter(([name]) => name === 'message')
  const { faucet } = pages.devnet.chains[0]!
  await expect
    .poll(async () => {
      await faucet.giveEther({ to: devnetAccounts[9]!.address, amount: 1n })
      return heads()
    })
    .toContainEqual([
      'message',
      {
        type: 'eth_subscription',
        data: { subscription, result: expect.objectContaining({ number: expect.any(String) }) },
      },
    ])
  expect(await site.request('eth_unsubscribe', [subscription])).toEqual({ result: true })
  expect(await site.request('eth_unsubscribe', [subscription])).toEqual({ result: false })
})

test('emits disconnect and answers 4900 while the chain is unreachable', async () => {
  const { url } = pages.devnet.chains[0]!
  await site.page.route(`${url}/**`, (route) => route.abort())
  expect((await site.request('eth_blockNumber')).error?.code).toBe(4900)
  await site.page.unroute(`${url}/**`)
  expect((await site.request('eth_blockNumber')).result).toMatch(/^0x/)
  expect(await site.events()).toEqual([
    ['connect', { chainId: '0x7a69' }],
    ['disconnect', { code: 4900 }],
    ['connect', { chainId: '0x7a69' }],
  ])
})

test('development controls need no approval', async () => {
  expect((await site.request('devwallet_selectAccount', { index: 3 })).error?.code).toBe(4100)
  const connecting = site.request('eth_requestAccounts')
  await press('Connect')
  await connecting
  const fourth = devnetAccounts[3]!.address.toLowerCase()
  await site.request('devwallet_selectAccount', { index: 3 })
  expect((await site.events()).at(-1)).toEqual([
    'accountsChanged',
    [fourth, devnetAccounts[0]!.address.toLowerCase()],
  ])
  expect((await site.request('devwallet_selectChain', { chainId: 31338 })).error?.code).toBe(-32602)
  expect((await site.request('devwallet_selectAccount', { index: 12 })).error?.code).toBe(-32602)
  const { result: forgotten } = await site.request('devwallet_forgetSite')
  expect(forgotten).toMatchObject({ locked: false, accounts: [], chainId: 31337, watched: [] })
  expect(await site.request('eth_accounts')).toEqual({ result: [] })
})
