import { afterAll, beforeAll, expect, test } from 'vitest'
import { devnetAccounts } from '../evm/accounts.ts'
import { solanaAccounts } from '../solana/solanaAccounts.ts'
import { startStandardPages } from './standardPage.test.kit.ts'
import { startWallet } from './startWallet.ts'
import { pressIn } from './walletPage.test.kit.ts'

let pages: Awaited<ReturnType<typeof startStandardPages>>
beforeAll(async () => {
  pages = await startStandardPages()
})
afterAll(() => pages.stop())

const fresh = async (...scripts: string[]) =>
  pages.openStandard(await pages.browser.newContext(), scripts.length > 0 ? scripts : undefined)
type Site = Awaited<ReturnType<typeof fresh>>
const press = async (site: Site, button: string) => pressIn((await site.approval()).view, button)
const connected = async () => {
  const site = await fresh()
  const connecting = site.ask('standard:connect')
  await press(site, 'Connect')
  await connecting
  return site
}
const [alice, bob, carol] = solanaAccounts.map(({ address }) => address as string)

const ownFeatures = [
  'standard:connect',
  'standard:disconnect',
  'standard:events',
  'solana:signMessage',
  'solana:signTransaction',
  'solana:signAndSendTransaction',
  'solana:signIn',
  'foyer-devwallet:controls',
]

test('one script provides one wallet in both namespaces, with one name and one icon', async () => {
  const { page, wallets } = await fresh()
  const [wallet, ...others] = await wallets()
  expect(others).toEqual([])
  expect(wallet).toEqual({
    name: 'Foyer Dev Wallet',
    icon: expect.stringMatching(/^data:image\/svg\+xml;base64,/),
    chains: ['solana:localnet', 'solana:mainnet', 'solana:devnet', 'solana:testnet'],
    features: ownFeatures,
    accounts: [],
  })
  const announced = await page.evaluate(() =>
    (window as unknown as { announced: { info: { name: string; icon: string } }[] }).announced.map(
      ({ info }) => [info.name, info.icon],
    ),
  )
  expect(announced).toEqual([[wallet!.name, wallet!.icon]])
})

test('the query selects the namespaces: Solana alone, EVM alone, and EVM if no Solana is served', async () => {
  const solana = await fresh('/devwallet.js?namespaces=solana')
  expect(await solana.wallets()).toHaveLength(1)
  const found = (site: Site) =>
    site.page.evaluate(() => ({
      ethereum: 'ethereum' in window,
      announced: (window as unknown as { announced: unknown[] }).announced.length,
    }))
  expect(await found(solana)).toEqual({ ethereum: false, announced: 0 })
  for (const path of ['/devwallet.js?namespaces=eip155', '/devwallet.js']) {
    const evm = await fresh(path)
    expect(await evm.wallets(), path).toEqual([])
    expect(await found(evm), path).toEqual({ ethereum: true, announced: 1 })
  }
  const refused = await fetch(`http://127.0.0.1:${pages.wallet.port}/devwallet.js?namespaces=tron`)
  expect(refused.status).toBe(400)
})

test('the query removes features', async () => {
  const site = await fresh(
    '/devwallet.js?namespaces=solana&without=solana:signMessage,standard:disconnect',
  )
  const [wallet] = await site.wallets()
  expect(wallet!.features).toEqual(
    ownFeatures.filter((name) => !['solana:signMessage', 'standard:disconnect'].includes(name)),
  )
  const connecting = site.ask('standard:connect')
  await press(site, 'Connect')
  const { result } = await connecting
  expect(result!.accounts[0]!.features).toEqual([
    'solana:signTransaction',
    'solana:signAndSendTransaction',
    'solana:signIn',
  ])
})

test('returns the selected account after Connect, and emits a change', async () => {
  const site = await fresh()
  const connecting = site.ask('standard:connect')
  const { view } = await site.approval()
  expect(await view.getByText(pages.siteUrl).count()).toBe(1)
  expect(await view.getByText('Foyer Solana').count()).toBe(1)
  await pressIn(view, 'Connect')
  const { result } = await connecting
  expect(result!.accounts).toEqual([
    {
      address: alice,
      publicKey: expect.any(Array),
      label: 'alice',
      chains: ['solana:localnet', 'solana:mainnet', 'solana:devnet', 'solana:testnet'],
      features: [
        'solana:signMessage',
        'solana:signTransaction',
        'solana:signAndSendTransaction',
        'solana:signIn',
      ],
    },
  ])
  expect(result!.accounts[0]!.publicKey).toHaveLength(32)
  expect(await site.changes()).toEqual([['change', [alice]]])
  // Already permitted, so there is no prompt.
  expect((await site.ask('standard:connect')).result!.accounts).toHaveLength(1)
})

test('returns several selected accounts', async () => {
  const site = await fresh()
  const connecting = site.ask('standard:connect')
  const { view } = await site.approval()
  await view.getByRole('checkbox', { name: 'Account 2' }).check()
  await view.getByRole('checkbox', { name: 'Account 1' }).check()
  await pressIn(view, 'Connect')
  const { result } = await connecting
  expect(result!.accounts.map(({ address }) => address)).toEqual([alice, bob, carol])
})

test('connects silently after a reload, without a prompt', async () => {
  const stranger = await fresh()
  expect(await stranger.ask('standard:connect', { silent: true })).toEqual({
    result: { accounts: [] },
  })
  expect(stranger.page.context().pages()).toHaveLength(1)

  const site = await connected()
  await site.page.reload()
  expect((await site.wallets())[0]!.accounts).toEqual([])
  const { result } = await site.ask('standard:connect', { silent: true })
  expect(result!.accounts[0]!.address).toBe(alice)
})

