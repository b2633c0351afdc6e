import type { Page } from 'playwright'
import { modal as card } from './loginSteps.ts'
import { accountButton } from './testUser.ts'

/** Opens Send from the account card. */
export async function openSend(page: Page): Promise<void> {
  await accountButton(page).first().click()
  await card(page).getByRole('button', { name: 'Send', exact: true }).click()
  await card(page)
    .getByRole('textbox', { name: /^Amount in/ })
    .waitFor()
}

/** Fills the form in, and goes on to the review. */
export async function fillSend(
  page: Page,
  { amount, to, token }: { amount: string; to: string; token?: string },
): Promise<void> {
  if (token) {
    await card(page)
      .getByRole('button', { name: /available/ })
      .click()
    await card(page)
      .getByRole('button', { name: new RegExp(token) })
      .click()
  }
  await card(page)
    .getByRole('textbox', { name: /^Amount in/ })
    .fill(amount)
  await card(page).getByRole('textbox', { name: 'To' }).fill(to)
  await card(page).getByRole('button', { name: 'Review' }).click()
}

/** The button that asks the wallet. */
export const sendButton = (page: Page) =>
  card(page).getByRole('button', { name: 'Send', exact: true })

/** Waits until the network has confirmed it, and returns to the account. */
export async function finishSend(page: Page): Promise<void> {
  await card(page).getByText('Transfer complete').waitFor()
  await card(page).getByRole('button', { name: 'Done' }).click()
  await card(page).getByRole('heading', { name: 'Account', exact: true }).waitFor()
}
