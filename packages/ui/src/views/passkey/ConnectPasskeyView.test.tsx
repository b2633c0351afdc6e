import { FoyerError } from '@foyer/protocol'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, expectAlert, makeModal, plainFoyer } from '../../makeModal.test.kit.ts'
import { testLogin } from '../../testLogin.test.kit.ts'

const button = (name: string) => page.getByRole('button', { name })

async function opened(failures: FoyerError[] = []) {
  await page.viewport(800, 800)
  const login = testLogin()
  login.answers = {
    async connectPasskey() {
      const failure = failures.shift()
      if (failure) throw failure
      login.isIn = true
    },
  }
  const modal = makeModal(plainFoyer({ connectors: [login.connector] }))
  await modal.open()
  return { login, modal }
}

test('[1.11] a passkey below the email field opens the wallet, and the account is shown', async () => {
  const { login, modal } = await opened()
  await button('Use a passkey').click()
  await expect.element(page.getByRole('heading', { name: 'Account' })).toBeVisible()
  expect(login.asked[0]).toBe('connectPasskey')
  await expectAccessible(modal)
})

test('[1.11] says why no wallet was opened, and tries again', async () => {
  const { login, modal } = await opened([
    new FoyerError('user-rejected'),
    new FoyerError('internal'),
    new FoyerError('frame-load-failed'),
  ])
  await button('Use a passkey').click()
  await expectAlert('It was closed before the wallet was open.')
  await expectAccessible(modal)
  await button('Try again').click()
  await expectAlert('The wallet could not be opened. Try again.')
  await button('Try again').click()
  await expect.poll(() => login.asked).toHaveLength(3)
  await expect.element(button('Try again')).toBeVisible()
  await button('Try again').click()
  await expect.element(page.getByRole('heading', { name: 'Account' })).toBeVisible()
})
