import { afterAll, beforeAll, expect, test } from 'vitest'
import { devnetAccounts } from '../evm/accounts.ts'
import { pressIn, startWalletPages } from './walletPage.test.kit.ts'

let pages: Awaited<ReturnType<typeof startWalletPages>>
beforeAll(async () => {
  pages = await startWalletPages()
})
afterAll(() => pages.stop())

const [first, second, third] = devnetAccounts.map((account) => account.address.toLowerCase()) as [
  string,
  string,
  string,
]
const fresh = async (options?: Parameters<typeof pages.open>[1]) =>
  pages.open(await pages.browser.newContext(), options)

test('announces itself once per script by EIP-6963, and sets window.ethereum', async () => {
  const { page } = await fresh({
    scripts: ['/devwallet.js', '/devwallet.js?name=Other%20Wallet&rdns=local.other&inject=0'],
  })
  const found = await page.evaluate(() => {
    const { announced, ethereum } = window as unknown as {
      announced: {
        info: { uuid: string; name: string; rdns: string; icon: string }
        provider: unknown
      }[]
      ethereum: unknown
    }
    return announced.map(({ info, provider }) => ({
      ...info,
      injected: provider === ethereum,
      frozen: Object.isFrozen(info),
    }))
  })
  expect(found.map(({ name, rdns, injected }) => [name, rdns, injected])).toEqual([
    ['Foyer Dev Wallet', 'local.foyer.devwallet', true],
    ['Other Wallet', 'local.other', false],
  ])
  for (const { uuid, icon, frozen } of found) {
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4/)
    expect(icon).toMatch(/^data:image\/svg\+xml;base64,PHN2Zy/)
    expect(frozen).toBe(true)
  }
  expect(found[0]!.icon).not.toBe(found[1]!.icon)
})

test('does not replace an existing window.ethereum', async () => {
  const { page } = await fresh({
    scripts: ['/devwallet.js?name=First', '/devwallet.js?name=Second&rdns=local.second'],
  })
  const injected = await page.evaluate(() => {
    const { announced, ethereum } = window as unknown as {
      announced: { info: { name: string }; provider: unknown }[]
      ethereum: unknown
    }
    return announced.find(({ provider }) => provider === ethereum)?.info.name
  })
  expect(injected).toBe('First')
})

test('returns the selected account after Connect, and without a prompt from then on', async () => {
  const site = await fresh()
  expect(await site.request('eth_accounts')).toEqual({ result: [] })
  const outcome = site.request('eth_requestAccounts')
  const { view, window } = await site.approval()
  expect(window).toBeDefined()
  expect(await view.getByText(pages.siteUrl).count()).toBe(1)
  await pressIn(view, 'Connect')
  expect(await outcome).toEqual({ result: [first] })
  await expect.poll(() => window!.isClosed()).toBe(true)
  expect(await site.request('eth_accounts')).toEqual({ result: [first] })
  expect(await site.request('eth_requestAccounts')).toEqual({ result: [first] })
  expect(await site.events()).toEqual([
    ['connect', { chainId: '0x7a69' }],
    ['accountsChanged', [first]],
  ])
  await site.page.reload()
  expect(await site.request('eth_accounts')).toEqual({ result: [first] })
})

test('returns several selected accounts, and requires at least one', async () => {
  const site = await fresh()
  const outcome = site.request('eth_requestAccounts')
  const { view } = await site.approval()
  await view.getByRole('checkbox', { name: 'Account 0' }).uncheck()
  expect(await view.getByRole('button', { name: 'Connect' }).isDisabled()).toBe(true)
  await view.getByRole('checkbox', { name: 'Account 2' }).check()
  await view.getByRole('checkbox', { name: 'Account 1' }).check()
  await pressIn(view, 'Connect')
  expect(await outcome).toEqual({ result: [second, third] })
})

test('rejects with 4001 when the user rejects', async () => {
  const site = await fresh()
  const outcome = site.request('eth_requestAccounts')
  const { view } = await site.approval()
  await pressIn(view, 'Reject')
  expect(await outcome).toEqual({ error: { code: 4001, message: 'User rejected the request.' } })
  expect(await site.request('eth_accounts')).toEqual({ result: [] })
})

test('rejects with 4001 when the user closes the window', async () => {
  const site = await fresh()
  const outcome = site.request('eth_requestAccounts')
  const { window } = await site.approval()
  await window!.close()
  expect((await outcome).error).toMatchObject({ code: 4001, message: 'User rejected the request.' })
})

test('rejects a second request for accounts with -32002, and the first still works', async () => {
  const site = await fresh()
  const outcome = site.request('eth_requestAccounts')
  const { view } = await site.approval()
  expect((await site.request('eth_requestAccounts')).error).toEqual({
    code: -32002,
    message: `Request of type 'eth_requestAccounts' already pending for origin ${pages.siteUrl}. Please wait.`,
  })
  const permissions = await site.request('wallet_requestPermissions', [{ eth_accounts: {} }])
  expect(permissions.error).toMatchObject({
    code: -32002,
    message: expect.stringContaining("'wallet_requestPermissions' already pending"),
  })
  await pressIn(view, 'Connect')
  expect(await outcome).toEqual({ result: [first] })
})

