import type { Page } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Kit } from './testHostPage.test.kit.ts'
import { frameOf, type Sites, startSites } from './testSites.test.kit.ts'

declare const kit: Kit
declare const seen: { asked: string[]; signed: number; faults: string[] }

let sites: Sites
let page: Page

beforeAll(async () => {
  sites = await startSites()
})
afterAll(() => sites?.stop())
beforeEach(async () => {
  page = await sites.context.newPage()
  await page.goto(sites.dappA)
})
afterEach(() => page.close())

test('the browser is the one that visitors have: storage is parted by site', async () => {
  const ids = []
  for (const dapp of [sites.dappA, sites.dappB]) {
    await page.goto(dapp)
    await page.evaluate((login) => document.body.append(kit.makeFrame(login)), sites.login)
    const frame = await frameOf(page, sites.login)
    ids.push(
      await frame.evaluate(async () => {
        const stored = localStorage.getItem('id') ?? crypto.randomUUID()
        localStorage.setItem('id', stored)
        return [stored, String(await document.hasStorageAccess())]
      }),
    )
  }
  expect(ids[0]?.[0]).not.toBe(ids[1]?.[0])
  expect(ids.map(([, access]) => access)).toEqual(['false', 'false'])
})

test('[4.7] no frame is made before it is needed', async () => {
  const before = sites.loginHits.length
  await page.evaluate(async (loginUrl) => {
    kit.site = kit.makeSite({ loginUrl, projectId: 'p' })
    await new Promise((resolve) => setTimeout(resolve, 500))
  }, sites.login)
  expect(await page.locator('iframe').count()).toBe(0)
  expect(sites.loginHits.length).toBe(before)
})
