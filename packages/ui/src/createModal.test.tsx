import { connect, disconnect } from '@foyer/core'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { inside, makeDirectory, makeModal, plainFoyer } from './makeModal.test.kit.ts'
import { testConnector, testSession } from './testConnector.test.kit.ts'
import { testFoyer } from './testFoyer.test.kit.ts'

const heading = (name: string) => page.getByRole('heading', { name, level: 1 })
const tracked = (foyer: ReturnType<typeof plainFoyer>) => {
  const events: [string, unknown][] = []
  foyer.events.on('track', ({ event, properties }) => events.push([event, properties]))
  return events
}

test('[2.1] the modal is a custom element on the body', () => {
  const { element } = makeModal(plainFoyer())
  expect(element.localName).toBe('foyer-modal')
  expect(element.parentNode).toBe(document.body)
  expect(customElements.get('foyer-modal')).toBe(element.constructor)
  expect(document.querySelectorAll('foyer-modal')).toHaveLength(1)
})

test('[2.2] it is not appended when that is disabled, nor in embedded mode', async () => {
  const one = makeModal(plainFoyer(), { disableAppend: true })
  const two = makeModal(plainFoyer(), { embedded: true })
  expect(document.querySelectorAll('foyer-modal')).toHaveLength(0)
  await expect(one.open()).rejects.toThrow('not on the page')

  document.body.append(two.element)
  await expect.element(heading('Connect wallet')).toBeVisible()
  expect(two.element.shadowRoot?.querySelector('dialog')).toBeNull()
})

test('[2.2] an element in markup finds its modal by name, in any order of creation', async () => {
  const place = document.createElement('div')
  place.innerHTML = '<foyer-modal for="second"></foyer-modal>'
  document.body.append(place)
  onTestFinished(() => place.remove())
  const first = makeModal(plainFoyer(), { name: 'first', disableAppend: true })
  const second = makeModal(plainFoyer(), { name: 'second', disableAppend: true })
  expect(second.element).toBe(place.firstChild)
  expect(first.element.isConnected).toBe(false)
  await second.open()
  await expect.element(heading('Connect wallet')).toBeVisible()
})

test('[2.14] opens the requested view, else the ways to connect, else the account', async () => {
  const { connector, foyer } = await testFoyer({ connected: false })
  const modal = makeModal(foyer)
  await modal.open('WhatIsAWallet')
  await expect.element(heading('What is a wallet?')).toBeVisible()
  modal.close()
  await modal.open()
  await expect.element(heading('Connect wallet')).toBeVisible()
  modal.close()
  await connect(foyer, { connector })
  await modal.open()
  await expect.element(heading('Account')).toBeVisible()
  modal.close()
  await modal.open('SwitchNetwork', { chainId: 'eip155:8453' })
  expect(modal.router.read()).toEqual({ view: 'SwitchNetwork', data: { chainId: 'eip155:8453' } })
})

test('[4.11] opening sets loading and tracks MODAL_OPEN with a connected flag', async () => {
  const { foyer } = await testFoyer()
  const modal = makeModal(foyer)
  const events = tracked(foyer)
  modal.setNamespace('eip155')
  const opened = modal.open()
  expect(modal.store.get()).toMatchObject({
    open: true,
    loading: true,
    loadingByNamespace: { eip155: true },
    namespace: 'eip155',
  })
  await opened
  expect(modal.store.get()).toMatchObject({ open: true, loading: false })
  expect(events).toEqual([['MODAL_OPEN', { connected: true }]])
  modal.close()
  await disconnect(foyer)
  await modal.open()
  expect(events.at(-1)).toEqual(['MODAL_OPEN', { connected: false }])
})

test('[4.13] closing tracks MODAL_CLOSE, clears loading and resets the connection URI', async () => {
  const foyer = plainFoyer()
  const modal = makeModal(foyer)
  const events = tracked(foyer)
  await modal.open()
  modal.close()
  events.length = 0
  const opened = modal.open()
  foyer.store.set((state) => ({
    ...state,
    pairing: { ...state.pairing, wcUri: 'wc:1@2', wcPairingExpiry: 1 },
  }))
  expect(modal.store.get().loading).toBe(true)
  modal.close()
  expect(modal.store.get()).toMatchObject({ open: false, loading: false, loadingByNamespace: {} })
  expect(foyer.store.get().pairing).toMatchObject({
    wcUri: undefined,
    wcPairingExpiry: undefined,
  })
  expect(events).toEqual([
    ['MODAL_OPEN', { connected: false }],
    ['MODAL_CLOSE', { connected: false }],
  ])
  await opened
  modal.close()
  expect(events).toHaveLength(2)
})

test('[4.14] embedded: closing shows the account when connected, else the ways to connect', async () => {
  const connector = testConnector(1, { connect: async () => testSession })
  const foyer = plainFoyer({ connectors: [connector] })
  const modal = makeModal(foyer, { embedded: true })
  document.body.append(modal.element)
  await expect.element(heading('Connect wallet')).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Close' })).not.toBeInTheDocument()
  await modal.open('WhatIsAWallet')
  await expect.element(heading('What is a wallet?')).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).click()
  await expect.element(heading('Connect wallet')).toBeVisible()
  await connect(foyer, { connector })
  modal.router.push('WhatIsAWallet')
  modal.close()
  await expect.element(heading('Account')).toBeVisible()
})

