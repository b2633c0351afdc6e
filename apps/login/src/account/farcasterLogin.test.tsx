import { FoyerError } from '@foyer/protocol'
import { loginFarcaster, loginFarcasterEnd } from '@foyer/protocol/login'
import { PrimitivesRoot } from '@foyer/ui/primitives'
import axe from 'axe-core'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { AccountContext } from './AccountContext.ts'
import { createPageAccount } from './createPageAccount.ts'
import { FarcasterLogin } from './FarcasterLogin.tsx'
import { fakeSession } from './fakeSession.test.kit.ts'

const uri = 'https://farcaster.example/~/siwf?channelToken=abc'

/** The step, with the answers of the server to the wait, one after the other. */
function show(...ends: (object | Error)[]) {
  const session = fakeSession({ loaded: { status: 'signed-out' } })
  const asked: string[] = []
  session.call = async ({ path }) => {
    asked.push(path)
    if (path === loginFarcaster.path) return { txnId: crypto.randomUUID(), uri } as never
    if (path !== loginFarcasterEnd.path) return session.facts as never
    const next = ends.shift()
    if (next instanceof Error) throw next
    return (next ?? (await new Promise(() => {}))) as never
  }
  const place = document.body.appendChild(document.createElement('main'))
  const root = createRoot(place)
  const onBack = vi.fn()
  root.render(
    <PrimitivesRoot root={document}>
      <AccountContext value={createPageAccount(session)}>
        <FarcasterLogin onBack={onBack} />
      </AccountContext>
    </PrimitivesRoot>,
  )
  onTestFinished(() => {
    root.unmount()
    place.remove()
  })
  return { asked, onBack, session }
}

test('shows a code, the host to check and a link, and logs in with the app’s answer', async () => {
  const { session } = show({ status: 'pending' }, new FoyerError('http-failed'), {
    status: 'connected',
    ticket: 't',
    fid: '1',
    userName: 'ada',
  })
  await expect
    .element(page.getByRole('img', { name: 'QR code for your Farcaster app' }))
    .toBeVisible()
  await expect.element(page.getByText(location.host)).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Open Farcaster here' }))
    .toHaveAttribute('href', uri)
  const { violations } = await axe.run(document.body)
  expect(violations.map(({ id }) => id)).toEqual([])
  await expect.poll(() => session.asked).toContain('logIn')
})

test.each([
  ['denied', 'You refused in Farcaster. Nothing was changed.'],
  ['expired', 'This code has expired. A code is valid for five minutes.'],
  ['refused', 'The answer was not for this login. Nothing was changed.'],
])(
  'says that the login ended as %s, and makes another code only when asked',
  async (status, text) => {
    const { asked, onBack } = show({ status })
    await expect.element(page.getByText(text)).toBeVisible()
    const codes = () => asked.filter((path) => path === loginFarcaster.path).length
    expect(codes()).toBe(1)
    await page.getByRole('button', { name: 'New code' }).click()
    await expect
      .element(page.getByRole('img', { name: 'QR code for your Farcaster app' }))
      .toBeVisible()
    expect(codes()).toBe(2)
    await page.getByRole('button', { name: 'Use an email address instead' }).click()
    expect(onBack).toHaveBeenCalledOnce()
  },
)
