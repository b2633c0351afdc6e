import { mkdir, writeFile } from 'node:fs/promises'
import { devnetAccounts } from '@foyer/devnet'
import jsQr from 'jsqr'
import { createPublicClient, http, parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newEmail, waitForCode, waitForLink } from '../loginSteps.ts'
import { type LoginWorld, startLoginWorld } from '../startLoginWorld.ts'
import type { Engine, Size, Tab } from './engine.ts'
import { type EngineUser, until, userAt } from './engineUser.ts'
import type { Query } from './findInPage.ts'

const bob = devnetAccounts[1]!.address as `0x${string}`
const evmOnly = 'networks=31337,31338'
/** @source https://www.w3.org/TR/webdriver2/#keyboard-actions */
const escapeKey = '\uE00C'
const hold = { settleMs: 1_200, holdMs: 1_000 }

// Its types declare a module, Node sees a function.
const readQr = jsQr as unknown as typeof jsQr.default

/** Reads the QR code in the card from the pixels of a screenshot; undefined if there is none. */
async function readCode({ see, tab }: EngineUser): Promise<string | undefined> {
  const { style, x } = await see({ selector: '.card', within: card })
  const picture = (await tab.screenshot()).toString('base64')
  // Only the card's columns, one byte per pixel, because transferring a whole image takes long.
  const { height, pixels, width } = await tab.run(
    async ({ base64, left, wide }) => {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
      const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
      const canvas = document.createElement('canvas')
      canvas.width = wide
      canvas.height = image.height
      const context = canvas.getContext('2d')!
      context.drawImage(image, -left, 0)
      const { data } = context.getImageData(0, 0, wide, image.height)
      let text = ''
      for (let at = 1; at < data.length; at += 4) text += String.fromCharCode(data[at]!)
      return { width: wide, height: image.height, pixels: btoa(text) }
    },
    { base64: picture, left: Math.round(x - style.width / 2), wide: Math.round(style.width) },
  )
  const greys = Buffer.from(pixels, 'base64')
  const colours = Uint8ClampedArray.from({ length: greys.length * 4 }, (_, at) =>
    at % 4 === 3 ? 255 : greys[at >> 2]!,
  )
  return readQr(colours, width, height)?.data
}

type Recorder = { said?: string[] }

/** Records the page's errors and warnings until it loads another page. Runs inside the page. */
function recordConsole(): void {
  const said: string[] = []
  ;(globalThis as Recorder).said = said
  for (const level of ['error', 'warn'] as const) {
    const write = console[level]
    console[level] = (...values) => {
      said.push(
        `${level}: ${values.map((one) => `${one} ${one?.cause ?? ''} ${one?.stack ?? ''}`).join(' ')}`,
      )
      write(...values)
    }
  }
  addEventListener('error', ({ message }) => said.push(`uncaught: ${message}`))
  addEventListener('unhandledrejection', ({ reason }) => said.push(`uncaught: ${reason}`))
}

/** Saves a screenshot of a tab when its test failed, and prints the errors and warnings of its page. */
async function keepPicture(tab: Tab, id: string): Promise<void> {
  const said = await tab.run(() => (globalThis as Recorder).said, undefined).catch(() => [])
  if (said?.length) console.log(said.join('\n'))
  const path = `test-results/engine-${id}.png`
  await mkdir('test-results', { recursive: true })
  await writeFile(path, await tab.screenshot())
  console.log(`The page is shown in ${path}.`)
}

const button = (name: string): Query => ({ role: 'button', name })
const matching = (matches: string): Query => ({ role: 'button', matches })
const heading = (name: string): Query => ({ role: 'heading', name })
const field = (name: string): Query => ({ role: 'textbox', name })
const card: Query = { role: 'dialog', selector: '.dialog' }
const inCard = (query: Query): Query => ({ ...query, within: card })
/** A section of the demo page, by its title. */
const ask = (title: string, query: Query): Query => ({
  ...query,
  within: { role: 'listitem', has: heading(title) },
})
const connect = button('Connect wallet')
const account: Query = { role: 'button', matches: 'alice\\.eth' }
const approval = matching('^(Approve|Sign|Sign in|Hold to approve)$')

