import type { Page } from 'playwright'
import { beforeAll, expect, test } from 'vitest'
import { closeAccountCard, modal } from './loginSteps.ts'
import { enter, newPerson, openProvider, pressProvider, stealCallback } from './socialSteps.ts'
import { testLoginWorld } from './testLoginWorld.ts'
import type { TestUser } from './testUser.ts'

const { newProfile, world } = testLoginWorld({ isWhole: true })
let victim: TestUser
let attacker: TestUser
const person = newPerson('victim')

beforeAll(async () => {
  victim = await newProfile()
  attacker = await newProfile()
  // The provider knows the victim, and asks nothing any more.
  const page = await victim.open(`${world().urls.foreign}/?mode=dialog`)
  await enter(page, 'Google', person, { remember: true })
  await closeAccountCard(page)
  await page.close()
})

/** The attacker begins a login on the allowed site, and keeps the address that its window would go to. */
async function beginAsAttacker(): Promise<{ page: Page; uri: string }> {
  const page = await attacker.context.newPage()
  await page.addInitScript(() => {
    const taken = { uri: '' }
    const location = { replace: (uri: string) => Object.assign(taken, { uri }) }
    const fake = { closed: false, focus() {}, close() {}, location }
    Object.assign(window, { taken, open: () => fake })
  })
  await page.goto(`${world().urls.foreign}/?mode=dialog`)
  await pressProvider(page, 'Google')
  const read = () =>
    page.evaluate(() => (window as unknown as { taken: { uri: string } }).taken.uri)
  await expect.poll(read).toMatch(/\/oauth\/start#/)
  return { page, uri: await read() }
}

test('[T63] an allowed but hostile site logs nobody in as the victim, by a window or by a link', async () => {
  const { page: own, uri } = await beginAsAttacker()
  const site = await victim.open(`${world().urls.foreign}/?mode=dialog`)
  const asked: string[] = []
  victim.context.on('request', (request) => {
    if (request.url().includes('/google/authorize')) asked.push(request.url())
  })
  // Its page holds the victim's frame, which has begun no such login.
  const [window] = await Promise.all([
    site.waitForEvent('popup'),
    site.evaluate((to) => void open(to, 'foyer-social'), uri),
  ])
  await window.getByRole('heading', { name: 'This window is not connected to a login' }).waitFor()
  await window.close()
  // The same as a link, which has no opener.
  const link = await victim.open(uri)
  await link.getByRole('heading', { name: 'This window is not connected to a login' }).waitFor()
  await link.close()
  expect(asked).toEqual([])
  await modal(own).getByText('Continue in the window that has opened.').waitFor()
  await Promise.all([own.close(), site.close()])
})

test('[T61, T64] a stolen answer of the provider gives its result to the site of the login alone', async () => {
  const page = await victim.open(`${world().urls.own}/?mode=dialog`)
  const window = await openProvider(page, 'Discord')
  // The callback's address leaks before the window gets there.
  const callback = await stealCallback(window.url(), person)
  await window.close()
  // In the attacker's browser it is worth nothing.
  const abroad = await attacker.open(callback)
  await abroad.getByRole('heading', { name: 'This login is not yours, or it is over' }).waitFor()
  await abroad.close()
  // In the victim's browser, another site that opens it hears nothing.
  const evil = await victim.open(`${world().urls.second}/plain.html`)
  await evil.evaluate(() => {
    const heard: unknown[] = []
    addEventListener('message', ({ data }) => heard.push(data))
    Object.assign(window, { heard })
  })
  const [opened] = await Promise.all([
    evil.waitForEvent('popup'),
    evil.evaluate((to) => void open(to), callback),
  ])
  if (!opened.isClosed()) await opened.waitForEvent('close')
  expect(await evil.evaluate(() => (window as unknown as { heard: unknown[] }).heard)).toEqual([])
  await Promise.all([evil.close(), page.close()])
})

test('[T60] the answer of one provider is refused for a login at another', async () => {
  const page = await victim.open(`${world().urls.own}/?mode=dialog`)
  const window = await openProvider(page, 'Discord')
  const callback = await stealCallback(window.url(), person)
  await window.goto(callback.replace('/discord?', '/facebook?'))
  await window.getByRole('heading', { name: 'This login is not yours, or it is over' }).waitFor()
  await window.close()
  await modal(page).getByText('The window was closed').waitFor()
  await page.close()
})
