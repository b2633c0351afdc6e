/// <reference types="@vitest/browser-playwright" />
import type { Connector, Options } from '@foyer/core'
import jsQr from 'jsqr'
import { onTestFinished } from 'vitest'
import { cdp } from 'vitest/browser'
import { testSession } from '../../testConnector.test.kit.ts'
import { testLogo, testWallet } from '../../testDirectory.test.kit.ts'

/** A pending pairing attempt. */
export type TestAttempt = {
  readonly uri: string
  readonly signal: AbortSignal
  readonly readLink: Connector.PairParameters['readLink']
  readonly approve: () => void
  readonly fail: (error: Error) => void
  /** A wallet scans the code. */
  readonly scan: () => void
  /** Shows the next code. */
  readonly renew: () => string
}

/** A pairing connector controlled by the test, without relay and wallet. */
export type TestPairing = {
  readonly connector: Connector
  readonly attempts: TestAttempt[]
  readonly last: () => TestAttempt
  /** Lifetime of a code, ms. */
  lifeMs: number
  /** Runs before a code is ready. */
  make: () => Promise<void>
  /** Number of prepared codes. */
  prepared: number
}

const hex = (count: number) =>
  Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** A URI in the client's format. @source walletconnect.md 2 */
export function testUri(expiresAt: number): string {
  return `wc:${hex(32)}@2?relay-protocol=irn&symKey=${hex(32)}&expiryTimestamp=${Math.floor(expiresAt / 1000)}`
}

export function testPairing(): TestPairing {
  let ahead: { uri: string; expiresAt: number } | undefined
  const fresh = () => {
    const expiresAt = Date.now() + pairing.lifeMs
    return { uri: testUri(expiresAt), expiresAt }
  }
  const pairing: TestPairing = {
    attempts: [],
    last: () => pairing.attempts.at(-1) as TestAttempt,
    lifeMs: 300_000,
    make: async () => {},
    prepared: 0,
    connector: {
      id: 'walletConnect',
      type: 'WALLET_CONNECT',
      name: 'WalletConnect',
      namespaces: ['eip155'],
      imageUrl: testLogo(1),
      sharesSession: true,
      async prepare({ onUri, signal }) {
        pairing.prepared += 1
        await pairing.make()
        ahead = fresh()
        onUri(ahead)
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
        ahead = undefined
      },
      async connect({ onTaken, onUri, readLink, signal }) {
        await pairing.make()
        let given = ahead ?? fresh()
        onUri(given)
        return new Promise((resolve, reject) =>
          pairing.attempts.push({
            get uri() {
              return given.uri
            },
            signal,
            readLink,
            approve: () => resolve(testSession),
            fail: reject,
            scan: onTaken,
            renew() {
              given = fresh()
              onUri(given)
              return given.uri
            },
          }),
        )
      },
      disconnect: async () => {},
      watch: () => () => {},
    },
  }
  return pairing
}

/** Options with pairing only. */
export function pairingOptions(pairing: TestPairing): Partial<Options> {
  return { connectors: [pairing.connector] }
}

/** A directory wallet with every kind of link. */
export function linkedWallet(index: number, more: Parameters<typeof testWallet>[1] = {}) {
  return testWallet(index, { mobile_link: `wallet${index}://`, ...more })
}

/** Emulates a phone until the test ends. */
export function beOn(platform: 'android' | 'ios'): void {
  const userAgent =
    platform === 'android'
      ? 'Mozilla/5.0 (Linux; Android 15) Chrome/140 Mobile'
      : 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) Version/18 Safari/604'
  override(navigator, 'userAgent', userAgent)
  override(navigator, 'maxTouchPoints', 5)
}

/** Emulates page visibility until the test ends. */
export function beInSight(inSight: boolean): void {
  override(document, 'visibilityState', inSight ? 'visible' : 'hidden')
  document.dispatchEvent(new Event('visibilitychange'))
}

/** Emulates the network status until the test ends. */
export function beOnline(online: boolean): void {
  override(navigator, 'onLine', online)
  window.dispatchEvent(new Event(online ? 'online' : 'offline'))
}

function override(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { configurable: true, get: () => value })
  onTestFinished(() => {
    Reflect.deleteProperty(target, name)
  })
}

/** Records opened windows, in order: `[address, target]`. */
export function watchOpened(): [href: string, target: string][] {
  const opened: [string, string][] = []
  const open = window.open
  window.open = (href, target) => {
    opened.push([String(href), String(target)])
    return null
  }
  onTestFinished(() => {
    window.open = open
  })
  return opened
}

/** The clipboard of the test. @param refuses - Rejects every write. */
export function watchCopied({ refuses = false } = {}): string[] {
  const copied: string[] = []
  override(navigator, 'clipboard', {
    async writeText(text: string) {
      if (refuses) throw new DOMException('no', 'NotAllowedError')
      copied.push(text)
    },
  })
  return copied
}

/** Sets the device pixels per px, until the test ends. */
export async function drawAt(scale: number): Promise<void> {
  const session = cdp()
  await session.send('Emulation.setDeviceMetricsOverride', {
    width: 0,
    height: 0,
    deviceScaleFactor: scale,
    mobile: false,
  })
  onTestFinished(async () => {
    await session.send('Emulation.clearDeviceMetricsOverride')
  })
}

/** Reads a code off the rendered pixels; undefined: none. Inverted codes are not tried. */
export async function scan(element: Element): Promise<{ text: string | undefined; width: number }> {
  const frame = window.frameElement?.getBoundingClientRect() ?? { x: 0, y: 0 }
  const { height, width, x, y } = element.getBoundingClientRect()
  const { data: base64 } = await cdp().send('Page.captureScreenshot', {
    format: 'png',
    clip: { x: frame.x + x, y: frame.y + y, width, height, scale: 1 },
  })
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  const context = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D
  context.drawImage(picture, 0, 0)
  const { data } = context.getImageData(0, 0, picture.width, picture.height)
  const found = read(data, picture.width, picture.height, { inversionAttempts: 'dontInvert' })
  return { text: found?.data, width: picture.width }
}

// Its types are for another module format.
const read = jsQr as unknown as typeof jsQr.default
