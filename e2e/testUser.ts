import type { Browser, BrowserContext, Locator, Page } from 'playwright'
import { vi } from 'vitest'

/** A user with a separate browser profile, and the problems on their pages. */
export type TestUser = {
  readonly context: BrowserContext
  /** Uncaught errors and content policy violations, in any page. */
  readonly faults: string[]
  /** The pages' console messages. */
  readonly console: readonly string[]
  open(url: string): Promise<Page>
  close(): Promise<void>
}

export async function newUser(
  browser: Browser,
  options: Parameters<Browser['newContext']>[0] = {},
): Promise<TestUser> {
  return visit(
    await browser.newContext({
      viewport: { width: 1100, height: 800 },
      // Each click would wait until nothing moves.
      reducedMotion: 'reduce',
      ...options,
    }),
  )
}

/** Creates a user for an open browser profile. */
export function visit(context: BrowserContext): TestUser {
  const faults: string[] = []
  const written: string[] = []
  context.on('weberror', (error) => faults.push(String(error.error())))
  context.on('console', (message) => {
    written.push(`${message.type()}: ${message.text()}`)
    if (/content security policy/i.test(message.text())) faults.push(message.text())
  })
  context.on('dialog', (dialog) => {
    faults.push(`a script opened a dialog: ${dialog.message()}`)
    dialog.dismiss().catch(() => {})
  })
  return {
    context,
    faults,
    console: written,
    async open(url) {
      const page = await context.newPage()
      await page.goto(url)
      return page
    },
    close: () => context.close(),
  }
}

/** Records the scripts that a user's pages request, by the names of their modules: `SendView` of `SendView-BN0aPzqr.js`. */
export function watchScripts({ context }: TestUser): () => readonly string[] {
  const names: string[] = []
  context.on('request', (request) => {
    const [, name] = /\/assets\/(.+)-[\w-]{8}\.js$/.exec(request.url()) ?? []
    if (name) names.push(name)
  })
  return () => names
}

/** Fails with the problems on the users' pages since the last call. */
export function expectNoFaults(users: readonly TestUser[]): void {
  const faults = users.flatMap((user) => user.faults.splice(0))
  if (faults.length > 0) throw new Error(`On the test's pages: ${faults.join('\n')}`)
}

/** Clicks what may close its window before the click returns. */
export async function clickLast(window: Page, button: Locator): Promise<void> {
  await button.click().catch((error: unknown) => {
    if (!window.isClosed()) throw error
  })
}

/** Runs a function that makes the wallet ask, and clicks a button of the wallet's window. */
export async function answerWallet(
  page: Page,
  act: () => Promise<unknown>,
  ...buttons: string[]
): Promise<void> {
  const [window] = await Promise.all([page.waitForEvent('popup'), act()])
  for (const name of buttons)
    await clickLast(window, window.getByRole('button', { name, exact: true }))
  if (!window.isClosed()) await window.waitForEvent('close')
}

export const connectButton = (page: Page) => page.getByRole('button', { name: 'Connect wallet' })
export const card = (page: Page) => page.getByRole('dialog')
export const walletRow = (page: Page, name = 'Foyer Dev Wallet') =>
  card(page).getByRole('button', { name: new RegExp(name) })

/** Closes the modal. Its card may grow under the press, which then lands beside the button, so it is pressed again. */
export async function closeModal(page: Page): Promise<void> {
  // The login site's frame is in another dialog.
  const modal = card(page).and(page.locator('.dialog'))
  const close = modal.getByRole('button', { name: 'Close' })
  await close.waitFor()
  const press = async () => {
    if (await close.isVisible()) await close.click({ timeout: 5_000 }).catch(() => {})
    return !(await modal.isVisible())
  }
  // `expect.poll` works in tests only, not in their hooks.
  await vi.waitUntil(press)
}

/** The button of a connected account; devnet account 0 is called alice.eth. */
export const accountButton = (page: Page) => page.locator('foyer-button').getByRole('button')

/** A page with EVM networks only, so that a wallet connects without a choice of namespace. */
export const evmOnly = (path: string) =>
  path.includes('networks=') ? path : `${path}${path.includes('?') ? '&' : '?'}networks=31337,31338`

/** Connects the development wallet by hand. */
export async function connectByHand(page: Page, name?: string): Promise<void> {
  await connectButton(page).first().click()
  await answerWallet(page, () => walletRow(page, name).click(), 'Connect')
  await card(page).waitFor({ state: 'hidden' })
}

/** Calls the injected wallet directly, as its own toolbar would. */
export function controlWallet(
  page: Page,
  method: string,
  params: unknown[] = [],
): Promise<unknown> {
  return page.evaluate(
    ([name, values]) =>
      (
        window as unknown as {
          ethereum: { request(call: { method: string; params: unknown[] }): Promise<unknown> }
        }
      ).ethereum.request({ method: name, params: values }),
    [method, params] as const,
  )
}

/** Connects the development wallet in one namespace, if the modal asks which. */
export async function connectNamespace(page: Page, family: 'EVM' | 'Solana'): Promise<void> {
  await connectButton(page).first().click()
  await walletRow(page).click()
  const choice = card(page).getByRole('button', { name: new RegExp(`^${family}`) })
  await answerWallet(page, () => choice.click(), 'Connect')
  await card(page).waitFor({ state: 'hidden' })
}