/** The journeys of a user in one engine; skipped where it is not installed. */
export function describeJourneys({
  cure,
  isHere,
  name,
  start,
}: {
  name: string
  isHere: boolean
  start: () => Promise<Engine>
  /** The command that installs it. */
  cure: string
}): void {
  if (!isHere) console.log(`${name} is not on this machine, its journeys are skipped: ${cure}`)

  describe.skipIf(!isHere)(name, () => {
    let world: LoginWorld
    beforeAll(async () => {
      world = await startLoginWorld({ hasWallets: true })
    })
    afterAll(() => world?.stop())
    let engine: Engine
    // Each test has its own profile, so nothing is kept between tests.
    beforeEach(async () => {
      engine = await start()
    })
    afterEach(async ({ task }) => {
      const id = `${name}-${task.name.replace(/\W+/g, '-').slice(0, 60)}`
      try {
        if (task.result?.state === 'fail')
          for (const [index, tab] of (await engine.tabs()).entries())
            await keepPicture(tab, `${id}-${index}`)
      } finally {
        await engine.stop()
      }
    })

    const visit = async (path: string, size?: Size): Promise<EngineUser> => {
      const tab = await engine.open(world.urls.own + path, size)
      await tab.run(recordConsole, undefined)
      return userAt(engine, tab)
    }

    /** Connects the installed wallet by hand; it opens its own window. */
    async function connectInstalled(ada: EngineUser): Promise<void> {
      await ada.press(connect)
      const wallet = await ada.follow(() => ada.press(inCard(matching('Foyer Dev Wallet'))))
      await wallet.press(button('Connect'))
      await wallet.closed()
      await ada.seeNo(card)
    }

    async function logIn(ada: EngineUser, email: string): Promise<void> {
      const { mail } = world
      await ada.press(connect)
      await ada.fill(inCard(field('Email address')), email)
      await ada.press(inCard(button('Continue with email')))
      const { link, receivedAt } = await waitForLink(mail, email)
      const device = userAt(engine, await engine.open(link))
      await device.press(button('Approve'))
      await device.see(heading('Device approved'))
      await device.tab.close()
      await ada.tab.activate()
      const { code } = await waitForCode(mail, email, receivedAt)
      await ada.fill(inCard(field('Code of six digits')), code)
      await ada.see(inCard(heading('Account')))
      await ada.press(inCard(button('Close')))
      await ada.seeNo(card)
    }

    /** The account of the page, from its instance. */
    const readAddress = (ada: EngineUser) =>
      ada.tab.run((namespace) => {
        const key = Object.keys(localStorage).find((found) => found.endsWith('.connections'))
        return JSON.parse((key && localStorage.getItem(key)) ?? '{}')[namespace]?.address as string
      }, 'eip155')

    test('[1.1] connects the installed wallet, stays connected over a reload, signs, rejects, disconnects', async () => {
      const path = `/?mode=dialog&${evmOnly}`
      const ada = await visit(path)
      await connectInstalled(ada)
      await ada.see(account)
      await ada.tab.goto(world.urls.own + path)
      await ada.see(account)

      await ada.fill(ask('Sign a message', field('Message')), 'Hello from another engine')
      const wallet = await ada.follow(() => ada.press(ask('Sign a message', button('Sign'))))
      await wallet.press(button('Sign'))
      await ada.see({ matches: '^This is the connected account\\.$' })
      const second = await ada.follow(() => ada.press(ask('Sign a message', button('Sign'))))
      await second.press(button('Reject'))
      await ada.see({ matches: 'declined|rejected' })

      await ada.press(account)
      await ada.press(inCard(button('Disconnect')))
      await ada.see(connect)
    })

    test('[1.3, 1.4] logs in by email with the link in a second tab, survives a reload, signs and sends in a window, rejects', async () => {
      const path = `/?mode=dialog&${evmOnly}`
      const email = newEmail(name.toLowerCase())
      const ada = await visit(path)
      await logIn(ada, email)
      const address = (await readAddress(ada)) as `0x${string}`
      expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)
      await ada.tab.goto(world.urls.own + path)
      await ada.see(matching(address.slice(0, 6)))

      await ada.fill(ask('Sign a message', field('Message')), 'Hello from a window')
      await ada.press(ask('Sign a message', button('Sign')))
      await ada.see(inCard(button('Continue in a window')))
      // Without Intersection Observer v2 nothing is approved in the page. Without `closedby` Escape still closes nothing.
      await ada.tab.type(escapeKey)
      await ada.tab.type(escapeKey)
      const signing = await ada.follow(() => ada.press(inCard(button('Continue in a window'))))
      await signing.hold(approval, { ...hold, holdMs: 100 })
      await signing.closed()
      await ada.see({ matches: '^This is the connected account\\.$' })

      await world.devnet.chains[0]!.faucet.giveEther({ to: address, amount: parseEther('2') })
      const chain = createPublicClient({ transport: http(world.devnet.chains[0]?.url) })
      const before = await chain.getBalance({ address: bob })
      await ada.fill(ask('Send a transaction', field('To')), bob)
      await ada.fill(ask('Send a transaction', field('Amount')), '0.25')
      await ada.press(ask('Send a transaction', matching('^Send')))
      const window = await ada.follow(() => ada.press(inCard(button('Continue in a window'))))
      await window.hold(approval, hold)
      await window.closed()
      await ada.see({ matches: 'Mined in block \\d+' })
      expect((await chain.getBalance({ address: bob })) - before).toBe(parseEther('0.25'))

      await ada.press(ask('Send a transaction', matching('^Send')))
      const second = await ada.follow(() => ada.press(inCard(button('Continue in a window'))))
      await second.press(button('Reject'))
      await second.closed()
      await ada.see({ matches: 'declined|rejected' })
      expect((await chain.getBalance({ address: bob })) - before).toBe(parseEther('0.25'))
    })

    test('[1.3, 4.26] a social login whose window is blocked leaves the page, and comes back to the same place', async () => {
      const path = `/?mode=dialog&${evmOnly}#third`
      const ada = await visit(path)
      await ada.tab.run(() => {
        window.open = () => null
      }, null)
      await ada.press(connect)
      await ada.press(inCard(button('Continue with Google')))
      await ada.see(inCard({ matches: '^Your browser blocked the window$' }))
      await ada.press(inCard(button('Continue in this tab')))
      await ada.see(heading('Log in with Google'))
      await ada.press(matching('^Continue as ada'))
      await ada.press({ role: 'link', name: 'Continue' })
      await ada.see(inCard(heading('Account')))
      // The result is gone from the address, before anything else has read it.
      expect(await ada.tab.run(() => location.href, null)).toBe(world.urls.own + path)
      await ada.press(inCard(button('Close')))
      const address = await readAddress(ada)
      expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/)

      // The frame of this site is a known device now.
      await ada.tab.run(() => location.reload(), null)
      await until('the same account', async () => (await readAddress(ada)) === address)
    })

    /** Opens a site and, in a second tab, the mobile wallet with the site's link. */
    async function pairMobile(ada: EngineUser, uri: string): Promise<EngineUser> {
      const { phone } = world.wallets!
      const mobile = userAt(
        engine,
        await engine.open(`${phone.url}/wc?uri=${encodeURIComponent(uri)}`),
      )
      await mobile.see(heading('Connect'))
      await mobile.press(button('Connect'))
      await ada.tab.activate()
      await ada.seeNo(card)
      return mobile
    }

    test('[1.2, 2.6] connects a mobile wallet by a QR code read from a screenshot, and signs', async () => {
      const ada = await visit(`/?mode=dialog&${evmOnly}`)
      await ada.press(connect)
      await ada.press(inCard(matching('^WalletConnect')))
      await ada.see(inCard(button('Copy link')))
      const uri = await until('a code that can be read', () => readCode(ada))
      expect(uri).toMatch(/^wc:[0-9a-f]{64}@2\?/)
      const mobile = await pairMobile(ada, uri)
      await ada.see(account)

      await ada.fill(ask('Sign a message', field('Message')), 'Hello from a phone')
      await ada.press(ask('Sign a message', button('Sign')))
      await mobile.tab.activate()
      await mobile.see(heading('Sign message'))
      await mobile.press(button('Sign'))
      await ada.tab.activate()
      await ada.see({ matches: '^This is the connected account\\.$' })
    })

    test('[1.2] connects a mobile wallet by the copied link', async () => {
      const ada = await visit(`/?mode=dialog&${evmOnly}`)
      await ada.press(connect)
      await ada.press(inCard(matching('^WalletConnect')))
      await ada.tab.run(() => {
        // Intercept the copied text, because not every engine lets a test read the clipboard.
        const { clipboard } = navigator
        const write = clipboard.writeText.bind(clipboard)
        clipboard.writeText = (text) => {
          document.documentElement.dataset.copied = text
          return write(text)
        }
      }, null)
      await ada.press(inCard(button('Copy link')))
      await ada.see(inCard(button('Link copied')))
      const uri = await ada.tab.run(() => document.documentElement.dataset.copied, null)
      await pairMobile(ada, uri!)
      await ada.see(account)
    })

    test('[1.6, 2.4] shows the account with its tokens, and switches the network', async () => {
      const ada = await visit(`/?mode=dialog&${evmOnly}`)
      await connectInstalled(ada)
      await ada.press(account)
      await ada.see(inCard({ matches: 'USDC' }))
      await ada.press(inCard(matching('Foyer Devnet')))
      const wallet = await ada.follow(() => ada.press(inCard(matching('Foyer Devnet Two'))))
      await wallet.press(matching('^(Switch|Add|Approve)'))
      await wallet.closed()
      await ada.see(inCard(matching('Foyer Devnet Two')))
    })

    test('[9.12] has dark colours, and a right-to-left layout', async () => {
      const ada = await visit(`/plain.html?theme=dark&lang=ar&${evmOnly}`)
      await ada.press({ role: 'button', within: { selector: 'foyer-button' } })
      const { style } = await ada.see({ selector: '.card', within: card })
      expect(style).toMatchObject({
        background: 'rgb(23, 22, 20)',
        colour: 'rgb(244, 241, 236)',
        direction: 'rtl',
      })
    })

    test('at phone width the card is a sheet as wide as the page', async () => {
      const ada = await visit(`/plain.html?${evmOnly}`, { width: 390, height: 780 })
      await ada.press(connect)
      const { style } = await ada.see({ selector: '.card', within: card })
      expect(await ada.tab.run(() => innerWidth, null)).toBe(390)
      expect(style.width).toBe(390)
    })
  })
}
