import { connect, createFoyer, disconnect } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import axe from 'axe-core'
import { afterEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { createModal } from '../createModal.ts'
import { openUnderPolicy } from '../openUnderPolicy.test.kit.ts'
import { address, open, testFoyer } from '../testFoyer.test.kit.ts'

const cleanups: (() => void)[] = []
afterEach(() => {
  for (const clean of cleanups.splice(0)) clean()
  document.body.replaceChildren()
})

document.documentElement.lang = 'en'

function place(name: string, attributes: Record<string, string> = {}) {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  document.body.append(element)
  return element
}
function makeModal(...[foyer, options]: Parameters<typeof createModal>) {
  const modal = createModal(foyer, { prefetch: 'none', ...options })
  cleanups.push(modal.destroy)
  return modal
}
/** Returns the button inside one of our elements. */
const inner = (element: Element) => element.shadowRoot?.querySelector('button') as HTMLButtonElement
const shown = (element: Element) =>
  expect.poll(() =>
    [...inner(element).querySelectorAll('.text, .aside')]
      .map(({ textContent }) => textContent)
      .filter(Boolean)
      .join(' · '),
  )
/** Colours change in 120 ms. */
const settled = (element: Element) =>
  Promise.allSettled(
    (element.shadowRoot ?? document)
      .getAnimations()
      .filter((animation) => animation instanceof CSSTransition)
      .map(({ finished }) => finished),
  )
async function expectNoViolations(element: Element) {
  await settled(element)
  const { violations } = await axe.run(element)
  expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).toEqual([])
}

test('before its modal exists, shows no connection status, and a press opens the modal once it exists', async () => {
  const { foyer } = await testFoyer({ connected: false })
  makeModal((await testFoyer()).foyer, { name: 'defines the elements' })
  const element = place('foyer-button', { label: 'Log in', for: 'late' })
  expect(getComputedStyle(inner(element)).color).toBe('rgba(0, 0, 0, 0)')
  inner(element).click()
  makeModal(foyer, { name: 'late' })
  await shown(element).toBe('Log in')
  await expect.element(page.getByRole('dialog', { name: 'Connect wallet' })).toBeVisible()
  await expectNoViolations(element)
})

test('follows connect, rejection and disconnect', async () => {
  const { connector, foyer, wallet } = await testFoyer({ connected: false })
  makeModal(foyer)
  const element = place('foyer-button', { 'loading-label': 'Waiting' })
  await shown(element).toBe('Connect wallet')

  const asked = open()
  wallet.answer = () => asked.promise
  const attempt = connect(foyer, { connector })
  await shown(element).toBe('Waiting')
  expect(inner(element).ariaBusy).toBe('true')
  await expectNoViolations(element)
  asked.reject(new FoyerError('user-rejected'))
  await expect(attempt).rejects.toThrow()
  await shown(element).toBe('Connect wallet')

  wallet.answer = async () => {}
  await connect(foyer, { connector })
  await shown(element).toBe('0x5290…9EE7 · 1.2345 ETH')
  await expect
    .element(page.getByRole('button', { name: 'Account: 0x5290…9EE7 1.2345 ETH' }))
    .toBeVisible()
  await expectNoViolations(element)
  await disconnect(foyer)
  await shown(element).toBe('Connect wallet')
})

test('[4.2] shows the last account while a reload is confirmed, and never “Connect”', async () => {
  const { foyer: before, wallet } = await testFoyer()
  const asked = open()
  wallet.answer = () => asked.promise
  // The same storage and wallet, as after a reload.
  const foyer = createFoyer(before.options)
  const seen: string[] = []
  makeModal(foyer)
  const element = place('foyer-button')
  seen.push(inner(element).innerText)
  new MutationObserver(() => seen.push(inner(element).innerText)).observe(inner(element), {
    childList: true,
  })
  await shown(element).toContain('0x5290…9EE7')
  expect(inner(element).ariaBusy).toBe('true')
  expect(inner(element).hasAttribute('data-unconfirmed')).toBe(true)
  const width = element.getBoundingClientRect().width
  asked.resolve()
  await expect.poll(() => inner(element).ariaBusy).toBe('false')
  await shown(element).toContain('1.2345 ETH')
  expect(seen.join(' ')).not.toContain('Connect')
  // The balance's space was reserved before.
  expect(Math.abs(element.getBoundingClientRect().width - width)).toBeLessThan(24)

  // The wallet does not confirm, so the connection ends.
  wallet.answer = () => Promise.reject(new FoyerError('not-connected'))
  makeModal(createFoyer(before.options), { name: 'again' })
  const again = place('foyer-button', { for: 'again' })
  await shown(again).toBe('Connect wallet')

  // One that waits on: the look takes longer than a wallet may.
  const waiting = await testFoyer()
  waiting.wallet.answer = () => new Promise(() => {})
  makeModal(createFoyer(waiting.foyer.options), { name: 'waiting' })
  const busy = place('foyer-button', { for: 'waiting' })
  await expect.poll(() => inner(busy).ariaBusy).toBe('true')
  await expectNoViolations(busy)
})

