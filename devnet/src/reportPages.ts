import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright'
import { listContexts } from './openPages.ts'

/**
 * Saves screenshots of a failed test's pages, and prints what they show, their consoles and the servers' logs; without pages
 * and logs it does nothing.
 *
 * @param name - The test's name.
 * @param options.console - Console lines of all pages, closed ones too. @default those of the open pages
 * @param options.contexts - The pages' contexts. @default all that this process has open
 * @param options.folder - For the screenshots and the report.
 * @param options.logs - The servers' lines since the test began. @default none
 */
export async function reportPages(
  name: string,
  {
    console: given,
    contexts = listContexts(),
    folder,
    logs = [],
  }: {
    folder: string
    contexts?: readonly BrowserContext[]
    console?: readonly string[]
    logs?: readonly string[]
  },
): Promise<void> {
  const pages = contexts.flatMap((context) => context.pages())
  if (pages.length === 0 && logs.length === 0) return
  await mkdir(folder, { recursive: true })
  const base = join(folder, name.replace(/[^\w]+/g, '-').slice(0, 100))
  const said: string[] = []
  for (const page of pages) {
    const path = `${base}-${said.length + 1}.png`
    const shot = await page.screenshot({ path, timeout: 5_000 }).then(
      () => path,
      (error: Error) => `no screenshot: ${error.message.split('\n')[0]}`,
    )
    said.push([page.url(), shot, ...(await readFrames(page))].join('\n  '))
  }
  const consoles = given ?? (await Promise.all(pages.map(readConsole))).flat()
  const parts = [
    ['pages', said],
    ['console', consoles],
    ['servers', logs],
  ] as const
  const report = parts
    .map(([title, lines]) => [`── ${title} of "${name}"`, ...lines.slice(-60)].join('\n'))
    .join('\n')
  await writeFile(`${base}.log`, report)
  console.error(report)
}

/** Most characters of a frame's contents in the report. */
const longest = 1_500

/** Reads the roles and names that each frame shows, since a screenshot may be out of reach. A frame that does not answer says so. */
async function readFrames(page: Page): Promise<string[]> {
  const shown = page.frames().map(async (frame) => {
    const tree = await frame
      .locator('body')
      .ariaSnapshot({ timeout: 5_000 })
      .catch((error: Error) => `no contents: ${error.message.split('\n')[0]}`)
    return [frame.url(), ...tree.slice(0, longest).split('\n')].join('\n    ')
  })
  return Promise.all(shown)
}

async function readConsole(page: Page): Promise<string[]> {
  // A page may close meanwhile.
  const [messages, errors] = await Promise.all([
    page.consoleMessages().catch(() => []),
    page.pageErrors().catch(() => []),
  ])
  return [
    ...messages.map((message) => `${message.type()}: ${message.text()}`),
    ...errors.map((error) => `uncaught: ${error.message}`),
  ]
}
