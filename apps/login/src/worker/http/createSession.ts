import { type BodyOf, type Endpoint, FoyerError, type ResponseOf } from '@foyer/protocol'
import { type DeviceV1, postToken } from '@foyer/protocol/custody'
import { openRefreshToken, sealRefreshToken } from '../store/deviceSecrets.ts'
import type { DeviceStore } from '../store/deviceStore.ts'
import { isAnswer, type StoreClient } from './callStore.ts'

/** The signed-in user of this device; its access token never leaves the worker. */
export type Session = {
  /** Redeems the one-time ticket of a login. */
  logIn(ticket: string): Promise<void>
  /** Tells whether a user is signed in; deletes a session that A ended. */
  isOpen(): Promise<boolean>
  /** Id of the signed-in user. @throws {@link FoyerError} `unauthorized` */
  userId(): Promise<string>
  /** Calls either store in the user's name. @throws {@link FoyerError} `unauthorized` when no user is signed in */
  call<endpoint extends Endpoint>(
    client: StoreClient,
    endpoint: endpoint,
    body: BodyOf<endpoint>,
  ): Promise<ResponseOf<endpoint>>
}

/** Before this much of a token's life is left, another one is fetched, in ms. */
const spareMs = 30_000

/** One tab refreshes at a time: a refresh token is good once. */
async function alone<result>(run: () => Promise<result>): Promise<result> {
  if (typeof navigator === 'undefined' || !navigator.locks) return run()
  let isIn = false
  try {
    return (await navigator.locks.request('foyer1.session', () => {
      isIn = true
      return run()
    })) as result
  } catch (error) {
    // A browser that denies storage denies locks as well; then no other tab can have a record either.
    if (isIn || !(error instanceof DOMException && error.name === 'SecurityError')) throw error
    return run()
  }
}

/** The session of this device at the login server. */
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

  const take = async (body: BodyOf<typeof postToken>) => {
    const { accessToken, expiresIn, refreshToken, sid, userId, absExp } = await auth.call(
      postToken,
      body,
    )
    const sealed = await sealRefreshToken(device, sid, refreshToken)
    await store.update(
      (present) => present && { ...present, session: { sid, userId, absExp, ...sealed } },
    )
    token = { text: accessToken, untilMs: Date.now() + expiresIn * 1000 - spareMs, userId }
    return token
  }

  const refresh = () =>
    alone(async () => {
      // Read inside the lock: another tab may just have spent the token that stood here.
      const session = (await store.read())?.session
      if (!session || session.absExp <= Date.now())
        throw new FoyerError('unauthorized', { details: 'Nobody is signed in on this device.' })
      return take({ grant: 'refresh', refreshToken: await openRefreshToken(device, session) })
    })

  const current = async () => (token && token.untilMs > Date.now() ? token : refresh())

  return {
    async logIn(ticket) {
      token = undefined
      await alone(() => take({ grant: 'login', ticket }))
    },
    async isOpen() {
      if (!(await store.read())?.session) return false
      try {
        await current()
        return true
      } catch (error) {
        // Offline, say, is no answer of A; nor is a proof that a wrong clock has dated.
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
    userId: async () => (await current()).userId,
    async call(client, endpoint, body) {
      const { text } = await current()
      try {
        return await client.call(endpoint, body, { accessToken: text })
      } catch (error) {
        // Ended early, as by a restart of the server with new keys.
        if (!isAnswer(error, 'token-invalid')) throw error
        token = undefined
        return client.call(endpoint, body, { accessToken: (await current()).text })
      }
    },
  }
}
