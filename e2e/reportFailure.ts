import { join } from 'node:path'
import { reportPages } from '@foyer/devnet/reportPages'
import type { TestUser } from './testUser.ts'

const folder = join(import.meta.dirname, '../test-results/e2e')

/**
 * Reports the pages of a failed test's users, what all of their pages said, and the servers' logs.
 *
 * @param logs - The servers' lines since the test began.
 */
export async function reportFailure(
  name: string,
  { logs, users }: { logs: readonly string[]; users: readonly TestUser[] },
): Promise<void> {
  const contexts = users.map(({ context }) => context)
  const console = users.flatMap((user) => user.console)
  await reportPages(name, { console, contexts, folder, logs })
}
