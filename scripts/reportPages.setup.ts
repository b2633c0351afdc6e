/** A failed test with pages of its own reports them: a screenshot in `test-results/pages/`, contents and consoles in the output. */
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { listContexts } from '../devnet/src/openPages.ts'

afterEach(async ({ task }) => {
  const contexts = listContexts()
  if (task.result?.state !== 'fail' || contexts.length === 0) return
  const { reportPages } = await import('../devnet/src/reportPages.ts')
  const folder = join(import.meta.dirname, '../test-results/pages')
  await reportPages(task.name, { contexts, folder })
})
