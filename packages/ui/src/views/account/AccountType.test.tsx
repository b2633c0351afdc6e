import { connect } from '@foyer/core'
import { FoyerError } from '@foyer/protocol'
import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, expectAlert, makeModal } from '../../makeModal.test.kit.ts'
import { testFoyer } from '../../testFoyer.test.kit.ts'
import { nameCapabilities, testLogin } from '../../testLogin.test.kit.ts'

beforeEach(() => page.viewport(800, 900))

/** The account of a login with both types, the first one in use. */
async function account(
  types: readonly ('eoa' | 'smartAccount')[],
  named: Readonly<Record<string, unknown>> = {},
) {
  const login = testLogin()
  login.isIn = true
  login.types = types
  const { foyer } = await testFoyer({
    connected: false,
    options: { connectors: [login.connector] },
  })
  const calls = nameCapabilities(foyer, named)
  await connect(foyer, { connector: login.connector })
  const modal = makeModal(foyer)
  await modal.open()
  return { calls, foyer, login, modal }
}

test('[4.10] [6.5] a login with both account types sets the preferred one; reports a failure', async () => {
  const { foyer, login, modal } = await account(['smartAccount', 'eoa'])
  await expect.element(page.getByRole('radio', { name: 'Smart account' })).toBeChecked()
  await expect.element(page.getByText('There are no smart accounts on Ethereum.')).toBeVisible()
  await expectAccessible(modal)
  await page.getByRole('radio', { name: 'Standard' }).click()
  await expect.poll(() => login.asked).toContain('prefer eoa')
  await expect.poll(() => foyer.store.get().preferredAccountTypes.eip155).toBe('eoa')
  Object.assign(login.connector, {
    setPreferredAccount: () => Promise.reject(new FoyerError('request-timed-out')),
  })
  await page.getByRole('radio', { name: 'Standard' }).click()
  await expectAlert('The account could not be changed.')
})

test('a wallet that could not answer in time is asked again', async () => {
  const { calls, modal } = await account(['smartAccount', 'eoa'], {
    smartAccount: { upgraded: true },
  })
  await expect.element(page.getByRole('button', { name: /Undo the upgrade/ })).toBeVisible()
  await modal.open('Settings')
  await expect.element(page.getByRole('radio', { name: 'Dark' })).toBeVisible()
  const { getCapabilities } = calls
  let asked = 0
  calls.getCapabilities = async () => (++asked > 1 ? getCapabilities() : undefined)
  await modal.open('Account')
  await expect.element(page.getByRole('radio', { name: 'Smart account' })).toBeChecked()
  await expect.element(page.getByRole('button', { name: /Undo the upgrade/ })).toBeVisible()
  expect(asked).toBe(2)
})

test('says what the first batch will do, without a way back from what has not happened', async () => {
  await account(['smartAccount', 'eoa'], { smartAccount: { upgraded: false } })
  await expect.element(page.getByText(/your account is upgraded on Ethereum/)).toBeVisible()
  expect(page.getByRole('button', { name: /Undo the upgrade/ }).elements()).toEqual([])
})

test.each([
  ['smartAccount', /several things need one confirmation/],
  ['eoa', /Each thing you do is a transaction of its own/],
] as const)(
  'an upgraded account that is used as %s can be made a plain one again',
  async (type, text) => {
    const types = [type, type === 'eoa' ? 'smartAccount' : 'eoa'] as const
    const { login, modal } = await account(types, { smartAccount: { upgraded: true } })
    await expect.element(page.getByText(text)).toBeVisible()
    await expectAccessible(modal)
    await page.getByRole('button', { name: 'Undo the upgrade on Ethereum' }).click()
    await expect.poll(() => login.waiting.size).toBe(1)
    const [waiting] = [...login.waiting.values()]
    waiting?.approve(`0x${'ab'.repeat(32)}`)
    await expect
      .element(page.getByText(/Your account on Ethereum is a plain one again once/))
      .toBeVisible()
  },
)
