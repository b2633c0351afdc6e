import type { BrowserContext, Page } from 'playwright'
import { ask } from './ask.ts'
import { card, connectButton } from './testUser.ts'

/** URL of the phone wallet. */
type PhoneWorld = { readonly phone: { readonly url: string } }

/** A site and, in the same browser, the phone wallet. */
export type PhonePair = { readonly site: Page; readonly phone: Page }

/** The list's row for any mobile wallet. */
export const walletConnectRow = (page: Page) =>
  card(page).getByRole('button', { name: /^WalletConnect/ })

/** Clicks a button of the phone wallet. */
export const press = (phone: Page, name: string | RegExp) =>
  phone.getByRole('button', { name, exact: true }).click()

/** Waits until the phone wallet shows a question: `Connect`, `Sign message`. */
export const asks = (phone: Page, title: string | RegExp) =>
  phone.getByRole('heading', { level: 1, name: title, exact: true }).waitFor()

/** Waits for a proposal in the phone wallet, and approves it. */
export async function approve(phone: Page): Promise<void> {
  await asks(phone, 'Connect')
  await press(phone, 'Connect')
}

/** Opens the code of the WalletConnect row and copies its link with the button. */
export async function copyPairingUri(site: Page): Promise<string> {
  await connectButton(site).first().click()
  await walletConnectRow(site).click()
  const copy = card(site).getByRole('button', { name: 'Copy link' })
  // It says so for two seconds.
  await Promise.all([
    card(site).getByRole('button', { name: 'Link copied' }).waitFor(),
    copy.click(),
  ])
  const uri = await site.evaluate(() => navigator.clipboard.readText())
  if (!/^wc:[0-9a-f]{64}@2\?/.test(uri)) throw new Error(`No pairing URI was copied: ${uri}`)
  return uri
}

/**
 * Opens the phone wallet by the link that a site uses, in a separate window: of two tabs the one in the background is drawn
 * once a second at most.
 */
export async function openPhone(
  context: BrowserContext,
  world: PhoneWorld,
  query = '',
): Promise<Page> {
  const page = context.pages()[0] ?? (await context.newPage())
  const [phone] = await Promise.all([
    context.waitForEvent('page'),
    page.evaluate(() => void window.open('about:blank', '_blank', 'popup,noopener')),
  ])
  await phone.goto(`${world.phone.url}/wc${query}`)
  return phone
}

/**
 * Connects the phone wallet with its default choices, like a user with a code.
 *
 * @param context - the wallet's browser profile; the site's own by default
 */
export async function connectPhone(
  site: Page,
  world: PhoneWorld,
  context = site.context(),
): Promise<PhonePair> {
  const uri = await copyPairingUri(site)
  const phone = await openPhone(context, world, `?uri=${encodeURIComponent(uri)}`)
  await approve(phone)
  await card(site).waitFor({ state: 'hidden' })
  return { site, phone }
}

/** Opens the demo page with all its networks, as a dialog and with clipboard permission. */
export async function openSite(open: (path: string) => Promise<Page>): Promise<Page> {
  const site = await open('/?mode=dialog')
  await site.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  return site
}

/** Switches the network on the demo page. */
export async function switchNetwork(site: Page, name: string): Promise<void> {
  const button = ask(site, 'Switch network').getByRole('button', { name, exact: true })
  await button.click()
  await button.and(site.locator('[aria-pressed="true"]')).waitFor()
}
