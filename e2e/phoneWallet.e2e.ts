import { devnetAccounts, solanaAccounts } from '@foyer/devnet'
import jsQr from 'jsqr'
import type { Page } from 'playwright'
import { createPublicClient, http, parseEther, verifyMessage } from 'viem'
import { expect, test, vi } from 'vitest'
import { ask } from './ask.ts'
import { isSigned } from './isSigned.ts'
import {
  approve,
  asks,
  connectPhone,
  copyPairingUri,
  openPhone,
  openSite,
  press,
  switchNetwork,
  walletConnectRow,
} from './phoneSteps.ts'
import { accountButton, card, closeModal, connectButton } from './testUser.ts'
import { testWorld } from './testWorld.ts'

// Its types declare a module, Node sees a function.
const readQr = jsQr as unknown as typeof jsQr.default

const { open, world } = testWorld()
const [alice, bob] = devnetAccounts.map(({ address }) => address) as [`0x${string}`, `0x${string}`]
const [solanaAlice, solanaBob] = solanaAccounts.map(({ address }) => address) as string[] as [
  string,
  string,
]

/** Reads the QR code in a screenshot of the page. */
async function readCode(page: Page, picture: Buffer): Promise<string> {
  const { height, pixels, width } = await page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(image.width, image.height)
    const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
    context.drawImage(image, 0, 0)
    const { data } = context.getImageData(0, 0, image.width, image.height)
    // As text, because numbers are transferred one by one.
    const text = Array.from(data, (byte) => String.fromCharCode(byte)).join('')
    return { width: image.width, height: image.height, pixels: btoa(text) }
  }, picture.toString('base64'))
  const code = readQr(Uint8ClampedArray.from(Buffer.from(pixels, 'base64')), width, height)
  if (!code) throw new Error('There is no code in the picture.')
  return code.data
}

async function lamportsOf(address: string): Promise<number> {
  const params = [address, { commitment: 'confirmed' }]
  const response = await fetch(world().devnet.solana.url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBalance', params }),
  })
  const { result } = (await response.json()) as { result: { value: number } }
  return result.value
}

/** Signs the demo page's message in the phone wallet. @returns The signature shown on the page. */
async function signIn(site: Page, phone: Page, message: string, pattern: RegExp): Promise<string> {
  const sign = ask(site, 'Sign a message')
  await sign.getByRole('textbox', { name: 'Message' }).fill(message)
  await sign.getByRole('button', { name: 'Sign' }).click()
  await asks(phone, 'Sign message')
  await phone.getByText(message).waitFor()
  await press(phone, 'Sign')
  await sign.getByText('This is the connected account.').waitFor()
  return (await sign.getByText(pattern).first().textContent()) ?? ''
}

test.each(['light', 'dark'] as const)(
  '[1.2, 2.6] on a desktop in %s mode a QR code read from a screenshot connects the phone',
  async (colorScheme) => {
    const site = await openSite(open)
    await site.emulateMedia({ colorScheme })
    await connectButton(site).first().click()
    await walletConnectRow(site).click()
    await card(site).getByRole('button', { name: 'Copy link' }).click()
    await card(site).getByRole('img', { name: 'Code to scan with a wallet' }).waitFor()
    // Only the card: fewer pixels to read. It may still fade in, so a camera looks again.
    const uri = await vi.waitFor(async () => readCode(site, await card(site).screenshot()))
    expect(uri).toMatch(/^wc:[0-9a-f]{64}@2\?/)
    // The copied link is the same.
    expect(await site.evaluate(() => navigator.clipboard.readText())).toBe(uri)
    const phone = await openPhone(site.context(), world(), `?uri=${encodeURIComponent(uri)}`)
    await approve(phone)
    await card(site).waitFor({ state: 'hidden' })
    await accountButton(site).first().getByText('alice.eth').waitFor()
    // The name of the wallet that scanned, not of the connector.
    await accountButton(site).first().click()
    await card(site)
      .getByRole('button', { name: /^Foyer Phone Wallet, show your wallets/ })
      .waitFor()
  },
)

