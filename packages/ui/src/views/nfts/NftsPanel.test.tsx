import type { Transfers } from '@foyer/core'
import { rememberContact } from '@foyer/core/internal'
import { FoyerError } from '@foyer/protocol'
import { getNfts } from '@foyer/protocol/api'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, inside, makeModal } from '../../makeModal.test.kit.ts'
import { open, testFoyer } from '../../testFoyer.test.kit.ts'
import { refuse } from '../activity/testHistory.test.kit.ts'
import { collection, type TestNfts, testNft, testNfts } from './testNfts.test.kit.ts'

const friend = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const button = (name: string | RegExp) => page.getByRole('button', { name })
const cards = () => page.getByRole('list', { name: 'NFTs' }).getByRole('listitem').elements()

/** The NFTs of the account, in its modal. */
async function openNfts(api: TestNfts, locale?: string) {
  onTestFinished(api.stop)
  const opened = await testFoyer({ options: { apiUrl: api.url } })
  const transfers: Transfers = {
    coinTypes: () => ['60'],
    estimateFee: async () => ({ fee: 1n, reserve: 1n }),
    inspectReceiver: async () => 'account',
    isSame: (one, other) => one.toLowerCase() === other.toLowerCase(),
    writeRequest: () => '',
  }
  Object.assign(opened.foyer.adapters.eip155 ?? {}, { transfers: async () => transfers })
  const modal = makeModal(opened.foyer, locale === undefined ? {} : { locale })
  await modal.open('Account')
  expect(api.asked).toHaveLength(0)
  await page.getByRole('tab').nth(1).click()
  return { ...opened, modal }
}

