import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Visitor } from './visitor.ts'

const folder = join(import.meta.dirname, '../test-results/e2e')

/**
 * Keeps how the pages of a failed test look, and prints what they and the servers said.
 *
 * @param name - The test's.
 * @param logs - The lines of the servers since the test began.
 */
export async function reportPages(
  name: string,
  { logs, visitors }: { logs: readonly string[]; visitors: readonly Visitor[] },
): Promise<void> {
  await mkdir(folder, { recursive: true })
  const base = join(folder, name.replace(/[^\w]+/g, '-').slice(0, 100))
  const said: string[] = []
  for (const page of visitors.flatMap(({ context }) => context.pages())) {
    const path = `${base}-${said.length + 1}.png`
    const shot = await page.screenshot({ path, timeout: 5_000 }).then(
      () => path,
      (error: Error) => `no screenshot: ${error.message.split('\n')[0]}`,
    )
    said.push(`${page.url()}\n  ${shot}`)
  }
  const parts = [
    ['pages', said],
    ['console', visitors.flatMap(({ console }) => console)],
    ['servers', logs],
  ] as const
  const report = parts
    .map(([title, lines]) => [`── ${title} of "${name}"`, ...lines.slice(-60)].join('\n'))
    .join('\n')
  await writeFile(`${base}.log`, report)
  console.error(report)
}
