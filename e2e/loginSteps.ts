import type { DevMail, MailMessage } from '@foyer/devnet'
import { waitMs } from '@foyer/devnet/waitMs'
import type { FrameLocator, Locator, Page } from 'playwright'
import { accountButton, card, closeModal, connectButton } from './testUser.ts'

/** Longer than the approval screen must be visible and still before a press counts, ms. @source security 3.5 */
const settleMs = 1_000
const scrollMs = 400
/** Longer than a press must be held, ms. */
const holdMs = 1_000

/** Returns an unused address. */
export const newEmail = (name = 'ada') => `${name}-${crypto.randomUUID().slice(0, 8)}@example.test`

/** The card of the modal; the login site's frame is in a separate dialog. */
export const modal = (page: Page): Locator => card(page).and(page.locator('.dialog'))

/** Requests the mail in the modal, and opens the modal if necessary. */
export async function typeEmail(page: Page, email: string): Promise<void> {
  const field = modal(page).getByRole('textbox', { name: 'Email address' })
  if (!(await modal(page).isVisible())) await connectButton(page).first().click()
  await field.fill(email)
  await modal(page).getByRole('button', { name: 'Continue with email' }).click()
}

export const codeField = (page: Page): Locator =>
  modal(page).getByRole('textbox', { name: 'Code of six digits' })

/** A mail's code or link, and its time. */
type Found = { readonly receivedAt: number }

/** Returns the device link of the next mail after this time. */
export async function waitForLink(
  mail: DevMail,
  email: string,
  after = 0,
): Promise<Found & { link: string }> {
  // The vault also mails links that freeze a wallet.
  const filter = ({ links, subject }: MailMessage) =>
    links.length > 0 && subject === 'Approve this device'
  const { links, receivedAt } = await mail.waitFor(email, { after, filter })
  return { link: links[0] as string, receivedAt }
}

/** Returns the code of the next mail after this time. */
export async function waitForCode(
  mail: DevMail,
  email: string,
  after = 0,
): Promise<Found & { code: string }> {
  const filter = ({ codes }: MailMessage) => codes.length > 0
  const { codes, receivedAt } = await mail.waitFor(email, { after, filter })
  return { code: codes[0] as string, receivedAt }
}

/** Approves the device of a mailed link, in a tab of the same browser. */
export async function approveLink(page: Page, link: string): Promise<void> {
  const tab = await page.context().newPage()
  await tab.goto(link)
  await tab.getByRole('button', { name: 'Approve' }).click()
  await tab.getByRole('heading', { name: 'Device approved' }).waitFor()
  await tab.close()
}

/** Closes the card that shows the account after a login. */
export async function closeAccountCard(page: Page): Promise<void> {
  await modal(page).getByRole('heading', { name: 'Account', exact: true }).waitFor()
  await closeModal(page)
}

/** Logs in on a page: with the link if the browser is unknown, and with the code. */
export async function logIn(
  page: Page,
  { email, isKnown = false, mail }: { email: string; mail: DevMail; isKnown?: boolean },
): Promise<void> {
  let after = mail.inbox(email)[0]?.receivedAt ?? 0
  await typeEmail(page, email)
  if (!isKnown) {
    const { link, receivedAt } = await waitForLink(mail, email, after)
    after = receivedAt
    await approveLink(page, link)
  }
  const { code } = await waitForCode(mail, email, after)
  await codeField(page).fill(code)
  await closeAccountCard(page)
}

/** Signs out of the login, which disconnects all its namespaces. */
export async function signOut(page: Page): Promise<void> {
  await accountButton(page).first().click()
  await modal(page).getByRole('button', { name: 'Disconnect' }).click()
  await connectButton(page).first().waitFor()
  await modal(page).waitFor({ state: 'hidden' })
}

/** Scrolls down until there is nothing below. */
async function readToEnd(page: Page, place: FrameLocator | Page): Promise<void> {
  const more = place.getByRole('button', { name: 'More below' })
  for (let pages = 0; pages < 20 && (await more.isVisible()); pages++) {
    // The card may grow meanwhile, so that there is nothing below.
    await more.click({ timeout: 2_000 }).catch(() => {})
    // It scrolls smoothly.
    await page.waitForTimeout(scrollMs)
  }
}

