import { launchBrowser } from '@foyer/devnet/chromium'
import type { Browser } from 'playwright'

let launching: Promise<Browser> | undefined

/** The browser of a worker, for all its files: each test opens a context of its own. It ends with the process. */
export function workerBrowser(): Promise<Browser> {
  launching ??= launchBrowser()
  return launching
}
