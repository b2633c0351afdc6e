import type { BodyOf, Endpoint, ResponseOf } from '@foyer/protocol'
import { dpopNonceError, makeDpopProof, postToken } from '@foyer/protocol/custody'
import { loginDevice, loginEmail, loginOtp } from '@foyer/protocol/login'
import type { Servers } from './startServers.ts'

/** A browser's key and calls, as a server sees them. */
export type Device = {
  call<endpoint extends Endpoint>(
    endpoint: endpoint,
    body: BodyOf<endpoint>,
    options?: { accessToken?: string },
  ): Promise<ResponseOf<endpoint>>
}

const browserName =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'

/** @param loginUrl - Origin of the login server for browsers; its port is dialled on this machine. */
export async function openDevice(loginUrl: string): Promise<Device> {
  const key = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
  ])
  const { port } = new URL(loginUrl)
  let nonce: string | undefined
  const send = async (path: string, input: unknown, accessToken: string | undefined) => {
    const body = new TextEncoder().encode(JSON.stringify(input))
    const proof = await makeDpopProof({
      method: 'POST',
      url: loginUrl + path,
      body,
      accessToken,
      key,
      nonce,
    })
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      body,
      headers: {
        origin: loginUrl,
        'content-type': 'application/json',
        'user-agent': browserName,
        dpop: proof,
        ...(accessToken !== undefined && { authorization: `DPoP ${accessToken}` }),
      },
    })
    nonce = response.headers.get('DPoP-Nonce') ?? nonce
    return { ok: response.ok, answer: (await response.json()) as { error?: { code?: string } } }
  }
  return {
    async call({ path }, body, { accessToken } = {}) {
      let { answer, ok } = await send(path, body, accessToken)
      if (answer.error?.code === dpopNonceError)
        ({ answer, ok } = await send(path, body, accessToken))
      if (!ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
      return answer as never
    },
  }
}

/** Logs a device in by link and code. */
export async function logInDevice(
  device: Device,
  { mail, urls, vault }: Servers,
  email: string,
): Promise<ResponseOf<typeof postToken>> {
  const begun = await device.call(loginEmail, { email })
  if (begun.action !== 'VERIFY_DEVICE') throw new Error(`Not a new address: ${begun.action}`)
  const { links, receivedAt } = await mail.waitFor(email)
  const response = await fetch(`${vault.url}/device/decide`, {
    method: 'POST',
    headers: {
      origin: urls.vault,
      'content-type': 'application/json',
      'user-agent': browserName,
    },
    body: JSON.stringify({ token: new URL(links[0] ?? '').hash.slice(3), decision: 'approve' }),
  })
  if (!response.ok) throw new Error(await response.text())
  await device.call(loginDevice, { txnId: begun.txnId })
  const { codes } = await mail.waitFor(email, { after: receivedAt })
  const { ticket } = await device.call(loginOtp, { txnId: begun.txnId, otp: codes[0] ?? '' })
  return device.call(postToken, { grant: 'login', ticket })
}
