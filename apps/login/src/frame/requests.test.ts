import { devnetAccounts, foyerDevnet, solanaDevnet, startEvm, startSolana } from '@foyer/devnet'
import type { Page } from 'playwright'
import { verifyMessage } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  approveOn,
  cardOf,
  connectKit,
  frameOf,
  inPage,
  type LoginSite,
  logIn,
  openDapp,
  rejectOn,
  startLogin,
} from '../testLogin.test.kit.ts'

let site: LoginSite
let page: Page
let address: `0x${string}`
const stops: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  const evm = await startEvm({ chainId: foyerDevnet.id, port: 0 })
  stops.push(() => evm.stop())
  site = await startLogin({ chains: new Map([[foyerDevnet.caipId, evm.url]]) })
  stops.push(() => site.stop())
  page = await openDapp(site.context, site.dappA, site)
  page.on('console', (m) => console.log('page:', m.text()))
  await logIn(page, site, { email: 'ann@example.org' })
  address = (await connectKit(page)).eip155 as `0x${string}`
})
afterAll(async () => {
  for (const stop of stops.reverse()) await stop()
})

test('signs a message', async () => {
  const signing = inPage(page, (kit) =>
    kit.signMessage(kit.site.foyer, { message: 'Good morning' }),
  )
  const frame = await frameOf(page, site.login)
  await cardOf(frame).waitFor()
  expect(await cardOf(frame).innerText()).toContain('Good morning')
  await approveOn(page, frame)
  const signature = await signing
  expect(
    await verifyMessage({
      address,
      message: 'Good morning',
      signature: signature as `0x${string}`,
    }),
  ).toBe(true)
})
