import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from 'playwright'

/** It asks nobody for anything. */
const quiet = [
  '--no-sandbox',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
]

/** Two pages of the address bar, which every new window loads and never shows: half the processor time of a short test. */
const addressBarPages = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** What Playwright 1.65 switches off: Chromium reads the last list only, so a list of one's own must repeat it. */
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

const asPeopleHaveIt = [
  '--headless',
  '--remote-debugging-pipe',
  '--no-default-browser-check',
  '--password-store=basic',
  '--use-mock-keychain',
  '--hide-scrollbars',
  '--mute-audio',
]

/**
 * How Chromium is launched, with Playwright's own flags besides.
 *
 * @throws Error where there is no such Chromium
 */
export function chromiumOptions(executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium'): {
  executablePath: string
  args: string[]
} {
  if (!existsSync(executablePath))
    throw new Error(`There is no Chromium at ${executablePath}: name one in CHROMIUM.`)
  return { executablePath, args: [...quiet, without(...playwrightFeatures, ...addressBarPages)] }
}

/**
 * Opens a browser profile as people have it: Playwright's own flags switch the partitions of storage off, so none of them is
 * used.
 *
 * @returns The profile, and what ends the browser and takes the profile's folder away.
 * @source security Appendix A
 */
export async function openProfile({
  blocksStorage = false,
  folder: given,
  hasPartitions = true,
  viewport = { width: 1280, height: 720 },
}: openProfile.Options = {}): Promise<{ context: BrowserContext; close: () => Promise<void> }> {
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'foyer-profile-')))
  if (blocksStorage) {
    // What "block all site data" of Chromium writes.
    const preferences = { profile: { default_content_setting_values: { cookies: 2 } } }
    await mkdir(join(folder, 'Default'))
    await writeFile(join(folder, 'Default/Preferences'), JSON.stringify(preferences))
  }
  const { args, executablePath } = chromiumOptions()
  const own = [...quiet, without(...addressBarPages), ...asPeopleHaveIt]
  const context = await chromium.launchPersistentContext(folder, {
    executablePath,
    viewport,
    ignoreDefaultArgs: hasPartitions,
    // An empty page: the browser's own first page is a site of many scripts.
    args: hasPartitions ? [...own, `--user-data-dir=${folder}`, 'about:blank'] : args,
  })
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
    /** Sites may keep nothing. @default false */
    blocksStorage?: boolean
    /** A profile that outlives the browser. @default a new one, gone with the browser */
    folder?: string
    /** False: with Playwright's own flags, a frame of another site keeps nothing. @default true */
    hasPartitions?: boolean
    /** CSS px. @default 1280 × 720 */
    viewport?: { width: number; height: number }
  }
}
