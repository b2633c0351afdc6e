import { connect, type GrantedPermission } from '@foyer/core'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, makeModal } from '../../makeModal.test.kit.ts'
import { testFoyer } from '../../testFoyer.test.kit.ts'
import { grantPermissions, testLogin } from '../../testLogin.test.kit.ts'

beforeEach(() => page.viewport(800, 900))

const agent = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const granted: GrantedPermission = {
  ...{
    chainId: 'eip155:1',
    from: agent,
    to: agent,
    type: 'native-token-periodic',
    context: '0xab',
  },
  data: { periodAmount: '0x38d7ea4c68000', periodDuration: 86_400 },
  ...{ expiresAt: Date.UTC(2030, 0), rules: [], delegationManager: undefined, dependencies: [] },
}

async function account(list: readonly GrantedPermission[]) {
  const login = testLogin()
  login.isIn = true
  login.types = ['smartAccount', 'eoa']
  const { foyer } = await testFoyer({
    connected: false,
    options: { connectors: [login.connector] },
  })
  const wallet = grantPermissions(foyer, list)
  await connect(foyer, { connector: login.connector })
  const modal = makeModal(foyer)
  await modal.open()
  return { modal, wallet }
}

test('[7.36] lists what acts for the user on this site, and stops it', async () => {
  const other = { ...granted, type: 'contract-call', context: '0xcd', data: {} }
  const { modal, wallet } = await account([granted, other])
  await expect
    .element(page.getByRole('region', { name: 'Acts for you on this site' }))
    .toBeVisible()
  await expect
    .element(page.getByText('0x7099…79C8: at most 0.001 ETH every 24 hours'))
    .toBeVisible()
  await expect.element(page.getByText(/within the limits that you set/)).toBeVisible()
  await expectAccessible(modal)
  await page.getByRole('button', { name: 'Stop 0x7099…79C8' }).first().click()
  await expect.poll(() => wallet.revoked).toEqual(['0xab'])
  await expect.element(page.getByText(/It is final once the network confirms it/)).toBeVisible()
  await expect.poll(() => page.getByText(/within the limits/).elements().length).toBe(1)
  expect(page.getByText(/at most 0.001 ETH/).elements()).toEqual([])
})

test('shows nothing where nothing was granted on this network', async () => {
  await account([{ ...granted, chainId: 'eip155:10' }])
  await expect.element(page.getByRole('radio', { name: 'Smart account' })).toBeVisible()
  expect(page.getByRole('region', { name: 'Acts for you on this site' }).elements()).toEqual([])
})

test.each([
  [true, 1],
  [false, 0],
])(
  '[2.20] with smartSessions %s an installed wallet’s account lists them %i times',
  async (smartSessions, times) => {
    const { foyer } = await testFoyer({ options: { features: { smartSessions } } })
    grantPermissions(foyer, [granted])
    await makeModal(foyer).open()
    await expect.element(page.getByRole('button', { name: 'Disconnect' })).toBeVisible()
    const region = page.getByRole('region', { name: 'Acts for you on this site' })
    await expect.poll(() => region.elements().length).toBe(times)
  },
)