test('grants, returns and revokes permissions (EIP-2255)', async () => {
  const site = await fresh()
  expect(await site.request('wallet_getPermissions')).toEqual({ result: [] })
  const outcome = site.request('wallet_requestPermissions', [{ eth_accounts: {} }])
  const { view } = await site.approval()
  await pressIn(view, 'Approve')
  const granted = [
    {
      parentCapability: 'eth_accounts',
      invoker: pages.siteUrl,
      caveats: [{ type: 'restrictReturnedAccounts', value: [first] }],
      date: expect.any(Number),
    },
  ]
  expect(await outcome).toEqual({ result: granted })
  expect(await site.request('wallet_getPermissions')).toEqual({ result: granted })
  expect(await site.request('wallet_revokePermissions', [{ eth_accounts: {} }])).toEqual({
    result: null,
  })
  expect(await site.request('wallet_getPermissions')).toEqual({ result: [] })
  expect((await site.events()).at(-1)).toEqual(['accountsChanged', []])
  const wrong = await site.request('wallet_requestPermissions', [{ camera: {} }])
  expect(wrong.error?.code).toBe(-32602)
})

test('hides accounts while locked, unlocks before it asks, and emits events', async () => {
  const site = await fresh()
  const connecting = site.request('eth_requestAccounts')
  await pressIn((await site.approval()).view, 'Connect')
  await connecting
  await site.request('devwallet_lock')
  expect((await site.events()).at(-1)).toEqual(['accountsChanged', []])
  expect(await site.request('eth_accounts')).toEqual({ result: [] })

  const again = site.request('eth_requestAccounts')
  const { view } = await site.approval()
  await pressIn(view, 'Unlock')
  expect(await again).toEqual({ result: [first] })
  expect((await site.events()).at(-1)).toEqual(['accountsChanged', [first]])

  // On the first connection the same window shows Unlock, then Connect.
  await site.request('devwallet_forgetSite')
  await site.request('devwallet_lock')
  const both = site.request('eth_requestAccounts')
  const next = (await site.approval()).view
  await pressIn(next, 'Unlock')
  await pressIn(next, 'Connect')
  expect(await both).toEqual({ result: [first] })
})

test('two tabs share accounts and network, and both receive changes', async () => {
  const context = await pages.browser.newContext()
  const one = await pages.open(context)
  const two = await pages.open(context)
  const connecting = one.request('eth_requestAccounts')
  await pressIn((await one.approval()).view, 'Connect')
  await connecting
  await expect.poll(() => two.events()).toContainEqual(['accountsChanged', [first]])
  expect(await two.request('eth_accounts')).toEqual({ result: [first] })

  await two.request('devwallet_selectAccount', { index: 1 })
  await expect.poll(() => one.events()).toContainEqual(['accountsChanged', [second, first]])
  const adding = two.request('wallet_addEthereumChain', [
    {
      chainId: '0x7a6a',
      chainName: 'Foyer Devnet Two',
      rpcUrls: [pages.devnet.chains[1]!.url],
      nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    },
  ])
  await pressIn((await two.approval()).view, 'Add')
  await adding
  await expect.poll(() => one.events()).toContainEqual(['chainChanged', '0x7a6a'])
  expect(await one.request('eth_chainId')).toEqual({ result: '0x7a6a' })
})

test('with blocked popups it approves in a dialog inside the page, above an open dialog', async () => {
  const site = await fresh({ sandbox: true })
  await site.page.evaluate(() => {
    const other = document.createElement('dialog')
    other.textContent = 'The site’s own dialog'
    document.body.append(other)
    other.showModal()
  })
  const outcome = site.request('eth_requestAccounts')
  const { view, window } = await site.approval()
  expect(window).toBeUndefined()
  await pressIn(view, 'Connect')
  expect(await outcome).toEqual({ result: [first] })
  await expect.poll(() => site.page.locator('foyer-devwallet').count()).toBe(0)

  const rejecting = site.request('wallet_requestPermissions', [{ eth_accounts: {} }])
  await (await site.approval()).view.getByRole('heading', { level: 1 }).press('Escape')
  expect((await rejecting).error?.code).toBe(4001)
  // The page forbids all styles and foreign scripts, and nothing of the wallet was blocked.
  expect(await site.page.evaluate('looseErrors')).toEqual([])
})

test('with blocked storage it keeps its state in memory', async () => {
  const site = await pages.open(await pages.contextWithoutStorage())
  const blocked = await site.page.evaluate(() => {
    try {
      return String(window.localStorage)
    } catch (error) {
      return (error as Error).name
    }
  })
  expect(blocked).toBe('SecurityError')
  const connecting = site.request('eth_requestAccounts')
  await pressIn((await site.approval()).view, 'Connect')
  expect(await connecting).toEqual({ result: [first] })
  expect(await site.request('eth_accounts')).toEqual({ result: [first] })
  await site.page.reload()
  expect(await site.request('eth_accounts')).toEqual({ result: [] })
})

test('page and window accept messages only from each other', async () => {
  const context = await pages.browser.newContext()
  await context.addInitScript(() => {
    window.addEventListener('message', ({ data }) => Object.assign(window, { lastMessage: data }))
  })
  const site = await pages.open(context)
  const outcome = site.request('eth_requestAccounts')
  const { view } = await site.approval()
  const question = await view.evaluate(
    () => (window as unknown as { lastMessage: { id: string; request: object } }).lastMessage,
  )

  // Another page than the opener sends the window another request.
  const other = { ...question, request: { method: 'personal_sign', account: 0, data: '0x00' } }
  await view.evaluate((message) => window.postMessage(message, window.location.origin), other)
  // The page receives answers: with the right id from itself, with a wrong id from the window.
  const approved = { type: 'foyer-devwallet:approved', id: question.id, result: [9] }
  const answer = [approved, pages.siteUrl] as const
  await site.page.evaluate(([message, origin]) => window.postMessage(message, origin), answer)
  await view.evaluate(
    ([message, origin]) =>
      (window.opener as Window).postMessage({ ...message, id: 'another' }, origin),
    answer,
  )

  expect(await view.getByRole('heading', { level: 1 }).innerText()).toBe('Connect')
  await pressIn(view, 'Reject')
  expect((await outcome).error?.code).toBe(4001)
})
