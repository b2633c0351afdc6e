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
  addEmailLogin,
  addEmailLoginOtp,
  addPermission,
  answerChannel,
  confirmDevice,
  freezeAccount,
  loginCustom,
  loginCustomEnd,
  loginDevice,
  loginEmail,
  loginFarcaster,
  loginFarcasterEnd,
  loginOperation,
  loginOperationSend,
  loginOperationState,
  loginOtp,
  loginRpc,
  loginSocial,
  loginSocialBind,
  loginSocialEnd,
  loginSocialOpen,
  loginSocials,
  loginSponsorCalls,
  loginSponsorCheck,
  loginSponsorState,
  moveRecoveryContact,
  openChannel,
  proveLoginByLink,
  readAccountFacts,
  readChannel,
  readLogins,
  readPermissions,
  readRecoveryContact,
  removeLogin,
  revokeDevice,
  revokePermission,
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
import { farcasterName } from '@foyer/protocol/social'
import { authFingerprints, vaultEvent } from '@foyer/protocol/vault'
import { defineRoute, type Route } from '@foyer/server'
import { askConfirmation } from './account/askConfirmation.ts'
import { endDevice, endSessions } from './account/devices.ts'
import { freeze, unfreeze } from './account/freeze.ts'
import { preferAccount } from './account/preferAccount.ts'
import { readAccount } from './account/readAccount.ts'
import { moveRecovery, showRecoveryContact } from './account/recoveryContact.ts'
import { beginStepUp, endStepUp } from './account/stepUp.ts'
import { undoEmail } from './account/undoEmail.ts'
import { beginEmailChange, provePrimary, proveSecondary } from './account/updateEmail.ts'
import { beginCustom } from './custom/beginCustom.ts'
import { endCustom } from './custom/endCustom.ts'
import {
  ofAnyPage,
  ofChannel,
  ofDevice,
  ofOwnPage,
  ofService,
  ofSession,
  ofToken,
} from './doors.ts'
import { applyVaultEvent } from './events/vaultEvents.ts'
import { beginFarcaster } from './farcaster/beginFarcaster.ts'
import { endFarcaster } from './farcaster/endFarcaster.ts'
import { serveAnswer, serveOpen, serveStatus } from './farcaster/relay/ownRelay.ts'
import { awaitDevice } from './login/loginDevice.ts'
import { beginLogin } from './login/loginEmail.ts'
import { endLogin } from './login/loginOtp.ts'
import { padDuration } from './login/padDuration.ts'
import { beginEmailLogin, endEmailLogin } from './logins/addEmailLogin.ts'
import { listLogins } from './logins/listLogins.ts'
import { proveByLink } from './logins/proveByLink.ts'
import { dropLogin } from './logins/removeLogin.ts'
import { undoLogins } from './logins/undoLogins.ts'
import { beginPasskeyLogin, endPasskeyLogin, stepUpByPasskey } from './passkeys/loginPasskey.ts'
import { addFactor, removeFactor } from './passkeys/walletFactors.ts'
import { endPermission, listPermissions, storePermission } from './permissions/permissions.ts'
import { rpc } from './rpc/rpc.ts'
import type { Services } from './services.ts'
import { commit } from './shares/commit.ts'
import { forget } from './shares/forget.ts'
import { prepare } from './shares/prepare.ts'
import { release } from './shares/release.ts'
import { status } from './shares/status.ts'
import { beginSocial, bindSocial, openSocial } from './social/beginSocial.ts'
import { endSocial } from './social/endSocial.ts'
import {
  buildOperation,
  operationState,
  sendOperation,
  sponsorCalls,
  sponsorCheck,
  sponsorState,
} from './sponsor/sponsorCalls.ts'
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

