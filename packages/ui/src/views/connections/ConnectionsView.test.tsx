import { disconnect } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, inside, makeModal, recordText } from '../../makeModal.test.kit.ts'
import { address } from '../../testFoyer.test.kit.ts'
import {
  devnetId,
  fiveNamespaces,
  namespacesFoyer,
  solanaAccount,
  solanaAddress,
  twoNamespaces,
} from './namespaces.test.kit.ts'

async function openConnections(
  kit: Parameters<typeof namespacesFoyer>[0] = {},
  options: Parameters<typeof makeModal>[1] = {},
) {
  const made = await namespacesFoyer(kit)
  const modal = makeModal(made.foyer, options)
  await modal.open('Account')
  await page.getByRole('button', { name: /show your wallets/ }).click()
  await expect.element(page.getByRole('heading', { name: 'Your wallets' })).toBeVisible()
  // The title is shown before the view.
  const root = modal.element.shadowRoot
  await expect.poll(() => root?.querySelector('.connections, .empty')).toBeTruthy()
  return { ...made, modal }
}
const views = (modal: Parameters<typeof inside>[0]) =>
  modal.router.store.get().stack.map(({ view }) => view)
const row = (name: string | RegExp) => page.getByRole('listitem').getByRole('button', { name })
const accountsOf = (count: number) => ({
  setUp: ({ solana }: Awaited<ReturnType<typeof namespacesFoyer>>['wallets']) => {
    solana.accounts = Array.from({ length: count }, (_, index) => ({
      address: index === 0 ? solanaAddress : solanaAccount(index),
    }))
  },
})

test('lists each connected wallet: name, address, network, namespace, and the active one', async () => {
  const { modal } = await openConnections()
  await expect.element(page.getByRole('heading', { name: 'EVM' })).toBeVisible()
  await expect.element(page.getByRole('list', { name: 'Solana' })).toBeVisible()
  await expect.element(row(/Example Wallet 0x5290…9EE7 · Ethereum/)).toBeVisible()
  const active = row(/Harbour 7Np4…T4K2 · Solana In use/)
  await expect.element(active).toHaveAttribute('aria-current', 'true')
  expect(page.getByText('In use').elements()).toHaveLength(1)
  await expectAccessible(modal)
})

test('[4.23] selecting another wallet shows its account without a prompt, and survives a reload', async () => {
  const { foyer, modal, wallets } = await openConnections()
  const asked = [...wallets.eip155.asked]
  await row(/Example Wallet/).click()
  await expect.poll(() => views(modal)).toEqual(['Account'])
  await expect.element(page.getByText('0x5290…9EE7')).toBeVisible()
  expect(foyer.store.get().activeNamespace).toBe('eip155')
  expect(foyer.storage.read('active-network', String)).toBe('eip155:1')
  expect(wallets.eip155.asked).toEqual(asked)
})

test('selecting another account of a wallet shows it', async () => {
  const { foyer, modal } = await openConnections(accountsOf(3))
  const list = page.getByRole('list', { name: 'Accounts of Harbour' })
  expect(list.getByRole('button').elements()).toHaveLength(3)
  await expect.element(list.getByRole('button', { name: /7Np4…T4K2 Chosen account/ })).toBeVisible()
  await expectAccessible(modal)
  await list.getByRole('button', { name: 'C241…T4K2' }).click()
  await expect.poll(() => views(modal)).toEqual(['Account'])
  await expect.element(page.getByText('C241…T4K2')).toBeVisible()
  expect(foyer.store.get().connections.solana).toMatchObject({ address: solanaAccount(2) })
})

test.each([
  [0, 0],
  [1, 2],
])(
  'lists an account of two types once, and nothing to choose from if it is the only one: %s others',
  async (others, count) => {
    await openConnections({
      setUp: ({ solana }) => {
        solana.accounts = [
          { address: solanaAddress, type: 'smartAccount' },
          { address: solanaAddress, type: 'eoa' },
          ...Array.from({ length: others }, (_, index) => ({ address: solanaAccount(index + 1) })),
        ]
      },
    })
    const list = page.getByRole('list', { name: 'Accounts of Harbour' })
    expect(list.getByRole('button').elements()).toHaveLength(count)
  },
)