test('one approval connects both namespaces, and each signs', async () => {
  const { phone, site } = await connectPhone(await openSite(open), world())
  await phone.getByText('Connected. Go back to Foyer.').waitFor()
  await accountButton(site).first().getByText('alice.eth').waitFor()
  const message = 'A text for Ethereum'
  const signature = await signIn(site, phone, message, /^0x[0-9a-f]{130}$/)
  expect(
    await verifyMessage({ address: alice, message, signature: signature as `0x${string}` }),
  ).toBe(true)

  await switchNetwork(site, 'Foyer Solana')
  const words = 'A text for Solana'
  const text = await signIn(site, phone, words, /^[1-9A-HJ-NP-Za-km-z]{86,88}$/)
  expect(isSigned(words, text, solanaAlice)).toBe(true)
})

test('sends coins on both chains, and the receivers have them', async () => {
  const { phone, site } = await connectPhone(await openSite(open), world())
  const chain = createPublicClient({ transport: http(world().devnet.chains[0]?.url) })
  const before = await chain.getBalance({ address: bob })
  const send = ask(site, 'Send a transaction')
  await send.getByRole('textbox', { name: 'To' }).fill(bob)
  await send.getByRole('textbox', { name: 'Amount' }).fill('1.25')
  await send.getByRole('button', { name: /^Send/ }).click()
  await phone.getByText('1.25 ETH').waitFor()
  await press(phone, 'Send')
  await send.getByText(/Mined in block \d+/).waitFor()
  expect((await chain.getBalance({ address: bob })) - before).toBe(parseEther('1.25'))

  await switchNetwork(site, 'Foyer Solana')
  const lamports = await lamportsOf(solanaBob)
  const tokens = ask(site, 'Send tokens')
  await tokens.getByRole('textbox', { name: 'Amount' }).fill('0.5')
  await tokens.getByRole('button', { name: /^Send/ }).click()
  await phone.getByText('0.5 SOL').waitFor()
  await phone.getByRole('button', { name: /^(Send|Sign)$/ }).click()
  await tokens.getByText(/Mined in block \d+/).waitFor()
  expect((await lamportsOf(solanaBob)) - lamports).toBe(500_000_000)
})

test('the site follows when the wallet switches network or account', async () => {
  const { phone, site } = await connectPhone(await openSite(open), world())
  await phone.getByRole('combobox', { name: 'Ethereum network' }).selectOption('Foyer Devnet Two')
  const second = ask(site, 'Switch network').getByRole('button', { name: 'Foyer Devnet Two' })
  await expect.poll(() => second.getAttribute('aria-pressed')).toBe('true')

  const account = phone.getByRole('combobox', { name: 'Ethereum account' })
  await account.selectOption({ index: 1 })
  await accountButton(site).first().getByText('bob.eth').waitFor()

  await press(phone, 'Ping')
  await phone.getByText('Foyer is there.').waitFor()
  await press(phone, 'Extend')
  await phone.getByText('Foyer stays connected for a week.').waitFor()
})

test('the site asks for a network that was not approved when it needs it', async () => {
  const site = await openSite(open)
  const uri = await copyPairingUri(site)
  const phone = await openPhone(site.context(), world(), `?uri=${encodeURIComponent(uri)}`)
  await phone.getByRole('checkbox', { name: /^Foyer Devnet Two/ }).uncheck()
  await approve(phone)
  await card(site).waitFor({ state: 'hidden' })
  const choice = ask(site, 'Switch network')
  const second = choice.getByRole('button', { name: 'Foyer Devnet Two' })
  await second.click()
  await asks(phone, /network/)
  await phone.getByRole('button', { name: /^(Add|Switch)$/ }).click()
  await expect.poll(() => second.getAttribute('aria-pressed')).toBe('true')
})

