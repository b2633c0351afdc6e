import type { Connector, Network } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, inside, makeModal, recordShake } from '../../makeModal.test.kit.ts'
import { network, networks, open, testFoyer } from '../../testFoyer.test.kit.ts'
import {
  devnetId,
  namespacesFoyer,
  solanaId,
  twoNamespaces,
} from '../connections/namespaces.test.kit.ts'
import { changeNetwork } from './changeNetwork.ts'

const many: readonly Network[] = [
  ...networks,
  network('eip155:100', 'Gnosis', {
    nativeCurrency: { name: 'xDai', symbol: 'XDAI', decimals: 18 },
  }),
  ...Array.from({ length: 12 }, (_, index) =>
    network(`eip155:${500 + index}`, `Network ${String.fromCharCode(65 + index)}`),
  ),
]
const sol = { name: 'Solana', symbol: 'SOL', decimals: 9 }
const solana = network('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'Solana', { nativeCurrency: sol })

async function openNetworks(
  kit: Parameters<typeof testFoyer>[0] = {},
  options: Parameters<typeof makeModal>[1] = {},
) {
  const made = await testFoyer(kit)
  const modal = makeModal(made.foyer, options)
  await modal.open('Networks')
  return { ...made, modal }
}
const views = (modal: Parameters<typeof inside>[0]) =>
  modal.router.store.get().stack.map(({ view }) => view)
const names = () =>
  page
    .getByRole('listitem')
    .elements()
    .map((row) => row.querySelector('.row-title')?.textContent)

test("lists the site's networks: marks the current one, labels test networks", async () => {
  const { modal } = await openNetworks()
  await expect.element(page.getByRole('heading', { name: 'Choose a network' })).toBeVisible()
  expect(names()).toEqual(['Ethereum', 'Base', 'Polygon', 'Sepolia'])
  const current = page.getByRole('button', { name: /Ethereum.*Current network/ })
  await expect.element(current).toHaveAttribute('aria-current', 'true')
  await expect.element(page.getByRole('button', { name: /Sepolia.*Test network/ })).toBeVisible()
  expect(page.getByRole('searchbox').elements()).toHaveLength(0)
  await expectAccessible(modal)
})

test('asks the wallet, and returns to the account after its approval', async () => {
  const { foyer, modal, wallet } = await openNetworks()
  modal.router.reset('Account')
  modal.router.push('Networks')
  const asked = open()
  wallet.answer = () => asked.promise
  await page.getByRole('button', { name: 'Base' }).click()
  await expect.element(page.getByText('Approve in your wallet')).toBeVisible()
  await expect
    .element(page.getByText('Open Example Wallet and approve the switch to Base.'))
    .toBeVisible()
  await expect.poll(() => wallet.asked).toContain('switch eip155:8453')
  await expectAccessible(modal)
  asked.resolve()
  await expect.poll(() => views(modal)).toEqual(['Account'])
  expect(foyer.store.get().activeChainIds.eip155).toBe('eip155:8453')
  await expect.element(page.getByRole('button', { name: 'Base', exact: true })).toBeVisible()
})

test('opened by the network button, it closes after the switch', async () => {
  const { modal, wallet } = await openNetworks()
  await page.getByRole('button', { name: 'Base' }).click()
  await expect.poll(() => wallet.asked).toContain('switch eip155:8453')
  await expect.poll(() => modal.store.get().open).toBe(false)
})

test('error: shows a rejected switch, and retries it', async () => {
  const { modal, wallet } = await openNetworks()
  wallet.answer = () => Promise.reject(new FoyerError('user-rejected'))
  const hasShaken = recordShake(modal)
  await page.getByRole('button', { name: 'Base' }).click()
  await expect.element(page.getByText('You declined the request. Try again?')).toBeVisible()
  expect(hasShaken()).toBe(true)
  await expectAccessible(modal)
  const before = inside(modal, '.card').getBoundingClientRect().height
  const asked = open()
  wallet.answer = () => asked.promise
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText('Approve in your wallet')).toBeVisible()
  expect(inside(modal, '.card').getBoundingClientRect().height).toBe(before)
  asked.resolve()
  await expect.poll(() => modal.store.get().open).toBe(false)
})