test('[2.4] a connected user sees their NFTs: image, name, collection, amount', async () => {
  const api = testNfts([
    testNft(1),
    testNft(2, { name: null, imageUrl: null, quantity: '4', standard: 'ERC1155' }),
  ])
  const { modal } = await openNfts(api)
  await expect.element(button(/Harbour Lights #1/)).toBeVisible()
  expect(cards().map(({ textContent }) => textContent?.replace('\u00a0', ''))).toEqual([
    'Harbour Lights #1Harbour Lights',
    'HL×4Harbour Lights #2',
  ])
  // The images are square before they load, so that nothing moves.
  for (const image of inside(modal, '.nfts').querySelectorAll('.nft-image')) {
    const { height, width } = image.getBoundingClientRect()
    expect(height).toBeCloseTo(width, 0)
  }
  const columns = cards().map((one) => one.getBoundingClientRect())
  expect(columns[0]?.top).toBe(columns[1]?.top)
  await expectAccessible(modal)
})

test('the answers of these tests have the shape of the api', async () => {
  const { nfts, stop } = testNfts()
  onTestFinished(stop)
  const coverage = { from: '2020-01-01T00:00:00.000Z', internalTransfers: true }
  const answer = { data: nfts, next: null, coverage }
  expect(await getNfts.response['~standard'].validate(answer)).toMatchObject({ value: answer })
})

test('an image that does not load gives a monogram', async () => {
  const { modal } = await openNfts(
    testNfts([testNft(1, { imageUrl: 'data:image/png;base64,broken' })]),
  )
  await expect.poll(() => inside(modal, '.nfts').querySelector('.monogram')).not.toBe(null)
})

test('loads page after page as the end comes near', async () => {
  const api = testNfts(Array.from({ length: 120 }, (_, index) => testNft(index)))
  const { modal } = await openNfts(api)
  const scroll = inside<HTMLElement>(modal, '.scroll')
  await expect
    .poll(() => {
      scroll.scrollTo({ top: scroll.scrollHeight })
      return cards().length
    })
    .toBe(120)
  expect(api.asked).toHaveLength(3)
})

test('[3.4] spam is hidden, and shown on demand with a warning', async () => {
  const spam = testNft(9, { name: 'Claim now', isSpam: true })
  const { modal } = await openNfts(testNfts([testNft(1), spam]))
  await expect.element(button(/Harbour Lights #1/)).toBeVisible()
  expect(inside(modal, '.nfts').textContent).not.toContain('Claim now')
  await button('Show spam (1)').click()
  await button(/Claim now/).click()
  await expect
    .element(page.getByText('This may be spam. Do not visit a site that it names.'))
    .toBeVisible()
  await expectAccessible(modal)
})

test('empty, loading and failed are told, and a failed read is repeated', async () => {
  const gate = open()
  const api = testNfts([])
  api.answer = () => gate.promise.then(() => undefined)
  const { modal } = await openNfts(api)
  await expect.element(page.getByRole('tabpanel').getByText('Loading')).toBeInTheDocument()
  await expectAccessible(modal)
  gate.resolve()
  await expect.element(page.getByText('No NFTs on Ethereum yet.')).toBeVisible()
  api.answer = async () => refuse(400, 'transactions-failed')
  await button('Refresh NFTs').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('The NFTs could not be loaded.')
  await expectAccessible(modal)
  api.nfts = [testNft(1)]
  api.answer = async () => undefined
  await button('Try again').click()
  await expect.element(button(/Harbour Lights #1/)).toBeVisible()
})

test('one NFT: what it is, on which network, by which contract', async () => {
  const { modal } = await openNfts(testNfts([testNft(7)]))
  await button(/Harbour Lights #7/).click()
  await expect.element(page.getByText('Token ID')).toBeVisible()
  const facts = [...inside(modal, '.nft-facts').children].map(
    (row) =>
      `${row.querySelector('dt')?.textContent}: ${row.querySelector('dd')?.innerText.trim()}`,
  )
  expect(facts).toEqual([
    ...['Token ID: 7', 'Standard: ERC-721', 'Network: Ethereum', 'Contract: 0x495f…7b5e'],
  ])
  const link = inside<HTMLAnchorElement>(modal, '.nft-facts a')
  expect(link.href).toBe(`https://explorer.invalid/address/${collection}`)
  await expectAccessible(modal)
})

test('an NFT that is its own contract has an address instead of an id; a compressed one can not be sent', async () => {
  const single = testNft(0, { name: 'Tide Chart', isSingle: true, standard: 'SPL' })
  const compressed = { isCompressed: true, isSendable: false, name: 'Tide Leaf' }
  const api = testNfts([single, { ...single, ...compressed, contract: friend }])
  const { modal } = await openNfts(api)
  await button(/Tide Chart/).click()
  await expect.element(page.getByText('Address', { exact: true })).toBeVisible()
  expect(page.getByText('Token ID').query()).toBe(null)
  await expect.element(button('Send')).toBeVisible()
  await button('Back').click()
  await button(/Tide Leaf/).click()
  await expect.element(page.getByText('SPL, compressed')).toBeVisible()
  await expect.element(page.getByText('This NFT can not be sent from here.')).toBeVisible()
  expect(button('Send').query()).toBe(null)
  await expectAccessible(modal)
})

test('sends an NFT: receiver, confirmation, wallet, outcome', async () => {
  const api = testNfts([testNft(7, { standard: 'ERC1155', quantity: '5' })])
  const { modal, wallet } = await openNfts(api)
  await button(/Harbour Lights #7/).click()
  await button('Send').click()
  const to = page.getByRole('textbox', { name: 'To' })
  await to.fill('0x1234')
  await button('Continue').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Address is invalid')
  await to.fill(wallet.address.toLowerCase())
  await button('Continue').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('This is your own account.')
  await to.fill(friend)
  await page.getByRole('textbox', { name: 'Amount' }).fill('6')
  await button('Continue').click()
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent('Enter a whole number from 1 to 5.')
  await page.getByRole('textbox', { name: 'Amount' }).fill('2')
  await button('Continue').click()
  // The whole address, to be checked.
  await expect.element(page.getByText(friend)).toBeVisible()
  await expectAccessible(modal)
  const answer = open()
  wallet.answer = () => answer.promise
  await button('Send').click()
  await expect.element(button('Confirm in your wallet')).toBeVisible()
  expect(wallet.asked.at(-1)).toBe(`send 2 of NFT 7 to ${friend}`)
  answer.resolve()
  await expect.element(page.getByText('Harbour Lights #7 has arrived.')).toBeVisible()
  await expectAccessible(modal)
  await button('Done').click()
  await expect.element(page.getByRole('tab', { name: 'NFTs' })).toBeVisible()
})

test('sends an NFT to a name; the whole address of the name is shown before', async () => {
  const api = testNfts([testNft(7)])
  api.names['friend.eth'] = friend
  const { modal, wallet } = await openNfts(api)
  await button(/Harbour Lights #7/).click()
  await button('Send').click()
  const to = page.getByRole('textbox', { name: 'To' })
  await to.fill('nobody.eth')
  await button('Continue').click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Address is invalid')
  await to.fill('Friend.eth')
  await button('Continue').click()
  await expect.element(page.getByText('friend.eth')).toBeVisible()
  await expect.element(page.getByText(friend)).toBeVisible()
  await expect.element(page.getByText(/^You have not sent to this address/)).toBeVisible()
  await expectAccessible(modal)
  await button('Send').click()
  await expect.element(page.getByText('Harbour Lights #7 has arrived.')).toBeVisible()
  expect(wallet.asked.at(-1)).toBe(`send 1 of NFT 7 to ${friend}`)
})

test('a look-alike of a known receiver must be confirmed before an NFT is sent', async () => {
  const { foyer, wallet } = await openNfts(testNfts([testNft(7)]))
  rememberContact(foyer, { contact: { address: friend, usedAt: 1 }, namespace: 'eip155' })
  const copy = `${friend.slice(0, 6)}${'1'.repeat(32)}${friend.slice(-4)}`
  await button(/Harbour Lights #7/).click()
  await button('Send').click()
  await page.getByRole('textbox', { name: 'To' }).fill(copy)
  await button('Continue').click()
  await expect.element(page.getByText('Not the address you know')).toBeVisible()
  const asked = wallet.asked.length
  await button('Send').click()
  await expect.element(page.getByText('Confirm this first.')).toBeVisible()
  expect(wallet.asked).toHaveLength(asked)
  await page.getByRole('checkbox').click()
  await button('Send').click()
  await expect.element(page.getByText('Harbour Lights #7 has arrived.')).toBeVisible()
})

test('a declined or refused transfer is told, and can be tried again', async () => {
  const { wallet } = await openNfts(testNfts([testNft(7)]))
  await button(/Harbour Lights #7/).click()
  await button('Send').click()
  await page.getByRole('textbox', { name: 'To' }).fill(friend)
  await button('Continue').click()
  for (const [code, text] of [
    ['user-rejected', 'You declined the request. Try again?'],
    ['transaction-rejected', 'The contract refuses this transfer.'],
    ['input-invalid', 'The NFT was not sent. Try again.'],
    ['internal', 'Example Wallet gave no clear answer. Check it before you try again.'],
  ] as const) {
    wallet.answer = () => Promise.reject(new FoyerError(code))
    await button('Send').click()
    await expect.element(page.getByRole('alert')).toHaveTextContent(text)
  }
  wallet.answer = async () => {}
  await button('Send').click()
  await expect.element(page.getByText('Harbour Lights #7 has arrived.')).toBeVisible()
})

test('a transfer goes on while another view is shown', async () => {
  const { modal, wallet } = await openNfts(testNfts([testNft(7)]))
  await button(/Harbour Lights #7/).click()
  await button('Send').click()
  await page.getByRole('textbox', { name: 'To' }).fill(friend)
  await button('Continue').click()
  const answer = open()
  wallet.answer = () => answer.promise
  await button('Send').click()
  await expect.element(button('Confirm in your wallet')).toBeVisible()
  modal.router.push('Networks')
  await expect.element(page.getByRole('heading', { name: 'Choose a network' })).toBeVisible()
  answer.resolve()
  modal.router.back()
  await expect.element(page.getByText('Harbour Lights #7 has arrived.')).toBeVisible()
})

test('in Arabic the grid and the view of one NFT are right to left, addresses are not', async () => {
  const { modal } = await openNfts(testNfts([testNft(7)]), 'ar')
  await expect.element(button(/Harbour Lights #7/)).toBeVisible()
  await button(/Harbour Lights #7/).click()
  await expect.element(page.getByText('معرّف الرمز')).toBeVisible()
  await expectAccessible(modal)
})
