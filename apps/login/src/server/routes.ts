import {
  authCommit,
  authForget,
  authPrepare,
  authRelease,
  authStatus,
  passkeyWalletAdd,
  passkeyWalletBegin,
  passkeyWalletLogin,
  passkeyWalletRemove,
  passkeyWalletStepUp,
  postToken,
  revokeSessions,
} from '@foyer/protocol/custody'
import {
  confirmDevice,
  freezeAccount,
  loginDevice,
  loginEmail,
  loginOtp,
  loginRpc,
  loginSocial,
  loginSocialBind,
  loginSocialEnd,
  loginSocialOpen,
  loginSocials,
  moveRecoveryContact,
  readAccountFacts,
  readRecoveryContact,
  revokeDevice,
  setPreferredAccount,
  signOutEverywhere,
  stepUp,
  stepUpOtp,
  undoEmailChange,
  unfreezeAccount,
  updateEmail,
  updateEmailPrimary,
  updateEmailSecondary,
} from '@foyer/protocol/login'
import { authFingerprints, vaultEvent } from '@foyer/protocol/vault'
import { defineRoute, type Route } from '@foyer/server'
import { askConfirmation } from './account/askConfirmation.ts'
import { endDevice, endSessions } from './account/devices.ts'
import { freeze, unfreeze } from './account/freeze.ts'
import { readAccount } from './account/readAccount.ts'
import { moveRecovery, showRecoveryContact } from './account/recoveryContact.ts'
import { beginStepUp, endStepUp } from './account/stepUp.ts'
import { undoEmail } from './account/undoEmail.ts'
import { beginEmailChange, provePrimary, proveSecondary } from './account/updateEmail.ts'
import { ofAnyPage, ofDevice, ofOwnPage, ofService, ofSession, ofToken } from './doors.ts'
import { applyVaultEvent } from './events/vaultEvents.ts'
import { awaitDevice } from './login/loginDevice.ts'
import { beginLogin } from './login/loginEmail.ts'
import { endLogin } from './login/loginOtp.ts'
import { padDuration } from './login/padDuration.ts'
import { beginPasskeyLogin, endPasskeyLogin, stepUpByPasskey } from './passkeys/loginPasskey.ts'
import { addFactor, removeFactor } from './passkeys/walletFactors.ts'
import { rpc } from './rpc/rpc.ts'
import type { Services } from './services.ts'
import { commit } from './shares/commit.ts'
import { forget } from './shares/forget.ts'
import { prepare } from './shares/prepare.ts'
import { release } from './shares/release.ts'
import { status } from './shares/status.ts'
import { beginSocial, bindSocial, openSocial } from './social/beginSocial.ts'
import { endSocial } from './social/endSocial.ts'
import { revoke, token } from './tokens/token.ts'

/** A handler as a route calls it. */
const withCaller =
  <body, caller, result>(run: (all: Services, body: body, caller: caller) => Promise<result>) =>
  ({ body, caller }: { body: body; caller: caller }, all: Services) =>
    run(all, body, caller)
/** The same, with a minimum answer time of `Services.leastMs`, so that timing reveals nothing. */
const padded =
  <body, caller, result>(run: (all: Services, body: body, caller: caller) => Promise<result>) =>
  ({ body, caller }: { body: body; caller: caller }, all: Services) =>
    padDuration(all.leastMs, () => run(all, body, caller))
/** The same, for a handler that only needs the session. */
const withSession =
  <body, session, result>(run: (all: Services, body: body, session: session) => Promise<result>) =>
  ({ body, caller }: { body: body; caller: { readonly session: session } }, all: Services) =>
    run(all, body, caller.session)

