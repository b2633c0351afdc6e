import { devices, type Page } from 'playwright'
import { expect, test } from 'vitest'
import { ask } from './ask.ts'
import { approve, asks, press } from './phoneSteps.ts'
import { card, connectButton } from './testUser.ts'
import { testWorld } from './testWorld.ts'

const { newUser, world } = testWorld()

/** A user with a phone: its screen, touch and user agent. */
async function newPhoneVisitor() {
  const user = await newUser(devices['Pixel 7'])
  // The emulation has one touch point, phones have at least five.
  await user.context.addInitScript(() => {
    Object.defineProperty(navigator, 'maxTouchPoints', { value: 5 })
  })
  return user
}

/** Resolves when the relay has taken a page's first subscription, and the page has processed the answer. */
async function subscribed(site: Page): Promise<void> {
  await new Promise<void>((resolve) => {
    let id: number | undefined
    site.on('websocket', (socket) => {
      socket.on('framesent', ({ payload }) => {
        const call = JSON.parse(String(payload)) as { id: number; method?: string }
        if (/subscribe/i.test(call.method ?? '')) id ??= call.id
      })
      socket.on('framereceived', ({ payload }) => {
        if (id !== undefined && String(payload).includes(`${id}`)) resolve()
      })
    })
  })
  await site.evaluate(() => new Promise((resolve) => setTimeout(resolve)))
}

test('[5.20] on a phone a tap opens the wallet’s app at once, and returning shows the connection', async () => {
  const user = await newPhoneVisitor()
  const site = await user.open(`${world().site.url}/?mode=dialog`)
  // Counts calls after the tap's own turn, because a phone opens an app only in it.
  await site.evaluate(() => {
    const page = window as unknown as { inTap: boolean; opened: [string, boolean][] }
    page.inTap = false
    page.opened = []
    addEventListener(
      'click',
      () => {
        page.inTap = true
        queueMicrotask(() => setTimeout(() => (page.inTap = false)))
      },
      { capture: true },
    )
    const open = window.open
    window.open = (...given) => {
      page.opened.push([String(given[0]), page.inTap])
      return open.apply(window, given)
    }
  })
  const prepared = subscribed(site)
  await connectButton(site).first().tap()
  const row = card(site).getByRole('button', { name: /^Foyer Phone Wallet/ })
  await row.waitFor()
  // The URI is prepared while the list is shown.
  await prepared
  const [phone] = await Promise.all([user.context.waitForEvent('page'), row.tap()])
  const opened = await site.evaluate(
    () => (window as unknown as { opened: [string, boolean][] }).opened,
  )
  expect(opened).toHaveLength(1)
  const [[href, inTap]] = opened as [[string, boolean]]
  expect(href).toMatch(
    new RegExp(`^${world().phone.url}/wc\\?uri=wc%3A[0-9a-f]{64}%402%3F.*symKey%3D[0-9a-f]{64}`),
  )
  expect(inTap).toBe(true)
  await approve(phone)
  await phone.getByText('Connected. Go back to Foyer.').waitFor()
  await card(site).waitFor({ state: 'hidden' })

  const [again] = await Promise.all([
    user.context.waitForEvent('page'),
    ask(site, 'Sign a message').getByRole('button', { name: 'Sign' }).tap(),
  ])
  await asks(again, 'Sign message')
  await press(again, 'Sign')
  await ask(site, 'Sign a message').getByText('This is the connected account.').waitFor()
})

test('[5.20] a phone lists only wallets with a link that opens them', async () => {
  const user = await newPhoneVisitor()
  const site = await user.open(`${world().site.url}/?mode=dialog`)
  await connectButton(site).first().tap()
  await card(site)
    .getByRole('button', { name: /all wallets/i })
    .tap()
  await card(site)
    .getByRole('button', { name: /^Foyer Phone Wallet/ })
    .waitFor()
  const answer = await fetch(
    `${world().api.url}/getWallets?projectId=e2e&st=foyer&sv=html-core-1.0.0&page=1&entries=100`,
  )
  const { data } = (await answer.json()) as {
    data: { name: string; mobile_link?: string | null; rdns?: string | null }[]
  }
  // They open by their own links, which are in no directory.
  const special = ['com.coinbase.wallet', 'app.phantom']
  const unlinked = data
    .filter(({ mobile_link, rdns }) => !mobile_link && !special.includes(rdns ?? ''))
    .map(({ name }) => name)
  expect(unlinked.length).toBeGreaterThan(0)
  for (const name of unlinked)
    expect(await card(site).getByRole('button', { name, exact: true }).count(), name).toBe(0)
})