test('selecting an account of an inactive wallet activates that wallet', async () => {
  const { foyer } = await openConnections({ ...accountsOf(2), connected: ['solana', 'eip155'] })
  await page.getByRole('button', { name: 'B141…T4K2' }).click()
  await expect.poll(() => foyer.store.get().activeNamespace).toBe('solana')
  await expect.element(page.getByText('B141…T4K2')).toBeVisible()
})

test('shows five of many accounts, including the selected one, and all on demand', async () => {
  const { foyer, modal } = await openConnections(accountsOf(30))
  const list = page.getByRole('list', { name: 'Accounts of Harbour' })
  const count = () => list.getByRole('listitem').elements().length
  await expect.poll(count).toBe(5)
  await page.getByRole('button', { name: 'Show all 30' }).click()
  await expect.poll(count).toBe(30)
  await list.getByRole('button', { name: 'F254…T4K2' }).click()
  await expect
    .poll(() => foyer.store.get().connections.solana)
    .toMatchObject({ address: solanaAccount(25) })
  modal.router.push('Connections')
  await expect.element(list.getByText('Chosen account')).toBeInTheDocument()
  await expect.poll(count).toBe(5)
})

test('disconnecting one of two activates the other', async () => {
  const { foyer, modal, wallets } = await openConnections()
  await page.getByRole('button', { name: 'Disconnect Harbour (Solana)' }).click()
  await expect.poll(() => foyer.store.get().connections.solana?.status).toBe('disconnected')
  await expect.poll(() => wallets.solana.asked).toContain('disconnect')
  expect(foyer.store.get().connections.eip155?.status).toBe('connected')
  await expect.element(row(/Example Wallet.*In use/)).toBeVisible()
  expect(modal.store.get().open).toBe(true)
  expect(views(modal)).toEqual(['Account', 'Connections'])
  await expect.element(row('Solana Connect')).toBeVisible()
  await expectAccessible(modal)
})

test('disconnecting all closes it', async () => {
  const { foyer, modal } = await openConnections()
  await page.getByRole('button', { name: 'Disconnect all' }).click()
  await expect.poll(() => modal.store.get().open).toBe(false)
  expect(Object.values(foyer.store.get().connections).map(({ status }) => status)).toEqual([
    'disconnected',
    'disconnected',
  ])
})

test('error: reports a wallet that fails to disconnect', async () => {
  const { modal, wallets } = await openConnections()
  wallets.eip155.answer = () => Promise.reject(new FoyerError('internal'))
  const isTold = recordText(modal, 'Failed to disconnect')
  await page.getByRole('button', { name: 'Disconnect Example Wallet (EVM)' }).click()
  await expect.poll(isTold).toBe(true)
})

test('disconnecting at the account with another wallet connected shows that one, without closing', async () => {
  const { foyer } = await namespacesFoyer()
  const modal = makeModal(foyer)
  await modal.open('Account')
  await expect.element(page.getByText('7Np4…T4K2')).toBeVisible()
  await page.getByRole('button', { name: 'Disconnect' }).click()
  await expect.element(page.getByText('0x5290…9EE7')).toBeVisible()
  expect(foyer.store.get().activeNamespace).toBe('eip155')
  expect(modal.store.get().open).toBe(true)
})

test('the other wallet replaces one that disconnects itself', async () => {
  const { foyer, wallets } = await namespacesFoyer()
  const modal = makeModal(foyer)
  await modal.open('Account')
  wallets.solana.listener?.onDisconnect()
  await expect.poll(() => foyer.store.get().activeNamespace).toBe('eip155')
  await expect.element(page.getByText('0x5290…9EE7')).toBeVisible()
  wallets.eip155.listener?.onDisconnect()
  await expect.poll(() => modal.store.get().open).toBe(false)
})

