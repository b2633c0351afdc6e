/// <reference types="@vitest/browser-playwright" />

import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import {
  button,
  expectAccessible,
  heading,
  press,
  show,
  shows,
  space,
} from '../account/accountScreens.test.kit.tsx'
import { type FakeSession, fakeSession } from '../account/fakeSession.test.kit.ts'
import type { ExportedWallet } from '../worker/wallet/exportWallet.ts'
import { ExportPage } from './ExportPage.tsx'

beforeEach(async () => {
  vi.useFakeTimers({
    toFake: ['Date', 'performance', 'setInterval', 'setTimeout', 'clearInterval', 'clearTimeout'],
  })
  onTestFinished(() => void vi.useRealTimers())
  await page.viewport(390, 780)
})

/** A session whose wallet has a phrase of so many words: none is a wallet of a private key. */
function sessionOf(count: number): FakeSession {
  const session = fakeSession({ facts: { steppedUpUntil: Date.now() + 300_000 } })
  const ask = session.keys.ask
  const exported: ExportedWallet = {
    mnemonic: new TextEncoder().encode(Array.from({ length: count }, () => 'mountain').join(' ')),
    evm: new Uint8Array(32).fill(0xac),
    sol: new Uint8Array(64).fill(7),
  }
  session.keys.ask = (async (name: string, params: never) => {
    const answer = await ask(name as 'load', params)
    return name === 'exportOnce' ? exported : answer
  }) as typeof ask
  return session
}

/** Shows the page up to the button that must be held. */
async function showHold(session: FakeSession) {
  show(session, 'Export your wallet', <ExportPage />)
  await vi.waitFor(() => expect(document.querySelector('.ask .button')).not.toBeNull())
  press('Continue')
  await shows('Wait 10 s')
  await vi.advanceTimersByTimeAsync(10_500)
  await shows('Hold to show the words')
  const hold = document.querySelector<HTMLElement>('.hold button')!
  hold.focus()
  return hold
}
const hold = async (ms: number) => {
  await space('keyDown')
  await vi.advanceTimersByTimeAsync(ms)
  await space('keyUp')
}
async function showExported(count: number) {
  await showHold(sessionOf(count))
  await hold(1_300)
}

test.each([15, 24])('shows %i words in two columns, under their count', async (count) => {
  await page.viewport(360, 780)
  await showExported(count)
  await expect.element(heading(`Your ${count} words`)).toHaveFocus()
  expect(document.documentElement.scrollWidth).toBe(360)
  const places = [...document.querySelectorAll('.phrase li')].map((li) =>
    li.getBoundingClientRect(),
  )
  const columns = [...new Set(places.map(({ left }) => left))]
  expect(columns).toHaveLength(2)
  // Column by column.
  const rows = Math.ceil(count / 2)
  expect(places.map(({ left }) => columns.indexOf(left))).toEqual(
    places.map((_, index) => (index < rows ? 0 : 1)),
  )
})

test('two short presses with a pause between them replace holding', async () => {
  const session = sessionOf(12)
  await showHold(session)
  await hold(100)
  await shows('Press once more to show the words')
  // A double press is no second one.
  await hold(100)
  expect(session.asked).not.toContain('exportOnce')
  // Less than the second of the button's description: users are not exact.
  await vi.advanceTimersByTimeAsync(900)
  await hold(100)
  await expect.element(heading('Your 12 words')).toHaveFocus()
})

test('taps are neither held nor repeated presses', async () => {
  const session = sessionOf(12)
  const element = await showHold(session)
  for (const _ of [1, 2]) {
    await userEvent.click(element)
    await vi.advanceTimersByTimeAsync(1_300)
  }
  expect(session.asked).not.toContain('exportOnce')
  await shows('Hold to show the words')
})

test('a click of a screen reader counts after a press by key has ended', async () => {
  const session = sessionOf(12)
  const element = await showHold(session)
  // A form clicks its button on Enter in a field: by the browser, and without a press of the button, as a screen reader does.
  const form = document.body.appendChild(document.createElement('form'))
  onTestFinished(() => form.remove())
  form.addEventListener('submit', (event) => event.preventDefault())
  form.id = 'form'
  element.setAttribute('form', 'form')
  element.setAttribute('type', 'submit')
  const field = form.appendChild(document.createElement('input'))
  await hold(100)
  await shows('Press once more to show the words')
  await vi.advanceTimersByTimeAsync(1_300)
  field.focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(heading('Your 12 words')).toBeVisible()
})