test("shows the account's name and image", async () => {
  const { foyer } = await testFoyer()
  makeModal(foyer)
  const element = place('foyer-account-button', { balance: 'hide' })
  await shown(element).toBe('0x5290…9EE7')
  const picture = () => element.shadowRoot?.querySelector<HTMLElement>('.picture')
  await expect.poll(() => picture()?.style.background).toContain('radial-gradient')
  const gif = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw=='
  const set = (profileImage: string) =>
    foyer.store.set((state) => ({
      ...state,
      details: {
        eip155: { ...state.details.eip155!, profileName: 'nadia.example', profileImage },
      },
    }))
  set(gif)
  await shown(element).toBe('nadia.example')
  expect(picture()?.querySelector('img')?.src).toBe(gif)
  set('data:image/png;base64,broken')
  await expect.poll(() => picture()?.querySelector('img')).toBe(null)
})

test('the connect and account buttons take no space while they have no content', async () => {
  const { connector, foyer } = await testFoyer({ connected: false })
  makeModal(foyer)
  const [account, connectOnly] = [place('foyer-account-button'), place('foyer-connect-button')]
  expect(account.getBoundingClientRect().width).toBe(0)
  await shown(connectOnly).toBe('Connect wallet')
  await connect(foyer, { connector })
  await shown(account).toContain('0x5290…9EE7')
  expect(connectOnly.getBoundingClientRect().width).toBe(0)
})

test('[4.24] shows an unsupported network, and opens the list of networks', async () => {
  const { foyer, wallet } = await testFoyer()
  const modal = makeModal(foyer)
  const [account, network] = [place('foyer-button'), place('foyer-network-button')]
  await shown(network).toBe('Ethereum')
  wallet.listener?.onChain('eip155:999')
  // The modal opens automatically; users who close it use the buttons.
  await expect.element(page.getByRole('dialog', { name: 'Switch network' })).toBeVisible()
  modal.close()
  await shown(account).toBe('Switch network')
  await shown(network).toBe('Switch network')
  await userEvent.hover(inner(account))
  await expectNoViolations(account)
  await expectNoViolations(network)
  const warning = getComputedStyle(inner(account))
  expect(warning.backgroundColor).not.toBe('rgb(255, 255, 255)')
  expect(warning.backgroundColor).toBe(getComputedStyle(inner(network)).backgroundColor)
  inner(account).click()
  await expect.element(page.getByRole('dialog', { name: 'Switch network' })).toBeVisible()
  expect(modal.router.read().view).toBe('UnsupportedChain')
})

test('an allowed unsupported network shows no warning', async () => {
  const { foyer } = await testFoyer({
    wallet: { chainId: 'eip155:999' },
    options: { allowUnsupportedChain: true },
  })
  makeModal(foyer)
  const [account, network] = [place('foyer-button'), place('foyer-network-button')]
  await shown(account).toBe('0x5290…9EE7')
  await shown(network).toBe('eip155:999')
})

test('the network button opens the list, or is no button when switching is off', async () => {
  const { foyer } = await testFoyer({ connected: false })
  const modal = makeModal(foyer)
  const element = place('foyer-network-button')
  await expectNoViolations(element)
  await userEvent.click(inner(element))
  await expect.element(page.getByRole('dialog', { name: 'Choose a network' })).toBeVisible()
  modal.destroy()
  makeModal((await testFoyer({ options: { enableNetworkSwitch: false } })).foyer)
  await expect.poll(() => inner(element).disabled).toBe(true)
})

test('is activated by keyboard, and by click() and focus() on the element', async () => {
  const { foyer } = await testFoyer({ connected: false })
  const modal = makeModal(foyer)
  const element = place('foyer-button')
  await userEvent.tab()
  expect(element.shadowRoot?.activeElement).toBe(inner(element))
  expect(getComputedStyle(inner(element)).outlineStyle).toBe('solid')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'Connect wallet' })).toBeVisible()
  modal.close()
  await expect
    .poll(() => {
      element.focus()
      return element.shadowRoot?.activeElement
    })
    .toBe(inner(element))
})

