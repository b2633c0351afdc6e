import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestUser } from './testUser.ts'

const folder = join(import.meta.dirname, '../test-results/e2e')

/**
 * Saves screenshots of a failed test's pages, and prints their consoles and the servers' logs.
 *
 * @param name - The test's name.
 * @param logs - The servers' lines since the test began.
 */
export async function reportPages(
  name: string,
  { logs, users }: { logs: readonly string[]; users: readonly TestUser[] },
): Promise<void> {
  await mkdir(folder, { recursive: true })
  const base = join(folder, name.replace(/[^\w]+/g, '-').slice(0, 100))
  const said: string[] = []
  for (const page of users.flatMap(({ context }) => context.pages())) {
    const path = `${base}-${said.length + 1}.png`
    const shot = await page.screenshot({ path, timeout: 5_000 }).then(
      () => path,
      (error: Error) => `no screenshot: ${error.message.split('\n')[0]}`,
    )
    said.push(`${page.url()}\n  ${shot}`)
  }
  const parts = [
    ['pages', said],
    ['console', users.flatMap(({ console }) => console)],
    ['servers', logs],
  ] as const
  const report = parts
    .map(([title, lines]) => [`── ${title} of "${name}"`, ...lines.slice(-60)].join('\n'))
    .join('\n')
  await writeFile(`${base}.log`, report)
  console.error(report)
}
