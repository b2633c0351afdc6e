import { existsSync, statfsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { type Browser, type BrowserContext, chromium } from 'playwright'
import { addContexts } from './openPages.ts'
import { waitMs } from './waitMs.ts'

/** Denies every permission without a prompt. */
const quiet = [
  '--no-sandbox',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
]

/** Two pages of the address bar that every new window loads but never shows: half the CPU time of a short test. */
const addressBarPages = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** The features that Playwright 1.65 disables. Chromium reads only the last list, so our own list must repeat them. */
const playwrightFeatures = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

const without = (...features: readonly string[]) => `--disable-features=${features.join(',')}`

/** Flags in addition to Playwright's own. */
const addedFlags = [...quiet, without(...playwrightFeatures, ...addressBarPages)]

const asPeopleHaveIt = [
  '--headless',
  '--remote-debugging-pipe',
  '--no-default-browser-check',
  '--password-store=basic',
  '--use-mock-keychain',
  '--hide-scrollbars',
  '--mute-audio',
]

/** Frames of other sites have no cookies: the default of the whole browser, but not of the headless shell. */
const cookiesOfWhole = '--test-third-party-cookie-phaseout'

const chromiumPath = () => process.env.CHROMIUM ?? '/usr/bin/chromium'

function requireFile(path: string): string {
  if (!existsSync(path))
    throw new Error(`There is no Chromium at ${path}: set its path in CHROMIUM.`)
  return path
}

/**
 * Launches Chromium with our flags in addition to Playwright's: in Debian's headless shell if that is installed beside it, the
 * same engine in the same version without a browser's windows, with which tests take a third less CPU time.
 *
 * @param options.isWhole - The whole browser in any case. @default whether `PWDEBUG` wants a window
 * @throws Error if Chromium is not installed
 */
export function chromiumOptions(
  path = chromiumPath(),
  { isWhole }: { isWhole?: boolean } = {},
): {
  executablePath: string
  args: string[]
  ignoreDefaultArgs: string[]
} {
  return {
    executablePath: pickProgram(path, isWhole),
    args: addedFlags,
    // This flag of Playwright puts shared memory into files: gigabytes on the disk in a run of all tests.
    ignoreDefaultArgs: hasSharedMemory() ? ['--disable-dev-shm-usage'] : [],
  }
}

function pickProgram(path: string, isWhole = Boolean(process.env.PWDEBUG)): string {
  const whole = requireFile(path)
  const shell = join(dirname(path), 'chromium-headless-shell')
  return !isWhole && basename(path) === 'chromium' && existsSync(shell) ? shell : whole
}

/** The pages of a whole run share up to 3 GB. Containers often have 64 MB, with which pages crash. */
function hasSharedMemory(): boolean {
  if (!existsSync('/dev/shm')) return false
  const { bavail, bsize } = statfsSync('/dev/shm')
  return bavail * bsize > 4 * 2 ** 30
}

/**
 * Launches a browser with {@link chromiumOptions}. Its pages are in the report of a failed test, and wait {@link waitMs} for what
 * a test asks for.
 */
export async function launchBrowser(options?: { isWhole?: boolean }): Promise<Browser> {
  const browser = await chromium.launch(chromiumOptions(undefined, options))
  browser.on('context', (context) => context.setDefaultTimeout(waitMs))
  browser.once(
    'disconnected',
    addContexts(() => browser.contexts()),
  )
  return browser
}

/**
 * Opens a browser profile like a user's. It uses none of Playwright's flags, because they disable storage partitioning.
 *
 * @returns The profile, and a function that closes the browser and deletes the profile's folder.
 * @source security Appendix A
 */
export async function openProfile({
  blocksStorage = false,
  folder: given,
  hasMotion = false,
  hasPartitions = true,
  isWhole = true,
  viewport = { width: 1280, height: 720 },
}: openProfile.Options = {}): Promise<{ context: BrowserContext; close: () => Promise<void> }> {
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'foyer-profile-')))
  if (blocksStorage) {
    // The setting that "block all site data" writes in Chromium.
    const preferences = { profile: { default_content_setting_values: { cookies: 2 } } }
    await mkdir(join(folder, 'Default'))
    await writeFile(join(folder, 'Default/Preferences'), JSON.stringify(preferences))
  }
  const path = chromiumPath()
  // The headless shell reads no settings of a profile.
  const executablePath = pickProgram(path, isWhole || blocksStorage)
  const cookies = executablePath === path ? [] : [cookiesOfWhole]
  const own = [...quiet, without(...addressBarPages), ...asPeopleHaveIt, ...cookies]
  const context = await chromium.launchPersistentContext(folder, {
    executablePath,
    viewport,
    reducedMotion: hasMotion ? 'no-preference' : 'reduce',
    ignoreDefaultArgs: hasPartitions,
    // An empty page: the browser's own first page loads many scripts.
    args: hasPartitions ? [...own, `--user-data-dir=${folder}`, 'about:blank'] : addedFlags,
  })
  context.setDefaultTimeout(waitMs)
  context.once(
    'close',
    addContexts(() => [context]),
  )
  return {
    context,
    async close() {
      await context.close()
      if (given === undefined) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

export declare namespace openProfile {
  type Options = {
    /** Blocks all site data. @default false */
    blocksStorage?: boolean
    /** A profile folder that is kept. @default a new one, deleted with the browser */
    folder?: string
    /** Whether pages may move; otherwise each click need not wait until nothing moves. @default false */
    hasMotion?: boolean
    /** False: with Playwright's own flags, a third-party frame has no storage. @default true */
    hasPartitions?: boolean
    /** False: in the headless shell, see {@link chromiumOptions}, which blocks no popup. @default true */
    isWhole?: boolean
    /** CSS px. @default 1280 × 720 */
    viewport?: { width: number; height: number }
  }
}