test('disabled: opens nothing', async () => {
  const { foyer } = await testFoyer({ connected: false })
  const modal = makeModal(foyer)
  const element = place('foyer-button', { disabled: '' })
  inner(element).click()
  expect(modal.store.get().open).toBe(false)
  element.removeAttribute('disabled')
  expect(inner(element).disabled).toBe(false)
})

test('prefetches on hover, unless the site disables it', async () => {
  for (const [prefetch, count] of [
    ['intent', 1],
    ['none', 0],
  ] as const) {
    const { foyer } = await testFoyer({ connected: false })
    const modal = createModal(foyer, { prefetch })
    const asked: unknown[] = []
    const watched = { ...modal, prefetch: async (view?: unknown) => void asked.push(view) }
    const element = place('foyer-button') as HTMLElement & { modal: typeof modal }
    element.modal = watched
    inner(element).dispatchEvent(new PointerEvent('pointerenter'))
    expect(asked).toEqual(Array.from({ length: count }, () => 'Connect'))
    modal.destroy()
    element.remove()
  }
})

test('`for` selects among several modals, and may change', async () => {
  makeModal((await testFoyer({ connected: false })).foyer, { name: 'one' })
  makeModal((await testFoyer()).foyer, { name: 'two' })
  const element = place('foyer-button', { for: 'two', balance: 'hide' })
  await shown(element).toBe('0x5290…9EE7')
  element.setAttribute('for', 'one')
  await shown(element).toBe('Connect wallet')
})

test("uses the modal's language and theme", async () => {
  const { foyer } = await testFoyer({
    connected: false,
    options: { themeVariables: { 'color-accent': 'rgb(1, 100, 3)' } },
  })
  const modal = makeModal(foyer, { locale: 'ar' })
  const element = place('foyer-button')
  await shown(element).not.toBe('Connect wallet')
  expect(getComputedStyle(inner(element)).direction).toBe('rtl')
  await userEvent.unhover(inner(element))
  await settled(element)
  expect(getComputedStyle(inner(element)).backgroundColor).toBe('rgb(1, 100, 3)')
  modal.setThemeVariables({})
  modal.setThemeMode('dark')
  await settled(element)
  expect(getComputedStyle(inner(element)).backgroundColor).toBe('rgb(45, 212, 191)')
  modal.setThemeMode('light')
  await settled(element)
  expect(getComputedStyle(inner(element)).backgroundColor).toBe('rgb(15, 118, 110)')
  await expectNoViolations(element)
})

test('keeps its style under page rules, and its touch size', async () => {
  const style = document.createElement('style')
  style.textContent =
    '* { letter-spacing: 9px; text-transform: uppercase; line-height: 3; color: red } html { font-size: 40px }'
  const { foyer } = await testFoyer({ connected: false })
  makeModal(foyer)
  const [plain, small] = [place('foyer-button'), place('foyer-button', { size: 'sm' })]
  const before = plain.getBoundingClientRect()
  document.head.append(style)
  cleanups.push(() => style.remove())
  expect(inner(plain).getBoundingClientRect().height).toBe(44)
  expect(inner(plain).getBoundingClientRect().width).toBe(before.width)
  expect(inner(small).getBoundingClientRect().height).toBe(36)
  // The area around it responds too.
  const { bottom, left } = inner(small).getBoundingClientRect()
  expect(document.elementFromPoint(left + 20, bottom + 3)).toBe(small)
})

test('leaves nothing behind when removed', async () => {
  const { foyer } = await testFoyer({ connected: false })
  makeModal(foyer)
  const element = place('foyer-button')
  await shown(element).toBe('Connect wallet')
  const button = inner(element)
  element.remove()
  foyer.store.set((state) => ({
    ...state,
    connections: { eip155: { status: 'connecting', connectorId: 'x', address } },
  }))
  expect(button.textContent).toBe('Connect wallet')
  document.body.append(element)
  await shown(element).toContain('0x5290…9EE7')
})

test('works under `style-src none` without violations', async () => {
  const { button, probe, violations } = await openUnderPolicy()
  expect(button).toEqual({
    text: '0x5290…9EE7',
    corners: '12px',
    picture: 'radial-gradient',
  })
  expect(violations).toEqual([])
  expect(probe).toBe('style-src-attr inline')
})
