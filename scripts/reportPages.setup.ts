/** A failed test with pages of its own reports them: a screenshot in `test-results/pages/`, contents and consoles in the output. */
import { join } from 'node:path'
import { reportPages } from '@foyer/devnet/reportPages'
import { afterEach } from 'vitest'

const folder = join(import.meta.dirname, '../test-results/pages')

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await reportPages(task.name, { folder })
})
