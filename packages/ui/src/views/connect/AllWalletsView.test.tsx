import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  expectAccessible,
  expectAlert,
  inside,
  makeDirectory,
  makeModal,
  plainFoyer,
} from '../../makeModal.test.kit.ts'
import { testConnector } from '../../testConnector.test.kit.ts'

const search = page.getByRole('searchbox', { name: 'Search wallets' })
const rows = () => page.getByRole('listitem').elements()

async function open(count?: number, connectors = [testConnector(2)]) {
  const directory = makeDirectory(count)
  const foyer = plainFoyer({ apiUrl: directory.url, connectors })
  const modal = makeModal(foyer)
  const pages = () => directory.asked.filter((url) => url.searchParams.get('entries') === '40')
  const searches = () => directory.asked.filter((url) => url.searchParams.has('search'))
  return { directory, foyer, modal, pages, searches }
}

beforeEach(() => page.viewport(800, 800))

test('[2.5] [9.14] lists every wallet, 40 a page, the next one near the end', async () => {
  const { foyer, modal, pages } = await open(130)
  await modal.open('AllWallets')
  await expect.poll(() => rows().length).toBeGreaterThan(5)
  expect(rows()[0]?.textContent).toBe('NorthwindInstalled')
  expect(pages().map((url) => url.searchParams.get('page'))).toEqual(['1'])
  await expectAccessible(modal)

  const scroll = inside(modal, '.scroll')
  await expect
    .poll(() => {
      scroll.scrollTop = scroll.scrollHeight
      return foyer.store.get().directory.wallets.length
    })
    .toBe(130)
  expect(pages().map((url) => url.searchParams.get('page'))).toEqual(['1', '2', '3', '4'])
  await expect
    .poll(() => {
      scroll.scrollTop = scroll.scrollHeight
      return rows().at(-1)?.getAttribute('aria-posinset')
    })
    .toBe('130')
  // Only rows near the viewport are in the document.
  expect(rows().length).toBeLessThan(40)
})

test('[9.14] loads the images of the first 20 at once, the others near the viewport', async () => {
  const { modal } = await open(130, [])
  await modal.open('AllWallets')
  await expect.poll(() => rows().length).toBeGreaterThan(5)
  const scroll = inside(modal, '.scroll')
  const loadingOf = (place: number) =>
    modal.element.shadowRoot
      ?.querySelector(`[aria-posinset="${place}"] img`)
      ?.getAttribute('loading')
  expect(loadingOf(1)).toBe('eager')
  scroll.scrollTop = 17 * 64
  await expect.poll(() => loadingOf(20)).toBe('eager')
  await expect.poll(() => loadingOf(21)).toBe('lazy')
})

test('[2.5] [5.17] [9.14] searches the trimmed text after 300 ms, 100 at most', async () => {
  const { directory, modal, searches } = await open(130)
  await modal.open('AllWallets')
  await expect.poll(() => rows().length).toBeGreaterThan(5)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  // In the page: the typing tool waits for timers.
  const input = search.element() as HTMLInputElement
  const typed = async (text: string, pauseMs: number) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
    input.dispatchEvent(new Event('input', { bubbles: true }))
    await vi.advanceTimersByTimeAsync(pauseMs)
  }
  await typed('  vau', 299)
  await typed('  vaul', 299)
  await typed('  vault ', 299)
  expect(searches()).toHaveLength(0)
  await vi.advanceTimersByTimeAsync(1)
  await expect.poll(() => searches().length).toBe(1)
  vi.useRealTimers()
  const [asked] = searches()
  expect(asked?.searchParams.get('search')).toBe('vault')
  expect(asked?.searchParams.get('entries')).toBe('100')
  await expect.poll(() => rows()[0]?.textContent).toBe('Harbour Vault')
  const found = String(directory.wallets.filter(({ name }) => /vault/i.test(name)).length)
  await expect.element(page.getByText(`${found} wallets`)).toBeInTheDocument()
  await expectAccessible(modal)
  await page.getByRole('button', { name: 'Clear search' }).click()
  expect(modal.element.shadowRoot?.activeElement).toBe(search.element())
  await expect.poll(() => rows()[0]?.textContent).toBe('NorthwindInstalled')
  expect(searches()).toHaveLength(1)
})

test('an installed wallet is found too, and comes first', async () => {
  const { modal } = await open(130, [testConnector(9)])
  await modal.open('AllWallets')
  await search.fill('marigold')
  await expect.poll(() => rows()[0]?.textContent).toBe('Marigold WalletInstalled')
})

test('[5.17] no result: one line, trimmed, and a button to clear', async () => {
  const { modal } = await open(130)
  await modal.open('AllWallets')
  await search.fill('  zebra crossing ')
  await expect.element(page.getByText('No wallet is called “zebra crossing”.')).toBeVisible()
  // The same height, so that the field stays in place.
  const scroll = inside(modal, '.scroll')
  expect(scroll.scrollHeight).toBe(Number.parseFloat(getComputedStyle(scroll).maxHeight))
  await expectAccessible(modal)
  await page.getByRole('button', { name: 'Clear search' }).last().click()
  await expect.poll(() => rows().length).toBeGreaterThan(5)
  expect(modal.element.shadowRoot?.activeElement).toBe(search.element())
})

test('error: the list fails to load, and can be retried', async () => {
  const { directory, modal } = await open(50, [])
  directory.answer = () => Promise.reject(new TypeError('no network'))
  await modal.open('AllWallets')
  await expectAlert('The list could not be loaded.')
  await expectAccessible(modal)
  directory.answer = async () => {}
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => rows().length).toBeGreaterThan(5)
})

test('error: a search fails, and can be retried', async () => {
  const { directory, modal } = await open(50)
  await modal.open('AllWallets')
  await expect.poll(() => rows().length).toBeGreaterThan(5)
  directory.answer = () => Promise.reject(new TypeError('no network'))
  await search.fill('vault')
  await expectAlert('The list could not be loaded.')
  directory.answer = async () => {}
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => rows()[0]?.textContent).toBe('Harbour Vault')
})

test('shows placeholder rows while loading', async () => {
  const { directory, modal } = await open(50, [])
  directory.answer = () => new Promise(() => {})
  await modal.open('AllWallets')
  expect(modal.element.shadowRoot?.querySelectorAll('.skeleton-row')).toHaveLength(6)
  expect(inside(modal, '.all-wallets-list').getAttribute('aria-busy')).toBe('true')
  await expectAccessible(modal)
})

test('without an api it lists installed wallets', async () => {
  const modal = makeModal(plainFoyer({ connectors: [testConnector(1), testConnector(2)] }))
  await modal.open('AllWallets')
  await expect
    .poll(() => rows().map(({ textContent }) => textContent))
    .toEqual(['MarigoldInstalled', 'NorthwindInstalled'])
  await search.fill('north')
  await expect
    .poll(() => rows().map(({ textContent }) => textContent))
    .toEqual(['NorthwindInstalled'])
})

test('Tab reaches the rows of a virtual list, and renders further ones', async () => {
  const { modal } = await open(130)
  await modal.open('AllWallets')
  await expect.poll(() => rows().length).toBeGreaterThan(5)
  await search.click()
  for (let step = 0; step < 15; step++) await userEvent.tab()
  const focused = modal.element.shadowRoot?.activeElement?.closest('li')
  expect(focused?.getAttribute('aria-posinset')).toBe('15')
})
