import type { SiwfWrong } from '@foyer/devnet'
import { loginFarcaster, loginFarcasterEnd } from '@foyer/protocol/login'
import { openDevice, site, type TestDevice, type TestLogin } from '../startTestLogin.test.kit.ts'

type Choice = { user: string; wrong?: SiwfWrong }

/** Opens the address of a QR code in the devnet's app, and decides there. @returns the page's status */
export async function decideInApp(uri: string, { user, wrong = 'none' }: Choice): Promise<number> {
  const { pathname, port, search } = new URL(uri)
  const body = new URLSearchParams(user === 'refuse' ? { user } : { typed: user, wrong, user: '' })
  // Node may not resolve names below localhost.
  return (await fetch(`http://127.0.0.1:${port}${pathname}${search}`, { method: 'POST', body }))
    .status
}

/** A whole login, with its end. */
export async function logInByApp(
  test: TestLogin,
  { device, ...choice }: Choice & { device?: TestDevice },
) {
  const used = device ?? (await openDevice(test))
  const { txnId, uri } = await used.call(loginFarcaster, { site })
  const waiting = used.call(loginFarcasterEnd, { txnId })
  const status = await decideInApp(uri, choice)
  if (status !== 200) throw new Error(`The app answers ${status}`)
  return { device: used, end: await waiting, txnId, uri }
}