/** Every call that this server answers, in addition to documents, files, key list, reports, health and metrics. */
export const routes: readonly Route<Services>[] = [
  defineRoute(loginEmail, ofDevice, padded(beginLogin)),
  // It waits for a user.
  defineRoute(loginDevice, ofDevice, withCaller(awaitDevice), {
    budget: ({ waitsOfAddress, waitsOfDevice, waitsOfTxn }) => ({
      atOnceOfAddress: waitsOfAddress,
      finer: [`${waitsOfTxn} at once of one login, ${waitsOfDevice} of one device`],
    }),
  }),
  defineRoute(loginOtp, ofDevice, padded(endLogin)),
  defineRoute(loginSocials, ofAnyPage, async (_, { socials }) =>
    Response.json(
      { socials: [...socials.keys()] },
      { headers: { 'Cache-Control': 'public, max-age=60' } },
    ),
  ),
  defineRoute(loginSocial, ofDevice, withCaller(beginSocial)),
  defineRoute(loginSocialBind, ofDevice, withCaller(bindSocial)),
  defineRoute(loginSocialOpen, ofOwnPage, withCaller(openSocial)),
  defineRoute(loginSocialEnd, ofDevice, withCaller(endSocial)),
  defineRoute(passkeyWalletBegin, ofDevice, withCaller(beginPasskeyLogin)),
  defineRoute(passkeyWalletLogin, ofDevice, withCaller(endPasskeyLogin)),
  defineRoute(postToken, ofDevice, withCaller(token)),
  defineRoute(revokeSessions, ofDevice, withCaller(revoke)),

  defineRoute(authStatus, ofToken, withSession(status)),
  defineRoute(authPrepare, ofToken, withSession(prepare)),
  defineRoute(authCommit, ofToken, withSession(commit)),
  defineRoute(authRelease, ofToken, withSession(release)),
  defineRoute(authForget, ofToken, withSession(forget)),

  defineRoute(readAccountFacts, ofSession, ({ caller }, all) => readAccount(all, caller.session)),
  defineRoute(updateEmail, ofSession, ({ body, caller }, all) =>
    beginEmailChange(all, body, caller.session, caller),
  ),
  defineRoute(updateEmailPrimary, ofSession, ({ body, caller }, all) =>
    provePrimary(all, body, caller.session, caller),
  ),
  defineRoute(updateEmailSecondary, ofSession, ({ body, caller }, all) =>
    proveSecondary(all, body, caller.session, caller),
  ),
  defineRoute(readRecoveryContact, ofSession, ({ caller }, all) =>
    showRecoveryContact(all, caller.session),
  ),
  defineRoute(moveRecoveryContact, ofSession, ({ caller }, all) =>
    moveRecovery(all, caller.session, caller),
  ),
  // Nothing provides smart accounts yet: the plain account always comes first.
  defineRoute(setPreferredAccount, ofSession, async () => ({ type: 'eoa' as const })),
  defineRoute(stepUp, ofSession, ({ caller }, all) => beginStepUp(all, caller.session, caller)),
  defineRoute(stepUpOtp, ofSession, ({ body, caller }, all) =>
    endStepUp(all, body, caller.session, caller),
  ),
  defineRoute(passkeyWalletStepUp, ofToken, ({ body, caller }, all) =>
    stepUpByPasskey(all, body, caller.session, caller),
  ),
  defineRoute(passkeyWalletAdd, ofToken, ({ body, caller }, all) =>
    addFactor(all, body, caller.session, caller),
  ),
  defineRoute(passkeyWalletRemove, ofToken, withSession(removeFactor)),
  defineRoute(confirmDevice, ofSession, ({ caller }, all) =>
    askConfirmation(all, caller.session, caller),
  ),
  defineRoute(revokeDevice, ofSession, withSession(endDevice)),
  defineRoute(signOutEverywhere, ofSession, ({ caller }, all) => endSessions(all, caller.session)),
  defineRoute(freezeAccount, ofSession, ({ caller }, all) => freeze(all, caller.session)),
  defineRoute(unfreezeAccount, ofSession, ({ caller }, all) =>
    unfreeze(all, caller.session, caller),
  ),
  defineRoute(
    loginRpc,
    ofSession,
    ({ body, caller }, all) => rpc(all, body, caller.session, caller),
    {
      budget: ({ rpcAtOnce, rpcPerMinute }) => ({
        finer: [
          `${rpcPerMinute.limit} JSON-RPC calls a minute and ${rpcAtOnce} at once of one device`,
        ],
      }),
    },
  ),

  defineRoute(vaultEvent, ofService, ({ body }, all) => applyVaultEvent(all, body)),
  defineRoute(authFingerprints, ofService, async (_, { kms }) => ({
    fingerprints: [...kms.fingerprints],
  })),

  defineRoute(undoEmailChange, ofOwnPage, withCaller(undoEmail), {
    budget: ({ undoBytes }) => ({ bodyBytes: undoBytes }),
  }),
]
