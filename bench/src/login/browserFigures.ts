import { openProfile } from '@foyer/devnet/chromium'
import type { Page } from 'playwright'
import type { LoginBench } from './LoginPage.ts'
import type { Servers } from './startServers.ts'

/** Number of repetitions; the median counts. */
const rounds = 5
/** Longer than an approval must be visible and still before a press counts, ms. @source security 3.5 */
const settleMs = 1_200

/** All measured times of one figure, ms. */
export type Times = readonly number[]
export type BrowserFigures = {
  readonly frame: Times
  readonly emptyFrame: Times
  readonly newWallet: Times
  readonly knownDevice: Times
  readonly ping: Times
  readonly signature: Times
  readonly pingAfter: Times
  /** While the login server accepts calls but never answers. */
  readonly signOutHanging: Times
}

/** Runs a function of the page's bench. */
type Run = <result>(act: (bench: LoginBench) => Promise<result>) => Promise<result>
export const runIn = (page: Page): Run => {
  return (act) =>
    page.evaluate(`(${act})(globalThis.bench)`) as ReturnType<typeof act> as Promise<never>
}

/** Measures how long a user waits, in Chromium, with a new profile each round. */
export async function measureBrowser(servers: Servers): Promise<BrowserFigures> {
  const found: Record<keyof BrowserFigures, number[]> = {
    frame: [],
    emptyFrame: [],
    newWallet: [],
    knownDevice: [],
    ping: [],
    signature: [],
    pingAfter: [],
    signOutHanging: [],
  }
  for (let round = 0; round <= rounds; round++) {
    const { close, context } = await openProfile({ hasMotion: true })
    const page = await context.newPage()
    await page.goto(servers.pageUrl)
    const run = runIn(page)
    const figures = {
      emptyFrame: await page.evaluate(
        (url) => (globalThis as unknown as { bench: LoginBench }).bench.loadEmpty(url),
        servers.emptyUrl,
      ),
      frame: await run((bench) => bench.loadFrame()),
      newWallet: await logIn(page, servers, `round-${round}@bench.test`),
      ping: await run((bench) => bench.ping()),
      signature: await sign(page),
      pingAfter: await run((bench) => bench.pingAfter(10_000)),
      signOutHanging: await leaveHanging(page, servers),
      knownDevice: await logIn(page, servers, `round-${round}@bench.test`),
    }
    // The first round warms up code that is compiled once.
    if (round > 0)
      for (const [name, ms] of Object.entries(figures)) found[name as keyof BrowserFigures].push(ms)
    await close()
  }
  return found
}

/** Logs in, and returns the time from the code to the address, ms. */
async function logIn(page: Page, servers: Servers, email: string): Promise<number> {
  const { mail } = servers
  // A page may request one mail in 30 s; a reload resets that.
  await page.reload()
  let after = mail.inbox(email)[0]?.receivedAt ?? 0
  const { action } = await page.evaluate(
    (address) => (globalThis as unknown as { bench: LoginBench }).bench.begin(address),
    email,
  )
  if (action === 'VERIFY_DEVICE') {
    after = await approveLink(page, servers, { after, email })
    await runIn(page)((bench) => bench.device())
  }
  const { codes } = await mail.waitFor(email, { after })
  return page.evaluate(
    (code) => (globalThis as unknown as { bench: LoginBench }).bench.finish(code),
    codes[0] ?? '',
  )
}

/** Approves the link of the next mail, in the page's browser. @returns the time of the mail, ms since 1970 */
export async function approveLink(
  page: Page,
  { mail, urls, vault }: Servers,
  { after, email }: { email: string; after: number },
): Promise<number> {
  const { links, receivedAt } = await mail.waitFor(email, { after })
  const token = new URL(links[0] ?? '').hash.slice(3)
  const answer = await page.context().request.post(`${vault.url}/device/decide`, {
    data: { token, decision: 'approve' },
    headers: { origin: urls.vault, 'user-agent': await page.evaluate(() => navigator.userAgent) },
  })
  if (!answer.ok()) throw new Error(`The link was refused: ${await answer.text()}`)
  return receivedAt
}

/** Signs out while the login server never answers, ms. */
async function leaveHanging(page: Page, { urls }: Servers): Promise<number> {
  const calls = `${urls.login}/v1/**`
  await page.context().route(calls, () => {})
  const ms = await runIn(page)((bench) => bench.leave())
  await page.context().unroute(calls)
  return ms
}

/** From releasing the approve button to the signature on the page, ms. */
async function sign(page: Page): Promise<number> {
  const signing = runIn(page)((bench) => bench.sign())
  const card = page.frameLocator('iframe[title="Wallet"]')
  const button = card.getByRole('button', { name: 'Sign' })
  await button.waitFor()
  // The frame grows while the card is being drawn.
  await page.waitForTimeout(settleMs)
  const box = await button.boundingBox()
  if (!box) throw new Error('No approval was shown.')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x - 30, y - 6)
  await page.waitForTimeout(settleMs)
  await page.mouse.move(x - 3, y, { steps: 3 })
  await page.mouse.move(x, y, { steps: 2 })
  // On a busy machine the gate opens later.
  await card.locator('.approval-approve[data-open="true"]').waitFor()
  await page.mouse.down()
  await page.mouse.up()
  const pressedAt = Date.now()
  return (await signing) - pressedAt
}
