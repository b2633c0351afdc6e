import {
  type BodyOf,
  type Endpoint,
  passkeyChallenge,
  passkeyList,
  passkeyOptions,
  passkeyRegister,
  passkeyRemove,
  type ResponseOf,
  recoveryCommit,
  recoveryForget,
  recoveryKey,
  recoveryPrepare,
  recoveryRelease,
  vaultBindContact,
  vaultChangeContact,
  vaultConfirmDevice,
  vaultEndSessions,
  vaultForgetDevice,
  vaultFreeze,
  vaultReadContact,
  vaultReadLink,
  vaultSendLink,
  vaultUnfreeze,
} from '@foyer/protocol'
import { HttpError } from '@foyer/server'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import type { Caller } from './auth/accessToken.ts'
import { endSessions } from './auth/endSessions.ts'
import { bindContact } from './contacts/bindContact.ts'
import { askUnfreeze, changeContact, confirmDevice, readContact } from './contacts/userLinks.ts'
import { links } from './database/schema.ts'
import { decideLink, freezeByLink, freezeUsers, type Opener, viewLink } from './links/decideLink.ts'
import { sendLink } from './links/sendLink.ts'
import { answerPasskeyChallenge } from './passkeys/assertPasskey.ts'
import type { Device } from './passkeys/device.ts'
import { listPasskeys, removePasskey } from './passkeys/listPasskeys.ts'
import { answerPasskeyOptions, registerPasskey } from './passkeys/registerPasskey.ts'
import type { Services } from './services.ts'
import { commit } from './shares/commit.ts'
import { forget } from './shares/forget.ts'
import { forgetDevice } from './shares/forgetDevice.ts'
import { key } from './shares/key.ts'
import { prepare } from './shares/prepare.ts'
import { release } from './shares/release.ts'

export type Route<context> = {
  readonly path: string
  readonly body: v.GenericSchema
  readonly handle: (services: Services, body: never, context: context) => Promise<unknown>
}

function route<endpoint extends Endpoint, context>(
  { body, path }: endpoint,
  handle: (
    services: Services,
    body: BodyOf<endpoint>,
    context: context,
  ) => Promise<ResponseOf<endpoint>>,
): Route<context> {
  return { path, body: body as v.GenericSchema, handle: handle as Route<context>['handle'] }
}

/** For the key worker: a token of A and a proof with every call. */
export const shareRoutes: readonly Route<Caller>[] = [
  route(recoveryPrepare, prepare),
  route(recoveryCommit, commit),
  route(recoveryRelease, release),
  route(recoveryKey, key),
  route(recoveryForget, forget),
]

/** For pages of the login origin: a proof of the device with every call, and no token. */
export const deviceRoutes: readonly Route<Device>[] = [
  route(passkeyChallenge, answerPasskeyChallenge),
  route(passkeyOptions, answerPasskeyOptions),
  route(passkeyRegister, registerPasskey),
  route(passkeyList, listPasskeys),
  route(passkeyRemove, removePasskey),
]

const done = { done: true } as const

/** For A: signed by the secret that both hold. */
export const serviceRoutes: readonly Route<undefined>[] = [
  route(vaultSendLink, sendLink),
  route(vaultReadLink, async ({ now, queries }, { linkId }) => {
    const [link] = await queries.select().from(links).where(eq(links.linkId, linkId))
    if (link === undefined) throw new HttpError(404, 'resource-not-found', 'There is no such link')
    const isLate = link.state === 'pending' && link.expiresAt <= now()
    return { state: isLate ? ('expired' as const) : link.state }
  }),
  route(vaultConfirmDevice, confirmDevice),
  route(vaultBindContact, bindContact),
  route(vaultChangeContact, changeContact),
  route(vaultReadContact, readContact),
  route(vaultForgetDevice, async (services, body) => {
    await forgetDevice(services, body)
    return done
  }),
  route(vaultEndSessions, async (services, body) => {
    await endSessions(services, body)
    return done
  }),
  route(vaultFreeze, async (services, { userId }) => {
    await services.queries.transaction((tx) =>
      freezeUsers(services, tx, { userId, nowMs: services.now() }),
    )
    return done
  }),
  route(vaultUnfreeze, askUnfreeze),
]

const token = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/))

/** For the page `/device` of this server alone. */
export const pageRoutes: readonly Route<Opener>[] = [
  {
    path: '/device/view',
    body: v.strictObject({ token }),
    handle: (services, body: { token: string }, opener) => viewLink(services, { ...body, opener }),
  },
  {
    path: '/device/decide',
    body: v.strictObject({
      token,
      decision: v.picklist(['approve', 'deny']),
      digits: v.optional(v.pipe(v.string(), v.regex(/^\d{2}$/))),
    }),
    handle: async (
      services,
      body: { token: string; decision: 'approve' | 'deny'; digits?: string },
      opener,
    ) => ({
      state: await decideLink(services, { digits: undefined, ...body, opener }),
    }),
  },
  {
    path: '/device/freeze',
    body: v.strictObject({ token }),
    handle: async (services, body: { token: string }) => {
      await freezeByLink(services, body.token)
      // Whoever the address belongs to, and whether there is a wallet: the answer is one.
      return { state: 'frozen' }
    },
  },
]
