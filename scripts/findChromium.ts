import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

const commands = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

/** Install paths of Chromium or Chrome outside of the PATH. */
function usualPaths(): string[] {
  if (process.platform === 'darwin')
    return ['', homedir()].flatMap((root) => [
      join(root, '/Applications/Chromium.app/Contents/MacOS/Chromium'),
      join(root, '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'),
    ])
  if (process.platform === 'win32')
    return ['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData']
      .flatMap((name) => process.env[name] ?? [])
      .flatMap((root) => [
        join(root, 'Chromium/Application/chrome.exe'),
        join(root, 'Google/Chrome/Application/chrome.exe'),
      ])
  return ['/usr/bin', '/usr/local/bin', '/snap/bin'].flatMap((folder) =>
    commands.map((command) => join(folder, command)),
  )
}

/** Chromium builds installed by `npx playwright install chromium`, newest first. */
function playwrightPaths(): string[] {
  const caches: Partial<Record<NodeJS.Platform, string>> = {
    darwin: join(homedir(), 'Library/Caches/ms-playwright'),
    win32: join(process.env.LocalAppData ?? homedir(), 'ms-playwright'),
  }
  const cache =
    process.env.PLAYWRIGHT_BROWSERS_PATH ??
    caches[process.platform] ??
    join(homedir(), '.cache/ms-playwright')
  if (!existsSync(cache)) return []
  const programs = [
    'chrome-linux64/chrome',
    'chrome-linux/chrome',
    'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
    'chrome-mac/Chromium.app/Contents/MacOS/Chromium',
    'chrome-win64/chrome.exe',
    'chrome-win/chrome.exe',
  ]
  return readdirSync(cache)
    .filter((name) => /^chromium-\d+$/.test(name))
    .sort((a, b) => Number(b.slice(9)) - Number(a.slice(9)))
    .flatMap((name) => programs.map((program) => join(cache, name, program)))
}

/**
 * Finds Chromium or Chrome on this machine: `CHROMIUM`, the PATH, the usual paths, Playwright's cache.
 *
 * @returns Its path, or undefined if there is none.
 * @throws Error if `CHROMIUM` is set to a file that does not exist, since a wrong setting must not be ignored silently.
 */
export function findChromium(): string | undefined {
  const set = process.env.CHROMIUM
  if (set) {
    if (!existsSync(set)) throw new Error(`CHROMIUM is ${set}, and there is no such file`)
    return set
  }
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((folder) => folder !== '')
    .flatMap((folder) => commands.map((command) => join(folder, command)))
  return [...onPath, ...usualPaths(), ...playwrightPaths()].find((path) => existsSync(path))
}
