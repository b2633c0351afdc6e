import { type BodyOf, type Endpoint, FoyerError, type ResponseOf } from '@foyer/protocol'
import { type DeviceV1, postToken } from '@foyer/protocol/custody'
import { openRefreshToken, sealRefreshToken } from '../store/deviceSecrets.ts'
import type { DeviceStore } from '../store/deviceStore.ts'
import { isAnswer, type StoreClient } from './callStore.ts'

/** The signed-in user of this device; its access token never leaves the worker. */
export type Session = {
  /** Redeems the one-time ticket of a login. */
  logIn(ticket: string): Promise<void>
  /** Returns whether a user is signed in. Deletes a session that A has ended. */
  isOpen(): Promise<boolean>
  /** Returns the id of the signed-in user. @throws {@link FoyerError} `unauthorized` */
  userId(): Promise<string>
  /** Calls A or B with the user's access token. @throws {@link FoyerError} `unauthorized` when no user is signed in */
  call<endpoint extends Endpoint>(
    client: StoreClient,
    endpoint: endpoint,
    body: BodyOf<endpoint>,
  ): Promise<ResponseOf<endpoint>>
}

/** Refreshes an access token that expires within this time, in ms. */
const refreshBeforeMs = 30_000

/** Runs under a lock that all tabs share, since a refresh token can be used only once. */
async function withSessionLock<result>(run: () => Promise<result>): Promise<result> {
  if (typeof navigator === 'undefined' || !navigator.locks) return run()
  let hasLock = false
  try {
    return (await navigator.locks.request('foyer1.session', () => {
      hasLock = true
      return run()
    })) as result
  } catch (error) {
    // A browser that denies storage also denies locks. No other tab can have this session then, so no lock is needed.
    if (hasLock || !(error instanceof DOMException && error.name === 'SecurityError')) throw error
    return run()
  }
}

/** Makes the session of this device at the login server: redeems login tickets, refreshes and attaches access tokens. */
export function createSession({
  auth,
  device,
  store,
}: {
  auth: StoreClient
  device: DeviceV1
  store: DeviceStore
}): Session {
  let token: { text: string; untilMs: number; userId: string } | undefined

  const redeem = async (body: BodyOf<typeof postToken>) => {
    const { accessToken, expiresIn, refreshToken, sid, userId, absExp } = await auth.call(
      postToken,
      body,
    )
    const sealed = await sealRefreshToken(device, sid, refreshToken)
    await store.update(
      (present) => present && { ...present, session: { sid, userId, absExp, ...sealed } },
    )
    token = { text: accessToken, untilMs: Date.now() + expiresIn * 1000 - refreshBeforeMs, userId }
    return token
  }

  const refresh = () =>
    withSessionLock(async () => {
      // Read inside the lock: another tab may just have used this refresh token and stored a new one.
      const session = (await store.read())?.session
      if (!session || session.absExp <= Date.now())
        throw new FoyerError('unauthorized', { details: 'Nobody is signed in on this device.' })
      return redeem({ grant: 'refresh', refreshToken: await openRefreshToken(device, session) })
    })

  const currentToken = async () => (token && token.untilMs > Date.now() ? token : refresh())

  return {
    async logIn(ticket) {
      token = undefined
      await withSessionLock(() => redeem({ grant: 'login', ticket }))
    },
    async isOpen() {
      if (!(await store.read())?.session) return false
      try {
        await currentToken()
        return true
      } catch (error) {
        // Delete the session only when A refused it: not when offline, nor when a wrong clock made the proof invalid.
        if (!(error instanceof FoyerError && error.code === 'unauthorized')) throw error
        if (isAnswer(error, 'proof-invalid')) throw error
        await store.update((present) => {
          if (!present) return present
          const { session: _, ...rest } = present
          return rest
        })
        return false
      }
    },
    userId: async () => (await currentToken()).userId,
    async call(client, endpoint, body) {
      const { text } = await currentToken()
      try {
        return await client.call(endpoint, body, { accessToken: text })
      } catch (error) {
        // The token became invalid before it expired, for example because the server has new signing keys: retry once.
        if (!isAnswer(error, 'token-invalid')) throw error
        token = undefined
        return client.call(endpoint, body, { accessToken: (await currentToken()).text })
      }
    },
  }
}
