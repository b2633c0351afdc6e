import { defineEndpoint } from '@foyer/protocol'
import {
  passkeyChallenge,
  passkeyList,
  passkeyOptions,
  passkeyRegister,
  passkeyRemove,
  recoveryCommit,
  recoveryContactAdd,
  recoveryFactorList,
  recoveryFactorPut,
  recoveryFactorRemove,
  recoveryForget,
  recoveryKey,
  recoveryPrepare,
  recoveryRelease,
} from '@foyer/protocol/custody'
import {
  vaultBindContact,
  vaultChangeContact,
  vaultConfirmDevice,
  vaultEndSessions,
  vaultForgetDevice,
  vaultFreeze,
  vaultKeepContacts,
  vaultLoginChallenge,
  vaultProveFarcaster,
  vaultProveLogin,
  vaultReadContact,
  vaultReadContacts,
  vaultReadLink,
  vaultReadSet,
  vaultRemoveContact,
  vaultRestoreContact,
  vaultSendLink,
  vaultUnfreeze,
} from '@foyer/protocol/vault'
import { defineRoute, HttpError, type Route } from '@foyer/server'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { endSessions } from './auth/endSessions.ts'
import { addContact } from './contacts/addContact.ts'
import { bindContact } from './contacts/bindContact.ts'
import { askUnfreeze, freeze } from './contacts/freeze.ts'
import { keepContacts } from './contacts/keepContacts.ts'
import { readContacts } from './contacts/moreContacts.ts'
import { removeContact, restoreRemovedContact } from './contacts/removeContact.ts'
import { changeContact, confirmDevice, readContact } from './contacts/userLinks.ts'
import { links } from './database/schema.ts'
import { ofDevice, ofPage, ofService, ofWorker } from './doors.ts'
import { decideLink, freezeByLink, viewLink } from './links/decideLink.ts'
import { sendLink } from './links/sendLink.ts'
import { answerLoginChallenge, proveFarcaster, proveLogin } from './logins/proveLogin.ts'
import { answerPasskeyChallenge } from './passkeys/assertPasskey.ts'
import { listPasskeys, removePasskey } from './passkeys/listPasskeys.ts'
import { answerPasskeyOptions, registerPasskey } from './passkeys/registerPasskey.ts'
import type { Services } from './services.ts'
import { commit } from './shares/commit.ts'
import { listFactors, putFactor, removeFactor } from './shares/factors.ts'
import { forget } from './shares/forget.ts'
import { forgetDevice } from './shares/forgetDevice.ts'
import { key } from './shares/key.ts'
import { prepare } from './shares/prepare.ts'
import { readSet } from './shares/readSet.ts'
import { release } from './shares/release.ts'

/** Adapts a function of this server to a route's handler. */
const by =
  <body, caller, result>(
    run: (services: Services, body: body, caller: caller) => Promise<result>,
  ) =>
  ({ body, caller }: { body: body; caller: caller }, services: Services) =>
    run(services, body, caller)

const done = { done: true } as const
const token = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/))

/** A call of the page `/device`, which is served by this server. */
const pageCall = <const path extends string, body extends v.GenericSchema>(
  path: path,
  summary: string,
  body: body,
) =>
  defineEndpoint({
    method: 'POST',
    path,
    summary,
    body,
    query: v.object({}),
    response: v.unknown(),
  })

/** All routes of the vault, except the page, health and metrics. */
export const routes: readonly Route<Services>[] = [
  defineRoute(recoveryPrepare, ofWorker, by(prepare)),
  defineRoute(recoveryCommit, ofWorker, by(commit)),
  defineRoute(recoveryRelease, ofWorker, by(release)),
  defineRoute(recoveryKey, ofWorker, by(key)),
  defineRoute(recoveryForget, ofWorker, by(forget)),
  defineRoute(recoveryContactAdd, ofDevice, by(addContact)),
  defineRoute(recoveryFactorList, ofDevice, by(listFactors)),
  defineRoute(recoveryFactorPut, ofWorker, by(putFactor)),
  defineRoute(recoveryFactorRemove, ofWorker, by(removeFactor)),

  defineRoute(passkeyChallenge, ofDevice, by(answerPasskeyChallenge)),
  defineRoute(passkeyOptions, ofDevice, by(answerPasskeyOptions)),
  defineRoute(passkeyRegister, ofDevice, by(registerPasskey)),
  defineRoute(passkeyList, ofDevice, by(listPasskeys)),
  defineRoute(passkeyRemove, ofDevice, by(removePasskey)),

  defineRoute(vaultSendLink, ofService, by(sendLink)),
  defineRoute(vaultReadLink, ofService, async ({ body: { linkId } }, { now, queries }) => {
    const [link] = await queries.select().from(links).where(eq(links.linkId, linkId))
    if (link === undefined) throw new HttpError(404, 'resource-not-found', 'There is no such link')
    const isLate = link.state === 'pending' && link.expiresAt <= now()
    return { state: isLate ? ('expired' as const) : link.state }
  }),
  defineRoute(vaultConfirmDevice, ofService, by(confirmDevice)),
  defineRoute(vaultLoginChallenge, ofService, by(answerLoginChallenge)),
  defineRoute(vaultProveLogin, ofService, by(proveLogin)),
  defineRoute(vaultProveFarcaster, ofService, by(proveFarcaster)),
  defineRoute(vaultBindContact, ofService, by(bindContact)),
  defineRoute(vaultChangeContact, ofService, by(changeContact)),
  defineRoute(vaultReadContact, ofService, by(readContact)),
  defineRoute(vaultReadSet, ofService, by(readSet)),
  defineRoute(vaultReadContacts, ofService, by(readContacts)),
  defineRoute(vaultKeepContacts, ofService, by(keepContacts)),
  defineRoute(vaultRemoveContact, ofService, by(removeContact)),
  defineRoute(vaultRestoreContact, ofService, by(restoreRemovedContact)),
  defineRoute(vaultForgetDevice, ofService, async ({ body }, services) => {
    await forgetDevice(services, body)
    return done
  }),
  defineRoute(vaultEndSessions, ofService, async ({ body }, services) => {
    await endSessions(services, body)
    return done
  }),
  defineRoute(vaultFreeze, ofService, by(freeze)),
  defineRoute(vaultUnfreeze, ofService, by(askUnfreeze)),

  defineRoute(
    pageCall('/device/view', 'What a link asks for.', v.strictObject({ token })),
    ofPage,
    async ({ body, caller }, services) => viewLink(services, { ...body, opener: caller }),
  ),
  defineRoute(
    pageCall(
      '/device/decide',
      'Decides a link.',
      v.strictObject({
        token,
        decision: v.picklist(['approve', 'deny']),
        digits: v.optional(v.pipe(v.string(), v.regex(/^\d{2}$/))),
      }),
    ),
    ofPage,
    async ({ body, caller }, services) => ({
      state: await decideLink(services, { digits: undefined, ...body, opener: caller }),
    }),
  ),
  defineRoute(
    pageCall('/device/freeze', 'Freezes what the link belongs to.', v.strictObject({ token })),
    ofPage,
    async ({ body }, services) => {
      await freezeByLink(services, body.token)
      // The answer is the same for every address, with or without a wallet.
      return { state: 'frozen' }
    },
  ),
]