/** A token undoes a change of the address, or one of the logins. */
const undoChange: typeof undoEmail = async (services, body, client) => {
  const undone = await undoEmail(services, body, client)
  return undone.state === 'over' ? undoLogins(services, body) : undone
}

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
  defineRoute(loginSocials, ofAnyPage, async (_, { farcaster, socials }) =>
    Response.json(
      { socials: [...socials.keys(), ...(farcaster ? [farcasterName] : [])] },
      { headers: { 'Cache-Control': 'public, max-age=60' } },
    ),
  ),
  defineRoute(loginSocial, ofDevice, withCaller(beginSocial)),
  defineRoute(loginSocialBind, ofDevice, withCaller(bindSocial)),
  defineRoute(loginSocialOpen, ofOwnPage, withCaller(openSocial)),
  defineRoute(loginSocialEnd, ofDevice, withCaller(endSocial)),
  defineRoute(loginFarcaster, ofDevice, withCaller(beginFarcaster), {
    budget: ({ farcasterOfClientPerMinute: { limit } }) => ({
      finer: [`${limit} a minute of one address`],
    }),
  }),
  // It waits for a user.
  defineRoute(loginFarcasterEnd, ofDevice, withCaller(endFarcaster), {
    budget: ({ farcasterWaits, waitsOfAddress, waitsOfDevice, waitsOfTxn }) => ({
      atOnce: farcasterWaits,
      atOnceOfAddress: waitsOfAddress,
      finer: [`${waitsOfTxn} at once of one login, ${waitsOfDevice} of one device`],
    }),
  }),
  defineRoute(openChannel, ofChannel, withCaller(serveOpen), {
    budget: ({ channelsOfClientPerMinute: { limit }, channelsOpen }) => ({
      finer: [`${limit} a minute of one address`, `${channelsOpen} open at a time`],
    }),
  }),
  defineRoute(readChannel, ofChannel, ({ caller }, all) => serveStatus(all, caller.token)),
  defineRoute(answerChannel, ofChannel, withCaller(serveAnswer)),
  defineRoute(loginCustom, ofDevice, withCaller(beginCustom)),
  // Each verifies a signature.
  defineRoute(loginCustomEnd, ofDevice, withCaller(endCustom), {
    budget: ({ socialsOfClientPerMinute }) => ({ callsPerMinute: socialsOfClientPerMinute.limit }),
  }),
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
  defineRoute(readLogins, ofSession, ({ caller }, all) => listLogins(all, caller.session)),
  defineRoute(addEmailLogin, ofSession, ({ body, caller }, all) =>
    beginEmailLogin(all, body, caller.session, caller),
  ),
  defineRoute(addEmailLoginOtp, ofSession, ({ body, caller }, all) =>
    endEmailLogin(all, body, caller.session, caller),
  ),
  defineRoute(proveLoginByLink, ofSession, ({ body, caller }, all) =>
    proveByLink(all, body, caller.session, caller),
  ),
  defineRoute(removeLogin, ofSession, withSession(dropLogin)),
  defineRoute(readRecoveryContact, ofSession, ({ caller }, all) =>
    showRecoveryContact(all, caller.session),
  ),
  defineRoute(moveRecoveryContact, ofSession, ({ caller }, all) =>
    moveRecovery(all, caller.session, caller),
  ),
  defineRoute(setPreferredAccount, ofSession, ({ body, caller }, all) =>
    preferAccount(all, caller.session.userId, body.type),
  ),
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

  defineRoute(readPermissions, ofSession, ({ caller }, all) =>
    listPermissions(all, caller.session),
  ),
  defineRoute(addPermission, ofSession, withSession(storePermission), {
    budget: ({ permissionsOfUser }) => ({ finer: [`${permissionsOfUser} open ones of one user`] }),
  }),
  defineRoute(revokePermission, ofSession, withSession(endPermission)),

  defineRoute(loginSponsorCheck, ofSession, withSession(sponsorCheck), {
    budget: ({ sponsorPerMinute }) => ({
      finer: [`${sponsorPerMinute.limit} a minute of one user`],
    }),
  }),
  // It waits for a block.
  defineRoute(loginSponsorCalls, ofSession, withSession(sponsorCalls), {
    budget: ({ sponsorPerMinute, sponsorWaitMs }) => ({
      answerMs: sponsorWaitMs,
      finer: [`${sponsorPerMinute.limit} a minute of one user`],
    }),
  }),

  defineRoute(loginSponsorState, ofSession, withSession(sponsorState), {
    budget: ({ sponsorStatesPerMinute }) => ({
      finer: [`${sponsorStatesPerMinute.limit} a minute of one user`],
    }),
  }),

  defineRoute(loginOperation, ofSession, withSession(buildOperation), {
    budget: ({ sponsorPerMinute, sponsorWaitMs }) => ({
      answerMs: sponsorWaitMs,
      finer: [`${sponsorPerMinute.limit} a minute of one user`],
    }),
  }),
  defineRoute(loginOperationSend, ofSession, withSession(sendOperation), {
    budget: ({ sponsorPerMinute, sponsorWaitMs }) => ({
      answerMs: sponsorWaitMs,
      finer: [`${sponsorPerMinute.limit} a minute of one user`],
    }),
  }),
  defineRoute(loginOperationState, ofSession, withSession(operationState), {
    budget: ({ sponsorStatesPerMinute }) => ({
      finer: [`${sponsorStatesPerMinute.limit} a minute of one user`],
    }),
  }),

  defineRoute(vaultEvent, ofService, ({ body }, all) => applyVaultEvent(all, body)),
  defineRoute(authFingerprints, ofService, async (_, { kms }) => ({
    fingerprints: [...kms.fingerprints],
  })),

  defineRoute(undoEmailChange, ofOwnPage, withCaller(undoChange), {
    budget: ({ undoBytes }) => ({ bodyBytes: undoBytes }),
  }),
]
