import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { type Visitor, visit } from './visitor.ts'

/**
 * A browser profile as people have it: Playwright's own flags switch the partitions of storage off, so none of them is used.
 *
 * @source security Appendix A
 */
export async function launchProfile(): Promise<Visitor> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-profile-'))
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    ignoreDefaultArgs: true,
    args: [
      `--user-data-dir=${folder}`,
      '--headless',
      '--remote-debugging-pipe',
      '--no-sandbox',
      '--no-first-run',
      '--no-default-browser-check',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--password-store=basic',
      '--use-mock-keychain',
      '--hide-scrollbars',
      '--mute-audio',
    ],
    viewport: { width: 1100, height: 900 },
  })
  const visitor = visit(context)
  return {
    ...visitor,
    async close() {
      await visitor.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
