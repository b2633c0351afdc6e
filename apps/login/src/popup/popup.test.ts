import type { Frame, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  approveAt,
  decisionsOf,
  focusByPresses,
  visitAndClick,
} from '../approve/approvalPages.test.kit.ts'
import { type ApprovalSites, startApprovalSites } from '../approve/approvalSites.test.kit.ts'

let sites: ApprovalSites
let page: Page
let frame: Frame
beforeAll(async () => {
  sites = await startApprovalSites()
  ;({ page, frame } = await sites.open())
})
afterAll(() => sites.stop())

/** Asks for an approval, and opens its window as the page does on a click. */
async function openPopup(scene: 'transfer' | 'permit' | 'message' = 'transfer'): Promise<Page> {
  const rid = await frame.evaluate((name) => window.harness.serve(name), scene)
  return openAt(`${sites.login}/popup#${rid}`)
}
async function openAt(url: string, from = page): Promise<Page> {
  const opening = from.waitForEvent('popup')
  await from.evaluate((address) => {
    window.open(address, '_blank', 'popup,width=420,height=720')
  }, url)
  return opening
}
const card = (popup: Page) => popup.locator('.approval-buttons').waitFor()

test('[T117] approves a transfer of value by one honest hold; the window shows success and closes', async () => {
  const popup = await openPopup()
  await card(popup)
  expect(await popup.locator('.approval-origin').textContent()).toContain('app.gallery.example')
  const button = popup.locator('.approval-approve button')
  expect(await button.innerText()).toBe('Hold to approve')
  await visitAndClick({ page: popup, target: popup }, { isOpen: true, hold: 750 })
  await expect.poll(() => decisionsOf(frame)).toEqual(['approve'])
  const [decision] = await frame.evaluate(() => window.harness.decisions)
  expect(decision?.digest).toBe(`0x${'ab'.repeat(32)}`)
  await frame.evaluate(() => window.harness.say({ is: 'sending' }))
  await popup.getByText('Signing').waitFor()
  const closed = popup.waitForEvent('close')
  await frame.evaluate(() => {
    window.harness.say({ is: 'done' })
    window.harness.end()
  })
  await popup.getByText('Approved').waitFor()
  await closed
})

test('approves in a window whose repeated challenges reach the frame late and together', async () => {
  const rid = await frame.evaluate(() => {
    const late: MessageEvent[] = []
    const listen = (event: MessageEvent) => {
      event.stopImmediatePropagation()
      if (late.push(event) < 3) return
      window.removeEventListener('message', listen)
      for (const { data, origin, source } of late)
        window.dispatchEvent(new MessageEvent('message', { data, origin, source }))
    }
    window.addEventListener('message', listen)
    return window.harness.serve('message')
  })
  const popup = await openAt(`${sites.login}/popup#${rid}`)
  await card(popup)
  await visitAndClick({ page: popup, target: popup }, { isOpen: true })
  await expect.poll(() => decisionsOf(frame)).toEqual(['approve'])
  await popup.close()
})

test('[T34] shows receiver and amount of a harmful request, and requires a hold', async () => {
  const popup = await openPopup('permit')
  await card(popup)
  const text = await popup.locator('.approval-scroll').innerText()
  expect(text).toContain('Unlimited USDC')
  expect(text).toContain('May spend')
  expect(text).toContain('There is no limit')
  await visitAndClick({ page: popup, target: popup }, { isOpen: true })
  expect(await decisionsOf(frame)).toEqual([])
  await visitAndClick({ page: popup, target: popup }, { isOpen: true, waitMs: 600, hold: 750 })
  await expect.poll(() => decisionsOf(frame)).toEqual(['approve'])
  await popup.close()
})

test('accepts no press of a pointer or a key in a window that lost the focus without an event', async () => {
  const loseFocus = (popup: Page) =>
    popup.evaluate(() => Object.defineProperty(document, 'hasFocus', { value: () => false }))
  const pressers = {
    pointer: (popup: Page, before: () => Promise<unknown>) =>
      visitAndClick({ page: popup, target: popup }, { before, isOpen: true, hold: 750 }),
    async key(popup: Page, before: () => Promise<unknown>) {
      await popup.keyboard.press('Shift+Tab')
      await popup.keyboard.press('Tab')
      await popup.locator('.approval-approve button').focus()
      await popup.locator('.approval-approve[data-open="true"]').waitFor()
      await before()
      await popup.keyboard.down('Enter')
      await popup.waitForTimeout(750)
      await popup.keyboard.up('Enter')
    },
  }
  for (const [name, press] of Object.entries(pressers)) {
    const popup = await openPopup()
    await card(popup)
    await press(popup, () => loseFocus(popup))
    expect(await decisionsOf(frame), name).toEqual([])
    // Closed from the press until the browser reports that the focus is back.
    await popup.locator('.approval-approve[data-open="false"]').waitFor()
    await popup.close()
  }
})

test.each(['transfer', 'message'] as const)(
  '[T21] ignores the rest of a double click that opened the window of a %s',
  async (scene) => {
    await page.mouse.move(300, 300)
    await page.mouse.down()
    const popup = await openPopup(scene)
    await card(popup)
    const { x, y } = await approveAt(popup)
    await popup.mouse.move(x, y)
    await popup.mouse.up()
    await popup.mouse.dblclick(x, y)
    expect(await decisionsOf(frame)).toEqual([])
    await page.mouse.up()
    await popup.close()
  },
)