test.each([
  ['request-timed-out', 'Example Wallet did not answer. Open it, then try again.'],
  ['request-pending', 'Open Example Wallet, answer it, then try again.'],
  ['rpc-failed', 'Example Wallet could not switch to Base. Try again.'],
  [
    'unsupported-method',
    'Example Wallet can not be switched from here. Choose Base in the wallet.',
  ],
] as const)('error: explains %s', async (code, text) => {
  const { wallet } = await openNetworks()
  wallet.answer = () => Promise.reject(new FoyerError(code))
  await page.getByRole('button', { name: 'Base' }).click()
  await expect.element(page.getByText(text)).toBeVisible()
})

test.each([
  [
    'unsupported-method',
    'Example Wallet can not be switched from here. Choose Base in the wallet.',
  ],
  ['chain-unsupported', 'Example Wallet does not support Base. Use another wallet for it.'],
  [
    'session-chain-unsupported',
    'Example Wallet did not allow Base. Connect it again, or use another wallet.',
  ],
] as const)('error: %s suggests another wallet instead of asking again', async (code, text) => {
  const { modal, wallet } = await openNetworks()
  wallet.answer = () => Promise.reject(new FoyerError(code))
  await page.getByRole('button', { name: 'Base' }).click()
  await expect.element(page.getByText(text)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
  await expectAccessible(modal)
  await page.getByRole('button', { name: 'Choose a wallet' }).click()
  await expect.element(page.getByText('Connect a wallet for Base')).toBeVisible()
})

test('error: a network that the wallet does not have can be added by hand, with values to copy', async () => {
  const { modal, wallet } = await openNetworks()
  modal.router.reset('Account')
  modal.router.push('Networks')
  wallet.answer = () => Promise.reject(new FoyerError('chain-unrecognised'))
  await page.getByRole('button', { name: 'Base' }).click()
  await expect.element(page.getByText('Base is not in Example Wallet yet')).toBeVisible()
  const facts = ['Base', 'https://rpc.invalid', '8453', 'ETH', 'https://explorer.invalid']
  await expect.poll(names).toEqual(facts)
  const rpc = page.getByRole('button', { name: /rpc\.invalid.*RPC URL/ })
  expect(rpc.element().textContent).toMatch(/Copy/)
  await expect.element(page.getByRole('button', { name: 'Try again' })).not.toBeInTheDocument()
  await expectAccessible(modal)
  wallet.answer = async () => {}
  await page.getByRole('button', { name: 'I added it' }).click()
  await expect.poll(() => views(modal)).toEqual(['Account'])
  expect(wallet.chainId).toBe('eip155:8453')
})

test('a switch by hand in the wallet ends a failed request', async () => {
  const { modal, wallet } = await openNetworks()
  modal.router.reset('Account')
  modal.router.push('Networks')
  wallet.answer = () => Promise.reject(new FoyerError('unsupported-method'))
  await page.getByRole('button', { name: 'Base' }).click()
  await expect.element(page.getByText('Switch failed')).toBeVisible()
  wallet.listener?.onChain('eip155:8453')
  await expect.poll(() => views(modal)).toEqual(['Account'])
})

test('leaving the view ends the request: a later approval changes nothing in the modal', async () => {
  const { modal, wallet } = await openNetworks()
  const asked = open()
  wallet.answer = () => asked.promise
  await page.getByRole('button', { name: 'Base' }).click()
  await expect.element(page.getByText('Approve in your wallet')).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  expect(views(modal)).toEqual(['Networks'])
  asked.resolve()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(views(modal)).toEqual(['Networks'])
  expect(modal.store.get().open).toBe(true)
})

test('sets the network at once while disconnected', async () => {
  const { foyer, modal, wallet } = await openNetworks({ connected: false })
  await page.getByRole('button', { name: 'Polygon' }).click()
  await expect.poll(() => modal.store.get().open).toBe(false)
  expect(foyer.store.get().activeChainIds.eip155).toBe('eip155:137')
  expect(wallet.asked).toEqual([])
})

test('another namespace without a wallet opens its wallets, and switches nothing yet', async () => {
  const { foyer, modal } = await openNetworks({ options: { networks: [...networks, solana] } })
  await expect.element(page.getByRole('heading', { name: 'EVM' })).toBeVisible()
  await expect.element(page.getByRole('list', { name: 'Solana' })).toBeVisible()
  await expectAccessible(modal)
  await page.getByRole('button', { name: 'Solana' }).click()
  await expect.element(page.getByRole('heading', { name: 'Connect wallet' })).toBeVisible()
  expect(views(modal)).toEqual(['Networks', 'ConnectNamespace'])
  expect(foyer.store.get().activeNamespace).toBe('eip155')
  expect(foyer.store.get().connections.eip155?.status).toBe('connected')
})

test('[4.23] a network of the other namespace names the wallet that is asked there', async () => {
  const { foyer, wallets } = await namespacesFoyer()
  const modal = makeModal(foyer)
  await modal.open('Networks')
  expect(foyer.store.get().activeNamespace).toBe('solana')
  const asked = open()
  wallets.eip155.answer = () => asked.promise
  await page.getByRole('button', { name: 'Base' }).click()
  await expect
    .element(page.getByText('Open Example Wallet and approve the switch to Base.'))
    .toBeVisible()
  expect(foyer.store.get().activeNamespace).toBe('solana')
  asked.resolve()
  await expect.poll(() => foyer.store.get().activeNamespace).toBe('eip155')
  expect(foyer.store.get().activeChainIds.eip155).toBe('eip155:8453')
})

test('searches many networks by name, coin and number', async () => {
  const { modal } = await openNetworks({ options: { networks: many } })
  const search = page.getByRole('searchbox', { name: 'Search networks' })
  await search.fill('  network c ')
  expect(names()).toEqual(['Network C'])
  // The same height, so that the field stays in place.
  const scroll = inside(modal, '.scroll')
  expect(scroll.scrollHeight).toBe(Number.parseFloat(getComputedStyle(scroll).maxHeight))
  await search.fill('xdai')
  expect(names()).toEqual(['Gnosis'])
  await search.fill('8453')
  expect(names()).toEqual(['Base'])
  await search.fill('nowhere')
  await expect.element(page.getByText('No network is called “nowhere”.')).toBeVisible()
  await expectAccessible(modal)
  await page.getByRole('button', { name: 'Clear search' }).last().click()
  await expect.poll(() => names().length).toBe(many.length)
  expect(modal.element.shadowRoot?.activeElement).toBe(search.element())
})

test('long names stay in their row on the narrowest phone', async () => {
  await page.viewport(320, 640)
  const { modal } = await openNetworks({
    options: {
      networks: [
        ...networks,
        network('eip155:77', 'A network with a name that is far too long', { testnet: true }),
      ],
    },
  })
  const scroll = inside(modal, '.scroll')
  expect(scroll.scrollWidth).toBe(scroll.clientWidth)
  await page.viewport(414, 896)
})

test('names that differ in their last word are complete on the narrowest phone', async () => {
  await page.viewport(320, 640)
  const { foyer } = await namespacesFoyer()
  const modal = makeModal(foyer)
  const expectWhole = (name: string) => {
    const title = [...inside(modal, '.scroll').querySelectorAll('.row-title')].find(
      ({ textContent }) => textContent === name,
    )
    expect(title?.scrollWidth).toBe(title?.clientWidth)
    expect(title?.scrollHeight).toBe(title?.clientHeight)
  }
  await modal.open('Networks')
  expectWhole('Solana Devnet')
  await changeNetwork(foyer, { chainId: devnetId })
  await modal.open('Account')
  await expect.element(page.getByRole('button', { name: /^Solana Devnet/ })).toBeVisible()
  expectWhole('Solana Devnet')
  await page.viewport(414, 896)
})

test('[2.10] [4.24] an unsupported network opens UnsupportedChain: the reason, other networks, or disconnect', async () => {
  const { foyer, wallet } = await testFoyer()
  const modal = makeModal(foyer)
  wallet.listener?.onChain('eip155:999')
  await expect.element(page.getByRole('dialog', { name: 'Switch network' })).toBeVisible()
  expect(views(modal)).toEqual(['UnsupportedChain'])
  await expect
    .element(
      page.getByText(
        'Example Wallet is on network 999, which this site does not support. Choose one of these to go on.',
      ),
    )
    .toBeVisible()
  expect(names()).toEqual(['Ethereum', 'Base', 'Polygon', 'Sepolia'])
  await expectAccessible(modal)

  await page.getByRole('button', { name: 'Base' }).click()
  await expect.poll(() => wallet.asked).toContain('switch eip155:8453')
  await expect.poll(() => modal.store.get().open).toBe(false)
})

test('[4.24] does not open if unsupported networks are allowed or switching is off', async () => {
  for (const options of [{ allowUnsupportedChain: true }, { enableNetworkSwitch: false }]) {
    const { foyer, wallet } = await testFoyer({ options })
    const modal = makeModal(foyer)
    wallet.listener?.onChain('eip155:999')
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(modal.store.get().open).toBe(false)
    modal.destroy()
  }
})

test('a switch in the wallet itself closes it, and so does disconnecting', async () => {
  const { foyer, wallet } = await testFoyer()
  const modal = makeModal(foyer)
  wallet.listener?.onChain('eip155:999')
  await expect.element(page.getByText('Unsupported network')).toBeVisible()
  wallet.listener?.onChain('eip155:137')
  await expect.poll(() => modal.store.get().open).toBe(false)
  wallet.listener?.onChain('eip155:999')
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await expect.poll(() => modal.store.get().open).toBe(false)
  expect(foyer.store.get().connections.eip155?.status).toBe('disconnected')
})

test('closing it keeps the unsupported network', async () => {
  const { foyer, wallet } = await testFoyer()
  const modal = makeModal(foyer)
  wallet.listener?.onChain('eip155:999')
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.poll(() => modal.store.get().open).toBe(false)
  await modal.open('Networks')
  await expect.element(page.getByText('Unsupported network')).toBeVisible()
  expect(page.getByText('Current network').elements()).toHaveLength(0)
})

test('explains what a network is', async () => {
  const { modal } = await openNetworks()
  await page.getByRole('button', { name: 'What is a network?' }).click()
  await expect.element(page.getByText('Each has its own fees')).toBeVisible()
  await expectAccessible(modal)
})

test('is in Arabic, from right to left', async () => {
  const { modal } = await openNetworks({}, { locale: 'ar' })
  await expect.element(page.getByRole('heading', { name: 'اختر شبكة' })).toBeVisible()
  const logo = inside(modal, '.row .logo').getBoundingClientRect()
  expect(logo.left).toBeGreaterThan(inside(modal, '.row .row-text').getBoundingClientRect().left)
  await expectAccessible(modal)
})

test('[4.23] another connected namespace: shows its account without asking a wallet', async () => {
  const { foyer, wallets } = await namespacesFoyer({ connected: ['solana', 'eip155'] })
  const modal = makeModal(foyer)
  await modal.open('Account')
  modal.router.push('Networks')
  await expect
    .element(page.getByRole('button', { name: 'Solana Devnet Test network' }))
    .toBeVisible()
  await page.getByRole('button', { name: 'Solana Devnet Test network' }).click()
  await expect.poll(() => views(modal)).toEqual(['Account'])
  await expect.element(page.getByText('7Np4…T4K2')).toBeVisible()
  expect(foyer.store.get()).toMatchObject({ activeNamespace: 'solana' })
  expect(foyer.store.get().connections.solana).toMatchObject({ chainId: devnetId })
  expect(wallets.solana.asked).toEqual(['connect'])
})

test('each namespace names its wallet and network', async () => {
  const { foyer } = await namespacesFoyer({ connected: ['solana', 'eip155'] })
  const modal = makeModal(foyer)
  await modal.open('Networks')
  await expect.element(page.getByText('Harbour', { exact: true })).toBeVisible()
  const current = page.getByRole('button', { name: 'Ethereum Current network', exact: true })
  await expect.element(current).toHaveAttribute('aria-current', 'true')
  const other = page.getByRole('button', { name: 'Solana Current network of Harbour', exact: true })
  await expect.element(other).toBeVisible()
  expect(other.element().getAttribute('aria-current')).toBe(null)
  await expectAccessible(modal)
})

test('a search finds the networks of a namespace by its name', async () => {
  const { foyer } = await namespacesFoyer({
    offered: [...many, ...twoNamespaces.slice(2)],
    connected: [],
  })
  const modal = makeModal(foyer)
  await modal.open('Networks')
  await page.getByRole('searchbox', { name: 'Search networks' }).fill('EVM')
  expect(names()).toHaveLength(many.length)
  await page.getByRole('searchbox', { name: 'Search networks' }).fill('sol')
  expect(names()).toEqual(['Solana', 'Solana Devnet'])
})

test('a network that the wallet does not allow is marked, and is not a button', async () => {
  const { foyer } = await namespacesFoyer({
    setUp({ solana }) {
      solana.scope = { chainIds: [solanaId] }
    },
  })
  const modal = makeModal(foyer)
  await modal.open('Networks')
  await expect.element(page.getByText('Not allowed by Harbour')).toBeVisible()
  expect(page.getByRole('button', { name: /Solana Devnet/ }).elements()).toHaveLength(0)
  await expect.element(page.getByRole('button', { name: 'Base' })).toBeVisible()
  await expectAccessible(modal)
})

test('does not ask a wallet that cannot switch', async () => {
  const { foyer } = await namespacesFoyer({
    setUp({ eip155 }) {
      eip155.scope = { methods: ['personal_sign'] }
    },
  })
  const modal = makeModal(foyer)
  await modal.open('Networks')
  await expect.element(page.getByText('Not allowed by Example Wallet')).toBeVisible()
  expect(page.getByRole('button', { name: 'Base' }).elements()).toHaveLength(0)
})

test('does not ask a mobile wallet that allows the network', async () => {
  const { foyer, wallets } = await namespacesFoyer({
    connected: ['eip155'],
    setUp({ eip155 }) {
      Object.assign(eip155.connector, { type: 'WALLET_CONNECT' })
      eip155.scope = { chainIds: ['eip155:1', 'eip155:8453'] }
    },
  })
  const modal = makeModal(foyer)
  await modal.open('Networks')
  await page.getByRole('button', { name: 'Base' }).click()
  await expect.poll(() => modal.store.get().open).toBe(false)
  expect(foyer.store.get().connections.eip155).toMatchObject({ chainId: 'eip155:8453' })
  expect(wallets.eip155.asked).toEqual(['connect'])
})

test('one approval for two namespaces: the other one is connected without a prompt', async () => {
  const { foyer, wallets } = await namespacesFoyer({
    connected: ['eip155'],
    setUp({ eip155, solana }) {
      Object.assign(eip155.connector, {
        sharesSession: true,
        namespaces: ['eip155', 'solana'],
        connect: async ({ chainId, namespace }: Parameters<Connector['connect']>[0]) => ({
          provider: { request: () => Promise.reject(new FoyerError('unsupported-method')) },
          accounts: namespace === 'solana' ? solana.accounts : eip155.accounts,
          chainId: chainId ?? 'eip155:1',
        }),
      })
    },
  })
  const modal = makeModal(foyer)
  await modal.open('Networks')
  await page.getByRole('button', { name: /Solana Devnet/ }).click()
  await expect
    .poll(() => foyer.store.get().connections.solana)
    .toMatchObject({ status: 'connected', chainId: devnetId })
  expect(wallets.solana.asked).toEqual([])
})
