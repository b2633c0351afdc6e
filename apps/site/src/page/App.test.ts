import {
  type Devnet,
  type DevWallet,
  devnetAccounts,
  foyerDevnet,
  foyerDevnetTwo,
  startDevnet,
  startWallet,
} from '@foyer/devnet'
import { launchBrowser } from '@foyer/devnet/chromium'
import axe from 'axe-core'
import type { Browser, Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildPage } from '../server/buildPage.ts'
import { type Site, start } from '../server/start.ts'

const [alice, bob] = devnetAccounts.map(({ address }) => address) as [string, string]
let devnet: Devnet
let wallet: DevWallet
let site: Site
let browser: Browser
let page: Page
let faults: string[]

beforeAll(async () => {
  await buildPage()
  devnet = await startDevnet({ ports: { [foyerDevnet.id]: 0, [foyerDevnetTwo.id]: 0 } })
  wallet = await startWallet({ port: 0, chains: devnet.chains })
  site = await start({
    port: 0,
    projectId: 'demo',
    walletUrl: wallet.url,
    networks: [foyerDevnet, foyerDevnetTwo].map(({ id, name, nativeCurrency }, index) => ({
      id,
      name,
      nativeCurrency,
      rpcUrls: { default: { http: [devnet.chains[index]?.url as string] } },
    })),
  })
  browser = await launchBrowser()
})
afterAll(async () => {
  await browser?.close()
  await Promise.allSettled([site, wallet, devnet].map((part) => part?.stop()))
})
beforeEach(async () => {
  faults = []
  page = await browser.newPage({ viewport: { width: 1360, height: 900 } })
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) faults.push(message.text())
  })
})
afterEach(async () => {
  await page.close()
  expect(faults).toEqual([])
})

const open = (search = '') => page.goto(`${site.url}/${search}`)
const stage = () => page.locator('.stage')
const turn = (name: string) => page.getByRole('radio', { name, exact: true }).check()
const ask = (title: string) => page.locator('.ask').filter({ hasText: title })

/** Runs `act`, which opens the wallet's window, and presses `button` there. */
async function answer(act: () => Promise<unknown>, button: string): Promise<void> {
  const [window] = await Promise.all([page.waitForEvent('popup'), act()])
  await window.getByRole('button', { name: button, exact: true }).click()
}

async function connect(): Promise<void> {
  await page.locator('.hero foyer-button').getByRole('button').click()
  const row = page.getByRole('dialog').getByRole('button', { name: /Foyer Dev Wallet/ })
  await answer(() => row.click(), 'Connect')
  await page.getByRole('heading', { name: 'Sign a message' }).waitFor()
}

test('shows the modal in the page and updates it with every control', async () => {
  await open()
  await stage().getByRole('heading', { name: 'Connect wallet' }).waitFor()
  const code = page.locator('#code pre').first()

  await turn('Dark')
  await expect.poll(() => code.textContent()).toContain(`themeMode: 'dark'`)
  await expect
    .poll(() =>
      page.evaluate(() => getComputedStyle(document.body).backgroundColor === 'rgb(18, 17, 16)'),
    )
    .toBe(true)

  await turn('Español')
  await stage()
    .getByRole('heading', { name: /Conecta/ })
    .waitFor()
  await turn('Plum')
  await turn('Round')
  await expect.poll(() => code.textContent()).toContain(`'border-radius-master': '8px'`)
  const radius = () =>
    page
      .locator('.hero foyer-button')
      .getByRole('button')
      .evaluate((button) => getComputedStyle(button).borderRadius)
  await expect.poll(radius).toBe('24px')

  await page.getByRole('checkbox', { name: 'Terms to accept' }).check()
  await stage().getByRole('checkbox').waitFor()
  await turn('Over the page')
  await stage().locator('foyer-button').waitFor()
  expect(await stage().locator('foyer-modal').count()).toBe(0)
  await turn('Plain HTML')
  await expect
    .poll(() => code.textContent())
    .toMatch(/<foyer-button>.*features: { legalCheckbox: true }.*locale: 'es'/s)

  expect(new URL(page.url()).search).toBe(
    '?theme=dark&lang=es&mode=dialog&accent=plum&radius=8&features=legalCheckbox',
  )
  await page.reload()
  await stage().locator('foyer-button').waitFor()
  await page.getByRole('button', { name: 'Reset' }).click()
  await stage().getByRole('heading', { name: 'Connect wallet' }).waitFor()
  expect(new URL(page.url()).search).toBe('')
})