test('[T21] ignores a double click that focuses the window, where one click approves', async () => {
  const popup = await openPopup('message')
  await card(popup)
  const end = await focusByPresses(popup)
  await visitAndClick({ page: popup, target: popup }, { isOpen: true })
  const { x, y } = await approveAt(popup)
  await popup.mouse.dblclick(x, y)
  expect(await decisionsOf(frame)).toEqual([])
  await end()
  await visitAndClick({ page: popup, target: popup }, { isOpen: true })
  await expect.poll(() => decisionsOf(frame)).toEqual(['approve'])
  await popup.close()
})

test('[T24] ignores decisions from other origins, other documents and other windows', async () => {
  const rid = await frame.evaluate(() => window.harness.serve('transfer'))
  /** Contacts the frame as a window would, and decides like one. @returns Every message received. */
  const forge = (from: Page | Frame) =>
    from.evaluate(
      async ([rid, login]) => {
        const host = (window.opener ?? window.parent) as Window
        const wallet = host.frames[0] as Window
        const heard: unknown[] = []
        const listen = ({ data, origin }: MessageEvent) => origin === login && heard.push(data)
        window.addEventListener('message', listen)
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = ({ data }) => heard.push(data)
        const find = { k: 'foyer-popup', t: 'find', rid, challenge: 'ab'.repeat(16) }
        const digest = `0x${'ab'.repeat(32)}`
        wallet.postMessage(find, login)
        wallet.postMessage(find, login, [port2])
        wallet.postMessage({ t: 'decision', rid, digest, decision: 'approve' }, login)
        await new Promise((resolve) => setTimeout(resolve, 300))
        window.removeEventListener('message', listen)
        return heard
      },
      [rid, sites.login] as const,
    )
  const evil = await openAt(`${sites.evil}/popup#${rid}`)
  // A page of the login origin that is not the approval window; and the frame of another project in the same page.
  const other = await openAt(`${sites.login}/security#${rid}`)
  await page.evaluate((src) => {
    document.body.append(Object.assign(document.createElement('iframe'), { src, id: 'second' }))
  }, `${sites.login}/frame?second`)
  const second = await expect
    .poll(() => page.frames().find((one) => one.url().endsWith('?second')))
    .toBeTruthy()
    .then(() => page.frames().find((one) => one.url().endsWith('?second')))
  for (const one of [page, evil, other, second]) {
    if (!one) throw new Error('Nothing to forge from.')
    expect(await forge(one)).toEqual([])
  }
  await page.evaluate(() => document.querySelector('#second')?.remove())
  expect(await decisionsOf(frame)).toEqual([])
  const popup = await openAt(`${sites.login}/popup#${rid}`)
  await card(popup)
  // A second window for the same request does not take it over.
  expect(await forge(await openAt(`${sites.login}/popup#${crypto.randomUUID()}`))).toEqual([])
  await popup.getByRole('button', { name: 'Reject' }).click()
  await expect.poll(() => decisionsOf(frame)).toEqual(['reject'])
  for (const one of sites.context.pages()) if (one !== page) await one.close()
})

test('[T25] rejects a request whose popup is closed, navigates away or does not load again; ends with the request when no popup opened', async () => {
  const rejected = () => expect.poll(() => decisionsOf(frame)).toEqual(['reject'])
  const closed = await openPopup()
  await card(closed)
  await closed.close()
  await rejected()
  const left = await openPopup()
  await card(left)
  await left.goto(`${sites.evil}/`)
  await rejected()
  await left.close()
  const broken = await openPopup()
  await card(broken)
  await broken.route('**/*.js', (route) => route.abort())
  await broken.reload()
  await rejected()
  await broken.close()
  // A reload continues the request, also when the scripts load slowly.
  const again = await openPopup()
  await card(again)
  await again.route('**/*.js', async (route) => {
    await again.waitForTimeout(3_000)
    await route.continue()
  })
  await again.reload()
  await card(again)
  expect(await decisionsOf(frame)).toEqual([])
  // The site stops waiting.
  await frame.evaluate(() => {
    window.harness.say({ is: 'over', reason: 'aborted' })
    window.harness.end()
  })
  await again.getByText('This request is over').waitFor()
  expect(await decisionsOf(frame)).toEqual([])
  await again.close()
  // The computer sleeps, and nobody answers for a while.
  const asleep = await openPopup()
  await card(asleep)
  await asleep.evaluate(() => {
    for (const until = Date.now() + 7_000; Date.now() < until; );
  })
  await asleep.waitForTimeout(2_500)
  await asleep.getByRole('button', { name: 'Reject' }).click()
  await rejected()
  if (!asleep.isClosed()) await asleep.close()
  // The frame disappears without a message.
  for (const leave of [
    () => page.goto('about:blank'),
    () => page.evaluate(() => document.querySelector('iframe')?.remove()),
    () => frame.evaluate(() => location.reload()),
    () => frame.goto(`${sites.evil}/`),
  ]) {
    const orphan = await openPopup()
    await card(orphan)
    await leave()
    await orphan.getByText('This request is over').waitFor()
    await orphan.close()
    ;({ page, frame } = await sites.open(page))
  }
})

test('explains a popup that was opened directly, has no request, or is cut off from its opener', async () => {
  const alone = await sites.context.newPage()
  await alone.goto(`${sites.login}/popup`)
  await alone.getByText('Nothing to approve').waitFor()
  const isolated = await sites.context.newPage()
  await isolated.goto(`${sites.dapp}/isolated`)
  const [apart] = await Promise.all([
    sites.context.waitForEvent('page'),
    isolated.evaluate((url) => {
      window.open(url, '_blank', 'popup')
    }, `${sites.login}/popup#${crypto.randomUUID()}`),
  ])
  await apart.getByText('can not be reached').waitFor()
  for (const one of [alone, isolated, apart]) await one.close()
})