test('with reduced motion, the button fills in steps for as long as it must be held', async () => {
  await cdp().send('Emulation.setEmulatedMedia', {
    features: [{ name: 'prefers-reduced-motion', value: 'reduce' }],
  })
  onTestFinished(async () => {
    await cdp().send('Emulation.setEmulatedMedia', { features: [] })
  })
  const element = await showHold(sessionOf(12))
  await space('keyDown')
  await shows('Keep holding')
  const { transitionDuration, transitionTimingFunction } = getComputedStyle(element, '::before')
  expect([transitionDuration, transitionTimingFunction]).toEqual(['1.2s', 'steps(4)'])
  await space('keyUp')
})

/** The clipboard of a browser that refuses to write it while `isRefused`. */
function fakeClipboard() {
  const clipboard = { text: 'before', isRefused: false }
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => {
    if (clipboard.isRefused) throw new DOMException('Document is not focused.', 'NotAllowedError')
    clipboard.text = text
  })
  onTestFinished(() => void vi.restoreAllMocks())
  return clipboard
}
const copyKey = async () => {
  press('Private keys instead')
  await shows('Show the Ethereum private key')
  press('Show the Ethereum private key')
  await shows('Copy the Ethereum private key')
  press('Copy the Ethereum private key')
}

test('empties the clipboard a minute after a key was copied, although the page hides the key meanwhile', async () => {
  const clipboard = fakeClipboard()
  await showExported(12)
  await copyKey()
  await shows('Copied')
  expect(clipboard.text).toMatch(/^0xacac/)
  await vi.advanceTimersByTimeAsync(30_000)
  // The user switches to the other wallet.
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true })
  onTestFinished(() => void Reflect.deleteProperty(document, 'visibilityState'))
  document.dispatchEvent(new Event('visibilitychange'))
  await expect.element(heading('The words are hidden')).toBeVisible()
  clipboard.isRefused = true
  await vi.advanceTimersByTimeAsync(60_000)
  expect(clipboard.text).toMatch(/^0xacac/)
  // Back here, some browsers wait for a click.
  dispatchEvent(new Event('focus'))
  await vi.advanceTimersByTimeAsync(1_000)
  expect(clipboard.text).toMatch(/^0xacac/)
  clipboard.isRefused = false
  dispatchEvent(new Event('focus'))
  await vi.waitFor(() => expect(clipboard.text).toBe(''))
  // Once.
  clipboard.text = 'something else'
  dispatchEvent(new Event('focus'))
  await vi.advanceTimersByTimeAsync(120_000)
  expect(clipboard.text).toBe('something else')
})

test('a key that is copied later stays for a minute of its own', async () => {
  const clipboard = fakeClipboard()
  await showExported(0)
  press('Show the Ethereum private key')
  press('Show the Solana private key')
  await shows('Copy the Ethereum private key')
  press('Copy the Ethereum private key')
  await shows('Copied')
  await vi.advanceTimersByTimeAsync(40_000)
  press('Copy the Solana private key')
  await vi.advanceTimersByTimeAsync(30_000)
  const { text } = clipboard
  expect(text).not.toBe('')
  expect(text).not.toMatch(/^0x/)
  await vi.advanceTimersByTimeAsync(40_000)
  expect(clipboard.text).toBe('')
})

test('says so when the browser refuses to copy a key, and leaves the clipboard alone', async () => {
  const clipboard = fakeClipboard()
  clipboard.isRefused = true
  await showExported(12)
  await copyKey()
  await expect.element(page.getByText(/did not let us copy the key/)).toBeVisible()
  await expect.element(button('Copy the Ethereum private key')).toBeVisible()
  clipboard.isRefused = false
  await vi.advanceTimersByTimeAsync(120_000)
  expect(clipboard.text).toBe('before')
  vi.useRealTimers()
  await expectAccessible()
})
