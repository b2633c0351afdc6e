import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { launchBrowser } from './chromium.ts'
import { listContexts } from './openPages.ts'
import { reportPages } from './reportPages.ts'

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-report-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

it('reports what each open page and its frames show and said, with a screenshot', async () => {
  const print = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => print.mockRestore())
  const browser = await launchBrowser()
  onTestFinished(() => browser.close())
  const page = await browser.newPage()
  await page.setContent('<h1>Good morning</h1><iframe srcdoc="<button>Press me</button>"></iframe>')
  await page.frameLocator('iframe').getByRole('button').waitFor()
  await page.evaluate(() => console.log('said here'))
  const folder = await makeFolder()
  await reportPages('a test: failed', { folder })
  const files = (await readdir(folder)).filter((name) => name.endsWith('.png'))
  expect(files).toEqual(['a-test-failed-1.png'])
  const report = await readFile(join(folder, 'a-test-failed.log'), 'utf8')
  for (const part of ['heading "Good morning"', 'button "Press me"', 'log: said here'])
    expect(report).toContain(part)
  expect(print).toHaveBeenCalledWith(report)
})

it('forgets a browser that is closed, and reports nothing without pages', async () => {
  const before = listContexts().length
  const browser = await launchBrowser()
  await browser.newContext()
  expect(listContexts()).toHaveLength(before + 1)
  await browser.close()
  expect(listContexts()).toHaveLength(before)
  const folder = await makeFolder()
  await reportPages('a test', { contexts: [], folder })
  expect(await readdir(folder)).toEqual([])
})
