import {
  authCommit,
  authFingerprints,
  authForget,
  authPrepare,
  authRelease,
  authStatus,
  type BodyOf,
  confirmDevice,
  type Endpoint,
  freezeAccount,
  loginDevice,
  loginEmail,
  loginOtp,
  loginRpc,
  moveRecoveryContact,
  postToken,
  type ResponseOf,
  readAccountFacts,
  readRecoveryContact,
  revokeDevice,
  revokeSessions,
  setPreferredAccount,
  signOutEverywhere,
  stepUp,
  stepUpOtp,
  unfreezeAccount,
  updateEmail,
  updateEmailPrimary,
  updateEmailSecondary,
  vaultEvent,
} from '@foyer/protocol'
import type * as v from 'valibot'
import { askConfirmation } from './account/askConfirmation.ts'
import { endDevice, endSessions } from './account/devices.ts'
import { freeze, unfreeze } from './account/freeze.ts'
import { readAccount } from './account/readAccount.ts'
import { moveRecovery, showRecoveryContact } from './account/recoveryContact.ts'
import { beginStepUp, endStepUp } from './account/stepUp.ts'
import { beginEmailChange, provePrimary, proveSecondary } from './account/updateEmail.ts'
import type { Asker } from './auth/asker.ts'
import { takeVaultEvent } from './events/vaultEvents.ts'
import { awaitDevice } from './login/loginDevice.ts'
import { beginLogin } from './login/loginEmail.ts'
import { endLogin } from './login/loginOtp.ts'
import { rpc } from './rpc/rpc.ts'
import type { Services } from './services.ts'
import { commit } from './shares/commit.ts'
import { forget } from './shares/forget.ts'
import { prepare } from './shares/prepare.ts'
import { release } from './shares/release.ts'
import { status } from './shares/status.ts'
import type { Session } from './tokens/sessions.ts'
import { revoke, token } from './tokens/token.ts'

/** One call: what it is named, and who may make it. */
export type Route = {
  readonly endpoint: Endpoint
  /**
   * `proof`: any device that proves its key. `session`: one that is logged in. `token`: the same, with an access token.
   * `service`: the vault.
   */
  readonly caller: 'proof' | 'session' | 'token' | 'service'
  /** Answers no sooner than `Services.leastMs`: how long something took tells nothing. */
  readonly isBucketed?: boolean
  readonly handle: (
    services: Services,
    input: { body: never; asker: Asker; session: Session },
  ) => Promise<unknown>
}

type Handle<endpoint extends Endpoint, input> = (
  services: Services,
  input: { body: BodyOf<endpoint> } & input,
) => Promise<ResponseOf<endpoint> | Response>

const proof = <endpoint extends Endpoint>(
  endpoint: endpoint,
  handle: Handle<endpoint, { asker: Asker }>,
  isBucketed = false,
): Route => ({
  endpoint,
  caller: 'proof',
  handle: handle as Route['handle'],
  isBucketed,
})

const session = <endpoint extends Endpoint>(
  endpoint: endpoint,
  handle: Handle<endpoint, { asker: Asker; session: Session }>,
): Route => ({ endpoint, caller: 'session', handle: handle as Route['handle'] })

const withToken = <endpoint extends Endpoint>(
  endpoint: endpoint,
  handle: (
    services: Services,
    body: BodyOf<endpoint>,
    session: Session,
  ) => Promise<ResponseOf<endpoint>>,
): Route => ({
  endpoint,
  caller: 'token',
  handle: (services, input) => handle(services, input.body, input.session),
})

const service = <endpoint extends Endpoint>(
  endpoint: endpoint,
  handle: Handle<endpoint, object>,
): Route => ({ endpoint, caller: 'service', handle: handle as Route['handle'] })

/** Every call that this server answers, besides documents, files, key list, health and metrics. */
export const routes: readonly Route[] = [
  proof(loginEmail, (all, { asker, body }) => beginLogin(all, body, asker), true),
  proof(loginDevice, (all, { asker, body }) => awaitDevice(all, body, asker)),
  proof(loginOtp, (all, { asker, body }) => endLogin(all, body, asker), true),
  proof(postToken, (all, { asker, body }) => token(all, body, asker)),
  proof(revokeSessions, (all, { asker, body }) => revoke(all, body, asker)),

  withToken(authStatus, status),
  withToken(authPrepare, prepare),
  withToken(authCommit, commit),
  withToken(authRelease, release),
  withToken(authForget, forget),

  session(readAccountFacts, (all, input) => readAccount(all, input.session)),
  session(updateEmail, (all, { asker, body, ...rest }) =>
    beginEmailChange(all, body, rest.session, asker),
  ),
  session(updateEmailPrimary, (all, { asker, body, ...rest }) =>
    provePrimary(all, body, rest.session, asker),
  ),
  session(updateEmailSecondary, (all, { asker, body, ...rest }) =>
    proveSecondary(all, body, rest.session, asker),
  ),
  session(readRecoveryContact, (all, input) => showRecoveryContact(all, input.session)),
  session(moveRecoveryContact, (all, { asker, ...rest }) => moveRecovery(all, rest.session, asker)),
  // Nothing provides smart accounts yet: whatever is asked, the plain account comes first.
  session(setPreferredAccount, async () => ({ type: 'eoa' as const })),
  session(stepUp, (all, { asker, ...rest }) => beginStepUp(all, rest.session, asker)),
  session(stepUpOtp, (all, { asker, body, ...rest }) => endStepUp(all, body, rest.session, asker)),
  session(confirmDevice, (all, { asker, ...rest }) => askConfirmation(all, rest.session, asker)),
  session(revokeDevice, (all, { body, ...rest }) => endDevice(all, body, rest.session)),
  session(signOutEverywhere, (all, input) => endSessions(all, input.session)),
  session(freezeAccount, (all, input) => freeze(all, input.session)),
  session(unfreezeAccount, (all, { asker, ...rest }) => unfreeze(all, rest.session, asker)),
  session(loginRpc, (all, { asker, body, ...rest }) => rpc(all, body, rest.session, asker)),

  service(vaultEvent, (all, { body }) => takeVaultEvent(all, body)),
  service(authFingerprints, async ({ kms }) => ({ fingerprints: [...kms.fingerprints] })),
]

/** The schema of a call's body. */
export const bodyOf = ({ endpoint }: Route) => endpoint.body as v.GenericSchema