test('disconnects the page and keeps the permission', async () => {
  const site = await connected()
  expect(await site.ask('standard:disconnect')).toEqual({ result: undefined })
  expect((await site.wallets())[0]!.accounts).toEqual([])
  expect((await site.changes()).at(-1)).toEqual(['change', []])
  const { result } = await site.ask('standard:connect', { silent: true })
  expect(result!.accounts).toHaveLength(1)
})

test('rejects with 4001 when the user rejects or closes the window', async () => {
  const site = await fresh()
  const rejecting = site.ask('standard:connect')
  await press(site, 'Reject')
  expect((await rejecting).error).toEqual({ code: 4001, message: 'User rejected the request.' })
  const closing = site.ask('standard:connect')
  await (await site.approval()).window!.close()
  expect((await closing).error?.code).toBe(4001)
  expect((await site.wallets())[0]!.accounts).toEqual([])
})

test('rejects with -32002 while a request for accounts waits', async () => {
  const site = await fresh()
  const connecting = site.ask('standard:connect')
  const { view } = await site.approval()
  expect((await site.ask('standard:connect')).error?.code).toBe(-32002)
  await pressIn(view, 'Connect')
  expect((await connecting).result!.accounts).toHaveLength(1)
})

test('a Solana permission is not an EVM permission, and vice versa', async () => {
  const site = await connected()
  expect(await site.request('eth_accounts')).toEqual({ result: [] })
  const connecting = site.request('eth_requestAccounts')
  await press(site, 'Connect')
  expect(await connecting).toEqual({ result: [devnetAccounts[0]!.address.toLowerCase()] })
  await site.control('devwallet_disconnect', { namespace: 'solana' })
  expect((await site.wallets())[0]!.accounts).toEqual([])
  expect((await site.request('eth_accounts')).result).toHaveLength(1)
})

test('controls switch the account, lock and unlock, disconnect, unregister and register again', async () => {
  const site = await connected()
  const { result: state } = await site.control('devwallet_selectAccount', {
    index: 2,
    namespace: 'solana',
  })
  expect(state!.solana).toMatchObject({
    accountIndexes: [2, 0],
    accounts: [carol, alice],
    connected: true,
    registered: true,
  })
  await site.control('devwallet_lock')
  await site.control('devwallet_unlock')
  await site.control('devwallet_disappear')
  expect(await site.wallets()).toEqual([])
  // The list is empty, so only the provider can be asked.
  expect((await site.request('devwallet_state')).result).toMatchObject({
    solana: { registered: false },
  })
  await site.request('devwallet_appear')
  expect(await site.wallets()).toHaveLength(1)
  await site.control('devwallet_disconnect')
  expect(await site.changes()).toEqual([
    ['change', [alice]],
    ['change', [carol, alice]],
    ['change', []],
    ['change', [carol, alice]],
    ['unregister', 'Foyer Dev Wallet'],
    ['register', 'Foyer Dev Wallet'],
    // The site adds a new listener, and the old one is still there.
    ['change', []],
    ['change', []],
  ])
  expect(await site.ask('standard:connect', { silent: true })).toEqual({ result: { accounts: [] } })
  const wrong = { index: 10, namespace: 'solana' }
  expect((await site.control('devwallet_selectAccount', wrong)).error?.code).toBe(-32602)
  const before = { index: 1, namespace: 'solana' }
  expect((await site.control('devwallet_selectAccount', before)).error?.code).toBe(4100)
})

test('while locked, connecting unlocks first, and silent connecting returns nothing', async () => {
  const site = await connected()
  await site.control('devwallet_lock')
  expect((await site.ask('standard:connect', { silent: true })).result!.accounts).toEqual([])
  const connecting = site.ask('standard:connect')
  await press(site, 'Unlock')
  expect((await connecting).result!.accounts[0]!.address).toBe(alice)
})

test('a connected tab receives changes from another tab', async () => {
  const context = await pages.browser.newContext()
  const one = await pages.openStandard(context)
  const connecting = one.ask('standard:connect')
  await press(one, 'Connect')
  await connecting
  const two = await pages.openStandard(context)
  await two.ask('standard:connect', { silent: true })
  await two.control('devwallet_disconnect')
  await expect.poll(() => one.changes()).toContainEqual(['change', []])
})

test('a wallet without an EVM chain is a Solana-only wallet', async () => {
  const wallet = await startWallet({ port: 0, solana: { url: 'http://127.0.0.1:9' } })
  try {
    const at = (query: string) => fetch(`http://127.0.0.1:${wallet.port}/devwallet.js${query}`)
    expect((await at('?namespaces=eip155')).status).toBe(400)
    const context = await pages.browser.newContext({ bypassCSP: true })
    const site = await pages.openStandard(context, [])
    await site.page.addScriptTag({ content: await (await at('')).text() })
    expect(await site.page.evaluate(() => 'ethereum' in window)).toBe(false)
    const { result: state } = await site.control('devwallet_state')
    expect(state).toMatchObject({ chainId: 0, chains: [], solana: { connected: false } })
    const connecting = site.ask('standard:connect')
    // Its window has another origin than the test setup expects.
    const window = await site.page.waitForEvent('popup')
    await window.getByText('no answer').first().waitFor()
    await pressIn(window, 'Connect')
    expect((await connecting).result!.accounts[0]!.address).toBe(alice)
  } finally {
    await wallet.stop()
  }
})