test('either side ends the connection', async () => {
  const { phone, site } = await connectPhone(await openSite(open), world())
  await press(phone, 'Disconnect')
  await asks(phone, 'No connected sites')
  await connectButton(site).first().waitFor()

  const again = await connectPhone(site, world())
  // The session ends when its last namespace disconnects.
  await accountButton(site).first().click()
  await card(site)
    .getByRole('button', { name: /show your wallets/ })
    .click()
  await card(site).getByRole('button', { name: 'Disconnect all' }).click()
  await asks(again.phone, 'No connected sites')
  await connectButton(site).first().waitFor()
})

test('a declined connection and a declined request show an error, and can be tried again', async () => {
  const site = await openSite(open)
  const uri = await copyPairingUri(site)
  const phone = await openPhone(site.context(), world(), `?uri=${encodeURIComponent(uri)}`)
  await asks(phone, 'Connect')
  await press(phone, 'Reject')
  await card(site)
    .getByText(/declined/i)
    .first()
    .waitFor()
  await closeModal(site)

  const { phone: second } = await connectPhone(site, world())
  const typed = ask(site, 'Sign structured data')
  await typed.getByRole('button', { name: 'Sign' }).click()
  await asks(second, 'Sign typed data')
  await press(second, 'Reject')
  await typed.getByText(/declined/).waitFor()
  await typed.getByRole('button', { name: 'Sign' }).click()
  await press(second, 'Sign')
  await typed.getByText('This is the connected account.').waitFor()
})

test('the directory’s row opens the wallet in a tab, and a request opens it again', async () => {
  const site = await openSite(open)
  await connectButton(site).first().click()
  const first = card(site).getByRole('button', { name: /^Foyer Phone Wallet/ })
  await first.click()
  await card(site).getByRole('tab', { name: 'Web' }).click()
  const [phone] = await Promise.all([
    site.context().waitForEvent('page'),
    card(site).getByRole('button', { name: 'Open Foyer Phone Wallet' }).click(),
  ])
  await approve(phone)
  await card(site).waitFor({ state: 'hidden' })
  const sign = ask(site, 'Sign a message')
  await site.bringToFront()
  const [again] = await Promise.all([
    site.context().waitForEvent('page'),
    sign.getByRole('button', { name: 'Sign' }).click(),
  ])
  await asks(again, 'Sign message')
  await press(again, 'Sign')
  await sign.getByText('This is the connected account.').waitFor()
  // The newest tab is the wallet, because two tabs would share one client at the relay.
  await phone.getByText('The wallet is open in another tab.').waitFor()
})

test('shows an error for an expired link and for an invalid one', async () => {
  const old = `wc:${'ab'.repeat(32)}@2?relay-protocol=irn&symKey=${'cd'.repeat(32)}&expiryTimestamp=1700000000`
  const site = await openSite(open)
  const phone = await openPhone(site.context(), world(), `?uri=${encodeURIComponent(old)}`)
  await phone.getByText(/This link doesn’t work: .*expired/i).waitFor()
  await phone.getByRole('textbox', { name: 'Link from a site' }).fill('https://example.com')
  await press(phone, 'Connect')
  await phone.getByText(/This link doesn’t work: /).waitFor()
})

test('the wallet calls only the relay and the local networks', async () => {
  const site = await openSite(open)
  const asked = new Set<string>()
  site.context().on('page', (page) => {
    page.on('request', (request) => asked.add(new URL(request.url()).origin))
    page.on('websocket', (socket) => asked.add(new URL(socket.url()).origin))
  })
  const { phone } = await connectPhone(site, world())
  await signIn(site, phone, 'A text', /^0x[0-9a-f]{130}$/)
  await phone.reload()
  await asks(phone, 'Connected sites')
  const { chains, solana } = world().devnet
  const known = [world().phone.url, world().site.url, world().relay.url, solana.url]
  const allowed = new Set(
    [...known, ...chains.map(({ url }) => url)].map((url) => new URL(url).origin),
  )
  expect([...asked].filter((origin) => !allowed.has(origin))).toEqual([])
  expect([...asked]).toContain(new URL(world().relay.url).origin)
})