test('another wallet for the same namespace: the modal stays during its prompt, and the first wallet until it approves', async () => {
  const { foyer, modal, wallets } = await openConnections({ connected: ['eip155'] })
  await page.getByRole('button', { name: 'Connect another wallet' }).click()
  await expect.element(page.getByRole('heading', { name: 'Connect wallet' })).toBeVisible()
  wallets.eip155.answer = () => Promise.reject(new FoyerError('user-rejected'))
  await page.getByRole('button', { name: /Example Wallet/ }).click()
  await expect.element(page.getByText('You declined the request. Try again?')).toBeVisible()
  expect(modal.store.get().open).toBe(true)
  expect(foyer.store.get().connections.eip155).toMatchObject({ status: 'connected', address })
})

test('shows no namespace names and a single disconnect with one wallet and one namespace', async () => {
  const { modal } = await openConnections({
    connected: ['eip155'],
    offered: twoNamespaces.slice(0, 2),
  })
  await expect.element(page.getByRole('heading', { name: 'Connected' })).toBeVisible()
  expect(page.getByText('EVM').elements()).toHaveLength(0)
  expect(page.getByText('Not connected').elements()).toHaveLength(0)
  expect(page.getByRole('button', { name: 'Disconnect all' }).elements()).toHaveLength(0)
  await expectAccessible(modal)
})

test('shows one line and one action while disconnected', async () => {
  const { foyer } = await namespacesFoyer({ connected: [] })
  const modal = makeModal(foyer)
  await modal.open('Connections')
  await expect.element(page.getByText('No wallet is connected.')).toBeVisible()
  await expectAccessible(modal)
  await page.getByRole('button', { name: 'Connect wallet' }).click()
  await expect.poll(() => modal.router.read().view).toBe('Connect')
})

test('names an unsupported network by its reference', async () => {
  const { foyer, wallets } = await namespacesFoyer({
    connected: ['solana', 'eip155'],
    options: { allowUnsupportedChain: true },
  })
  wallets.solana.listener?.onChain('solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z')
  const modal = makeModal(foyer)
  await modal.open('Connections')
  await expect.element(page.getByText(/Network 4uhc…kY3z/)).toBeVisible()
})

test('five namespaces and long names fit the narrowest phone', async () => {
  await page.viewport(320, 640)
  const { modal } = await openConnections({
    connected: ['eip155', 'solana', 'bip122', 'tron', 'polkadot'],
    offered: fiveNamespaces,
    setUp({ polkadot }) {
      polkadot.name = 'The Very Long Name of a Wallet That Somebody Thought Was a Good Idea'
    },
  })
  const scroll = inside<HTMLElement>(modal, '.scroll')
  expect(scroll.scrollWidth).toBe(scroll.clientWidth)
  await expectAccessible(modal)
  await page.viewport(414, 896)
})

test('a wallet that disappears while its list is open is removed', async () => {
  const { foyer } = await openConnections()
  await disconnect(foyer, { namespace: 'eip155' })
  await expect.poll(() => row(/Example Wallet/).elements().length).toBe(0)
})

test('is in Arabic, from right to left', async () => {
  const { foyer } = await namespacesFoyer()
  const modal = makeModal(foyer, { locale: 'ar' })
  await modal.open('Connections')
  await expect.element(page.getByRole('heading', { name: 'محافظك' })).toBeVisible()
  const logo = inside(modal, '.row .logo').getBoundingClientRect()
  expect(logo.left).toBeGreaterThan(inside(modal, '.row .row-text').getBoundingClientRect().left)
  await expectAccessible(modal)
})

test('the site may activate another network of a wallet without an active one, without asking it', async () => {
  const { foyer, wallets } = await namespacesFoyer()
  const modal = makeModal(foyer)
  await modal.open('Account')
  await page.getByRole('button', { name: 'Solana', exact: true }).click()
  const asked = [...wallets.solana.asked]
  await page.getByRole('button', { name: /Solana Devnet/ }).click()
  await expect.poll(() => views(modal)).toEqual(['Account'])
  expect(foyer.store.get().connections.solana).toMatchObject({ chainId: devnetId })
  expect(wallets.solana.asked).toEqual(asked)
})