/** Moves the pointer to the button and clicks it, or holds it if required. */
async function pressOnce(page: Page, place: FrameLocator | Page): Promise<void> {
  const button = approveButton(place)
  const timeout = 3_000
  const label = await button.textContent({ timeout }).catch(() => null)
  const box = await button.boundingBox({ timeout }).catch(() => null)
  // Gone: an earlier press counted, and whoever waits for its result sees it.
  if (!label || !box) return
  const hold = label.includes('Hold')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x - 40, y - 8)
  await page.waitForTimeout(settleMs)
  await page.mouse.move(x - 4, y - 2, { steps: 4 })
  await page.mouse.move(x, y, { steps: 3 })
  await page.mouse.down()
  if (hold) await page.waitForTimeout(holdMs)
  await page.mouse.up()
}

/**
 * Scrolls to the end and approves; tries again if a press did not count, because a busy machine draws late and the gate
 * then stays closed.
 */
export async function pressApproval(page: Page, place: FrameLocator | Page): Promise<void> {
  await approveButton(place).waitFor()
  const rejected = place.getByRole('button', { name: 'Reject' })
  for (const until = Date.now() + waitMs; Date.now() < until; ) {
    await readToEnd(page, place)
    await pressOnce(page, place)
    // Decided, or no longer visible.
    const counted = await Promise.any([
      rejected.and(place.locator('[aria-disabled="true"]')).waitFor({ timeout: 2_000 }),
      place.locator('.approval-approve').waitFor({ state: 'hidden', timeout: 2_000 }),
    ]).then(
      () => true,
      () => page.isClosed(),
    )
    if (counted) return
  }
  throw new Error('No press counted.')
}

/** The login site's frame inside the page. */
export const approvalFrame = (page: Page): FrameLocator =>
  page.frameLocator('iframe[title="Wallet"]')

/** The approve button, whatever its label. */
export const approveButton = (place: FrameLocator | Page): Locator =>
  place.getByRole('button', { name: /^(Approve|Sign|Sign in|Hold to approve)$/ })

/** Approves the request that is shown inside the page. */
export const approveInline = (page: Page): Promise<void> => pressApproval(page, approvalFrame(page))

/**
 * Approves the request that is shown inside the page, or in a window if it moves there because a busy machine draws it too
 * late. For tests whose claim is not where it is approved.
 */
export async function approveHereOrInWindow(page: Page): Promise<void> {
  const moved = continueButton(page)
  await Promise.any([approveButton(approvalFrame(page)).waitFor(), moved.waitFor()])
  if (!(await moved.isVisible()))
    await approveInline(page).catch(async (error: unknown) => {
      if (!(await moved.isVisible())) throw error
    })
  const timeout = 10_000
  const moves = await Promise.any([
    moved.waitFor({ timeout }),
    modal(page).waitFor({ state: 'hidden', timeout }),
  ]).then(
    () => moved.isVisible(),
    () => false,
  )
  if (moves) await approveInWindow(page)
}

const continueButton = (page: Page): Locator =>
  modal(page).getByRole('button', { name: 'Continue in a window' })

/** Continues in a window, after the modal offers it. */
export async function openWindow(page: Page): Promise<Page> {
  const [window] = await Promise.all([page.waitForEvent('popup'), continueButton(page).click()])
  return window
}

/** Approves in a window of the login site. */
export async function approveInWindow(page: Page): Promise<void> {
  const window = await openWindow(page)
  await pressApproval(window, window)
  if (!window.isClosed()) await window.waitForEvent('close')
}

/** The account of the page in one namespace, from its instance; undefined if it is not connected. */
export function readAddress(
  page: Page,
  namespace: 'eip155' | 'solana' = 'eip155',
): Promise<string | undefined> {
  return page.evaluate((family) => {
    const name = Object.keys(localStorage).find((key) => key.endsWith('.connections'))
    return JSON.parse((name && localStorage.getItem(name)) ?? '{}')[family]?.address
  }, namespace)
}
