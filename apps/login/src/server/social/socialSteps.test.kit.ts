import { randomBytes } from 'node:crypto'
import type { WrongAnswer } from '@foyer/devnet'
import type { BodyOf } from '@foyer/protocol'
import {
  loginSocial,
  loginSocialBind,
  loginSocialEnd,
  loginSocialOpen,
} from '@foyer/protocol/login'
import { openDevice, site, type TestDevice, type TestLogin } from '../startTestLogin.test.kit.ts'

/** A browser's address and user agent, as a proxy passes them on. */
type Place = { ip?: string; userAgent?: string }
const desktop =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
const headersOf = ({ ip = '192.0.2.1', userAgent = desktop }: Place) => ({
  'user-agent': userAgent,
  'x-forwarded-for': ip,
})

/** A request to a page below localhost, which Node may not resolve. */
const dial = (url: string, init?: RequestInit) => {
  const { pathname, port, search } = new URL(url)
  return fetch(`http://127.0.0.1:${port}${pathname}${search}`, { redirect: 'manual', ...init })
}

export const newChallenge = () => randomBytes(32).toString('hex')

/** Leaves for the provider, as the window does. @returns its address, and the cookie; or the refusal's status */
export async function openAt(
  { login, origin }: TestLogin,
  body: BodyOf<typeof loginSocialOpen>,
  place: Place = {},
): Promise<{ status: number; url: string; cookie: string }> {
  const response = await fetch(login.url + loginSocialOpen.path, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json', ...headersOf(place) },
    body: JSON.stringify(body),
  })
  const { url = '' } = (await response.json()) as { url?: string }
  const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';')
  return { status: response.status, url, cookie }
}

/** Begins a login up to the provider's page. */
export async function leave(
  test: TestLogin,
  { device, provider }: { device: TestDevice; provider: string },
) {
  const { txnId, uri } = await device.call(loginSocial, { provider, site })
  const challenge = newChallenge()
  await device.call(loginSocialBind, { txnId, challenge })
  return { ...(await openAt(test, { txnId, challenge })), txnId, uri, challenge }
}

/** Consents at the provider. @returns the callback's address; for a form, with its fields in the query */
export async function consent(
  url: string,
  { user, wrong = 'none' }: { user: string; wrong?: WrongAnswer },
): Promise<{ url: string; isForm: boolean }> {
  const body = new URLSearchParams(user === 'cancel' ? { user } : { typed: user, wrong, user: '' })
  const response = await dial(url, { method: 'POST', body })
  const location = response.headers.get('location')
  if (location !== null) return { url: location, isForm: false }
  const html = await response.text()
  const [, action = ''] = /action="([^"]+)"/.exec(html) ?? []
  const fields = [...html.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']) => [name, value.replaceAll('&quot;', '"')],
  )
  return { url: `${action}?${new URLSearchParams(fields)}`, isForm: true }
}

/** Brings the provider's answer. @returns the result that the page contains, and where it leads back */
export async function bring(
  answer: { url: string; isForm: boolean },
  { cookie, ...place }: { cookie: string } & Place,
): Promise<{ status: number; result: string | undefined; back: string | undefined; html: string }> {
  const headers = { cookie, ...headersOf(place) }
  let { url } = answer
  if (answer.isForm) {
    const [to = '', fields = ''] = url.split('?')
    // A form of another site brings no cookie.
    const posted = await dial(to, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: headersOf(place),
    })
    if (posted.status !== 303)
      return {
        status: posted.status,
        result: undefined,
        back: undefined,
        html: await posted.text(),
      }
    url = posted.headers.get('location') ?? ''
  }
  const response = await dial(url, { headers })
  const html = await response.text()
  const [, content = ''] = /name="foyer-result" content="([^"]+)"/.exec(html) ?? []
  const data =
    content === '' ? {} : JSON.parse(content.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))
  const { back, uri } = data as { uri?: string; back?: string }
  const result = uri === undefined ? undefined : (new URL(uri).searchParams.get('r') ?? undefined)
  return { status: response.status, result, back, html }
}

/** Goes through a whole login at a provider, up to its result. */
export async function reach(
  test: TestLogin,
  {
    device,
    provider,
    ...choice
  }: { device?: TestDevice; provider: string; user: string; wrong?: WrongAnswer },
) {
  const used = device ?? (await openDevice(test))
  const { cookie, txnId, url } = await leave(test, { device: used, provider })
  const { result = '' } = await bring(await consent(url, choice), { cookie })
  return { device: used, result, txnId }
}

/** A whole login, with its end. */
export async function logInAt(test: TestLogin, given: Parameters<typeof reach>[1]) {
  const { device, result } = await reach(test, given)
  return { device, end: await device.call(loginSocialEnd, { result }) }
}
