import type { Page } from 'playwright'
import { modal } from './loginSteps.ts'
import { connectButton } from './testUser.ts'

/** Presses a provider's button in the modal. */
export async function pressProvider(on: Page, provider: string): Promise<void> {
  if (!(await modal(on).isVisible())) await connectButton(on).first().click()
  const button = (name: string) => modal(on).getByRole('button', { name, exact: true })
  const wanted = button(`Continue with ${provider}`)
  await wanted.or(button('More')).first().waitFor()
  // More than six do not fit.
  if (!(await wanted.isVisible())) await button('More').click()
  await wanted.click()
}

/** The same, with the window that it opens. */
export async function openProvider(on: Page, provider: string): Promise<Page> {
  const [window] = await Promise.all([on.waitForEvent('popup'), pressProvider(on, provider)])
  await window.getByRole('heading', { name: `Log in with ${provider}` }).waitFor()
  return window
}

/** Chooses an account at the provider; with `wrong`, the provider answers wrongly. */
export async function consent(
  at: Page,
  user: string,
  { remember = false, wrong }: { wrong?: string; remember?: boolean } = {},
): Promise<void> {
  await at.getByText('Another account, or a wrong answer').click()
  await at.getByRole('textbox', { name: 'Account' }).fill(user)
  if (wrong) await at.getByRole('combobox', { name: 'Answer' }).selectOption({ value: wrong })
  if (remember) await at.getByRole('checkbox').check()
  await at.getByRole('button', { name: 'Continue', exact: true }).click()
}

/** Logs in at a provider, up to the window's end. */
export async function enter(
  on: Page,
  provider: string,
  user: string,
  how: { wrong?: string; remember?: boolean } = {},
): Promise<void> {
  const window = await openProvider(on, provider)
  await consent(window, user, how)
  if (!window.isClosed()) await window.waitForEvent('close')
}

/** Consents outside of the browser. @returns the callback's address, which the browser then never sees */
export async function stealCallback(authorizeUrl: string, user: string): Promise<string> {
  const { pathname, port, search } = new URL(authorizeUrl)
  const response = await fetch(`http://127.0.0.1:${port}${pathname}${search}`, {
    method: 'POST',
    body: new URLSearchParams({ typed: user }),
    redirect: 'manual',
  })
  return response.headers.get('location') ?? ''
}

/** An unused account. */
export const newPerson = (name = 'ada') => `${name}-${crypto.randomUUID().slice(0, 8)}`