test('signs, and recovers the signer from the signature alone', async () => {
  await open()
  await connect()
  const message = ask('Sign a message')
  await answer(() => message.getByRole('button', { name: 'Sign' }).click(), 'Sign')
  await message.getByText('This is the connected account.').waitFor()
  await message.getByText(/^0x[0-9a-f]{130}$/).waitFor()

  const data = ask('Sign structured data')
  await answer(() => data.getByRole('button', { name: 'Sign' }).click(), 'Sign')
  await data.getByText('This is the connected account.').waitFor()

  await answer(() => message.getByRole('button', { name: 'Sign' }).click(), 'Reject')
  await message.getByText('You declined it in the wallet. Nothing was signed or sent.').waitFor()
})

test('sends, and shows the transaction until it is mined', async () => {
  await open()
  await connect()
  const send = ask('Send a transaction')
  await answer(() => send.getByRole('button', { name: 'Send ETH' }).click(), 'Send')
  await send.getByText(/Mined in block \d+/).waitFor()
  const hash = await send.getByText(/^0x[0-9a-f]{64}$/).textContent()
  const receipt = await fetch(devnet.chains[0]?.url as string, {
    method: 'POST',
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'eth_getTransactionReceipt',
      params: [hash],
    }),
    headers: { 'Content-Type': 'application/json' },
  }).then((response) => response.json() as Promise<{ result: { status: string; to: string } }>)
  expect(receipt.result.status).toBe('0x1')
  expect(receipt.result.to).toBe(bob.toLowerCase())
})

test('switches to a network that is first added to the wallet', async () => {
  await open()
  await connect()
  const two = ask('Switch network').getByRole('button', { name: 'Foyer Devnet Two' })
  const [window] = await Promise.all([page.waitForEvent('popup'), two.click()])
  await window.getByRole('button', { name: 'Add', exact: true }).click()
  await expect.poll(() => two.getAttribute('aria-pressed')).toBe('true')
})

test('gets coins from the faucet, and follows changes in the wallet', async () => {
  await open()
  await connect()
  const button = page.locator('.hero foyer-button').getByRole('button')
  await expect.poll(() => button.textContent()).toMatch(/ETH/)
  const before = await button.textContent()
  await page.getByRole('button', { name: '10 ETH' }).click()
  await page.getByText('10 ETH arrived.').waitFor()
  await expect.poll(() => button.textContent()).not.toBe(before)

  await page.getByRole('combobox', { name: /^Account/ }).selectOption('1')
  await expect.poll(() => button.textContent()).toContain('0x7099…79C8')
  expect(alice).not.toBe(bob)
  await page.getByRole('button', { name: 'Lock' }).click()
  await page.getByRole('button', { name: 'Unlock' }).waitFor()
  await expect.poll(() => button.textContent()).toContain('Connect wallet')
  await page.getByRole('button', { name: 'Unlock' }).click()
  await page.getByRole('button', { name: 'Forget this site' }).click()
  await page.getByText('None connected').waitFor({ state: 'attached' })
})

test('has no accessibility violation while connected, in light and in dark', async () => {
  // Without motion, since axe can not measure colours in transition.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await open()
  await connect()
  await page.evaluate(axe.source)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const found = await page.evaluate(async () => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      // The modal has its own axe tests, and its header would count as the page's second one.
      const { violations } = await axe.run(
        { exclude: ['foyer-modal'] },
        { rules: { 'landmark-no-duplicate-banner': { enabled: false } } },
      )
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    })
    expect(found, colorScheme).toEqual([])
  }
})

test('fits a phone: nothing is wider than the screen', async () => {
  await page.setViewportSize({ width: 320, height: 700 })
  await open('?lang=ar')
  await stage().locator('foyer-modal').waitFor({ state: 'attached' })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320)
})

test('ignores unknown parameters in the URL', async () => {
  await open('?utm_source=mail&gclid=1')
  await stage().getByRole('heading', { name: 'Connect wallet' }).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('names an option that can not be read', async () => {
  await open('?mode=dialgo')
  await page.getByRole('alert').getByText(/mode/).waitFor()
})

test('the plain page works with all styles forbidden, and reads its options', async () => {
  await page.goto(`${site.url}/plain.html?mode=embedded&theme=dark&storageKey=other`)
  await page
    .locator('main foyer-modal')
    .getByRole('button', { name: /Foyer Dev Wallet/ })
    .waitFor()
  expect(await page.locator('body > foyer-modal').count()).toBe(0)
})
