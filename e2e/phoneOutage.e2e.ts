import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { ask } from './ask.ts'
import { asks, connectPhone, openSite, press } from './phoneSteps.ts'
import { accountButton, card } from './testUser.ts'
import { testOwnWorld } from './testWorld.ts'

const { newUser, open, world } = testOwnWorld()

async function signAgain(site: Page, phone: Page): Promise<void> {
  const sign = ask(site, 'Sign a message')
  await sign.getByRole('button', { name: 'Sign' }).click()
  await asks(phone, 'Sign message')
  await press(phone, 'Sign')
  await sign.getByText('This is the connected account.').waitFor()
}

test('a request survives a reload of the wallet’s page', async () => {
  const { phone, site } = await connectPhone(await openSite(open), world())
  const sign = ask(site, 'Sign a message')
  await sign.getByRole('button', { name: 'Sign' }).click()
  await asks(phone, 'Sign message')
  await phone.reload()
  await asks(phone, 'Sign message')
  await press(phone, 'Sign')
  await sign.getByText('This is the connected account.').waitFor()
})

test('a site that reloads during a request stays connected, and its wallet can still answer', async () => {
  const { phone, site } = await connectPhone(await openSite(open), world())
  await ask(site, 'Sign a message').getByRole('button', { name: 'Sign' }).click()
  await asks(phone, 'Sign message')
  await site.reload()
  await accountButton(site).first().getByText('alice.eth').waitFor()
  await press(phone, 'Sign')
  await phone.getByText('Done. Go back to Foyer.').waitFor()
  await signAgain(site, phone)
})

test('a wallet that was offline receives the request when it is back', async () => {
  const site = await openSite(open)
  const other = await newUser()
  const { phone } = await connectPhone(site, world(), other.context)
  await other.context.setOffline(true)
  await phone.getByText('Offline').waitFor()
  const sign = ask(site, 'Sign a message')
  await sign.getByRole('button', { name: 'Sign' }).click()
  // Its socket is closed too, so nothing arrives while it is offline.
  await site.waitForTimeout(1_500)
  expect(await phone.getByRole('heading', { name: 'Sign message' }).count()).toBe(0)
  await other.context.setOffline(false)
  await asks(phone, 'Sign message')
  await press(phone, 'Sign')
  await sign.getByText('This is the connected account.').waitFor()
})

test('a relay that restarts during a request delivers the answer', async () => {
  const { phone, site } = await connectPhone(await openSite(open), world())
  const sign = ask(site, 'Sign a message')
  await sign.getByRole('button', { name: 'Sign' }).click()
  await asks(phone, 'Sign message')
  await world().relay.stop()
  await phone.getByText('Offline').waitFor()
  const again = await world().startRelayAgain()
  try {
    await press(phone, 'Sign')
    await sign.getByText('This is the connected account.').waitFor({ timeout: 120_000 })
    await signAgain(site, phone)
    expect(await card(site).count()).toBe(0)
  } finally {
    await again.stop()
  }
})
