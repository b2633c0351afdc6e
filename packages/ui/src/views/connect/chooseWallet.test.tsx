import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { makeModal, plainFoyer } from '../../makeModal.test.kit.ts'
import { testConnector } from '../../testConnector.test.kit.ts'
import { network, networks } from '../../testFoyer.test.kit.ts'
import { testPairing } from './testPairing.test.kit.ts'

const both = (['eip155', 'solana'] as const).map((namespace) => ({
  namespace,
  isAddress: () => true,
  verifyAddress: async () => true,
}))
const solana = network('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'Solana')
/** One wallet, announced once per namespace. */
const wallet = [testConnector(1), testConnector(1, { namespaces: ['solana'] })]
const all = { adapters: both, networks: [...networks, solana], connectors: wallet }

async function choose(options: Parameters<typeof plainFoyer>[0], namespace?: 'solana') {
  const modal = makeModal(plainFoyer(options))
  modal.setNamespace(namespace)
  await modal.open('Connect')
  await page.getByRole('button', { name: /Marigold/ }).click()
  await expect.poll(() => modal.router.read().view).not.toBe('Connect')
  return modal.router.read()
}

beforeEach(() => page.viewport(800, 800))

test('a wallet with several namespaces asks which one', async () => {
  const screen = await choose(all)
  expect(screen.view).toBe('ChooseNamespace')
  expect(screen.data).toMatchObject({
    entry: { name: 'Marigold', connector: { type: 'MULTI_CHAIN' } },
  })
})

test('does not ask if the modal was opened for one, or the site offers only one', async () => {
  expect((await choose(all, 'solana')).view).toBe('ConnectingExternal')
  document.querySelector('foyer-modal')?.remove()
  expect((await choose({ ...all, networks })).view).toBe('ConnectingExternal')
})

test('WalletConnect comes first, with a code icon', async () => {
  const { connector } = testPairing()
  const modal = makeModal(plainFoyer({ connectors: [testConnector(1), connector] }))
  await modal.open()
  const rows = () => page.getByRole('listitem').elements()
  await expect
    .poll(() => rows().map(({ textContent }) => textContent))
    .toEqual(['WalletConnect', 'MarigoldInstalled'])
  expect(rows()[0]?.querySelectorAll('svg')).toHaveLength(1)
  await page.getByRole('button', { name: 'WalletConnect' }).click()
  await expect.poll(() => modal.router.read().view).toBe('ConnectingWalletConnectBasic')
})