test('[2.14] embedded: shows the requested view, even if it is requested before its code has loaded', async () => {
  const modal = makeModal(plainFoyer(), { embedded: true })
  document.body.append(modal.element)
  await modal.open('WhatIsAWallet')
  expect(modal.router.read().view).toBe('WhatIsAWallet')
  await expect.element(heading('What is a wallet?')).toBeVisible()
})

test("embedded: follows the connection automatically, and keeps the page's focus", async () => {
  const input = document.body.appendChild(document.createElement('input'))
  input.setAttribute('aria-label', 'A field of the page')
  onTestFinished(() => input.remove())
  const connector = testConnector(1, { connect: async () => testSession })
  const foyer = plainFoyer({ connectors: [connector] })
  const modal = makeModal(foyer, { embedded: true })
  document.body.append(modal.element)
  await expect.element(heading('Connect wallet')).toBeVisible()
  input.focus()
  await connect(foyer, { connector })
  await expect.element(heading('Account')).toBeVisible()
  expect(document.activeElement).toBe(input)
  await disconnect(foyer)
  await expect.element(heading('Connect wallet')).toBeVisible()
})

test('[2.17] the back button shows the previous view; from the first view back closes', async () => {
  const modal = makeModal(plainFoyer())
  await modal.open()
  await expect.element(page.getByRole('button', { name: 'Back' })).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'What is a wallet?' }).click()
  await page.getByRole('button', { name: 'Back' }).click()
  await expect.element(heading('Connect wallet')).toBeVisible()
  modal.router.back()
  expect(modal.store.get().open).toBe(false)
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
})

test('[4.24] an unsupported network opens UnsupportedChain, if that is allowed', async () => {
  const reach = async (options: Parameters<typeof testFoyer>[0]) => {
    const { foyer, wallet } = await testFoyer(options)
    const modal = makeModal(foyer)
    wallet.listener?.onChain('eip155:56')
    return () => (modal.store.get().open ? modal.router.read().view : undefined)
  }
  const refused = [
    await reach({ options: { allowUnsupportedChain: true } }),
    await reach({ options: { enableNetworkSwitch: false } }),
  ]
  await expect.poll(await reach({})).toBe('UnsupportedChain')
  await new Promise((resolve) => setTimeout(resolve, 500))
  for (const read of refused) expect(read()).toBeUndefined()
})

test('closes the open modal when its account disconnects', async () => {
  const { foyer } = await testFoyer()
  const modal = makeModal(foyer)
  await modal.open()
  await expect.element(heading('Account')).toBeVisible()
  await disconnect(foyer)
  expect(modal.store.get().open).toBe(false)
})

test('a restored account replaces the ways to connect', async () => {
  const { connector, foyer } = await testFoyer({ connected: false })
  const modal = makeModal(foyer)
  await modal.open()
  await connect(foyer, { connector })
  await expect.element(heading('Account')).toBeVisible()
})

test('prefetch idle renders the closed modal and requests the directory before the first click', async () => {
  const directory = makeDirectory(10)
  const modal = makeModal(plainFoyer({ apiUrl: directory.url }), { prefetch: 'idle' })
  await expect
    .poll(() => modal.element.shadowRoot?.querySelectorAll('dialog:not([open]) .row').length)
    .toBe(5)
  expect(directory.asked.map(({ pathname }) => pathname)).toContain('/getWallets')
  const row = inside(modal, '.row')
  await modal.open()
  expect(inside(modal, 'dialog[open] .row')).toBe(row)
})

test('prefetch idle works without an idle callback, as in WebKit', async () => {
  const { requestIdleCallback } = window
  Reflect.deleteProperty(window, 'requestIdleCallback')
  onTestFinished(() => {
    window.requestIdleCallback = requestIdleCallback
  })
  expect('requestIdleCallback' in window).toBe(false)
  const modal = makeModal(plainFoyer(), { prefetch: 'idle' })
  await expect.poll(() => modal.element.shadowRoot?.querySelector('dialog')).toBeTruthy()
})

test('prefetch none and intent load nothing on their own; intent does on request', async () => {
  for (const prefetch of ['none', 'intent'] as const) {
    const modal = makeModal(plainFoyer(), { prefetch })
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 }))
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(modal.element.shadowRoot?.childElementCount).toBe(0)
    if (prefetch === 'none') continue
    await modal.prefetch()
    await expect.poll(() => modal.element.shadowRoot?.querySelector('dialog')).toBeTruthy()
  }
})

test('destroy removes the modal from the page, and another one may follow', async () => {
  const foyer = plainFoyer()
  const first = makeModal(foyer)
  await first.open()
  first.destroy()
  expect(document.querySelector('foyer-modal')).toBeNull()
  const second = makeModal(foyer)
  await second.open()
  await expect.element(heading('Connect wallet')).toBeVisible()
})

test("writes nothing outside the modal's elements", async () => {
  const read = () => [
    ...[document.documentElement, document.body].map(
      (element) => (element.cloneNode() as HTMLElement).outerHTML,
    ),
    document.head.innerHTML,
  ]
  const before = read()
  const globals = Object.keys(window).length
  const modal = makeModal(plainFoyer())
  await modal.open()
  await userEvent.keyboard('{Escape}')
  await modal.open()
  expect(read()).toEqual(before)
  expect(Object.keys(window).length).toBe(globals)
})
