import { type ErrorCode, errors, FoyerError, readOwn } from '@foyer/protocol'
import {
  nonceAnswer,
  type SignInAnswer,
  type SignInSession,
  sessionAnswer,
} from '@foyer/protocol/signIn'
import * as v from 'valibot'

/** Time for the server to answer, ms. */
const timeoutMs = 15_000

export async function callNonce(url: string): Promise<string> {
  return v.parse(nonceAnswer, await call(`${url}/nonce`)).nonce
}

export async function callVerify(
  url: string,
  signed: SignInAnswer,
): Promise<SignInSession | undefined> {
  return readSession(await call(`${url}/verify`, signed))
}

export async function callSession(url: string): Promise<SignInSession | undefined> {
  return readSession(await call(`${url}/session`))
}

export async function callSignOut(
  url: string,
  leaving: { address?: string | undefined },
): Promise<SignInSession | undefined> {
  return readSession(await call(`${url}/sign-out`, leaving))
}

const readSession = (answer: unknown) => v.parse(sessionAnswer, answer).session ?? undefined
const failure = v.object({ error: v.object({ code: v.string(), message: v.string() }) })

/** @throws FoyerError what the server says; `http-failed` for any other failure */
async function call(url: string, body?: object): Promise<unknown> {
  let response: Response
  try {
    response = await fetch(url, {
      credentials: 'same-origin',
      cache: 'no-store',
      signal: AbortSignal.timeout(timeoutMs),
      ...(body && {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    })
    const answer: unknown = await response.json()
    if (response.ok) return answer
    const { output, success } = v.safeParse(failure, answer)
    const code = success ? output.error.code : ''
    if (success && readOwn(errors, code))
      throw new FoyerError(code as ErrorCode, { details: output.error.message })
  } catch (cause) {
    if (cause instanceof FoyerError) throw cause
    throw new FoyerError('http-failed', { cause, details: url })
  }
  throw new FoyerError('http-failed', { details: `${url} answered ${response.status}` })
}
