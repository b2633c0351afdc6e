import { FoyerError } from '@foyer/protocol'
import {
  decodeBase64Url,
  type PasskeyAssertion,
  type PasskeyEvidence,
  type PasskeyRegistration,
  passkeyChallenge,
  passkeyList,
  passkeyOptions,
  passkeyRegister,
  passkeyRemove,
} from '@foyer/protocol/custody'
import * as v from 'valibot'
import { askPasskey } from '../approve/unlock/askPasskey.ts'
import { credentialHead, encodeBuffer } from '../approve/unlock/credentialHead.ts'
import { WeakPasskeyError } from '../approve/unlock/walletPasskey.ts'
import type { AccountSession } from './createPageAccount.ts'

type Bytes = Uint8Array<ArrayBuffer>
type Vault = Pick<AccountSession, 'callVault'>

/**
 * Result of using a passkey: the secret that opens the recovery key (32 bytes), and the assertion that proves the user's
 * presence to the vault.
 */
export type UsedPasskey = { secret: Bytes; assertion: PasskeyAssertion }

/**
 * Asks for a passkey of this user.
 * @param user.only - Credential id of the only passkey to accept. @default any of the user's
 * @throws {@link FoyerError} `user-rejected`, `recovery-failed`, the vault's errors
 */
export async function readPasskey(
  { callVault }: Vault,
  { only, userId }: { userId: string; only?: string },
): Promise<UsedPasskey> {
  const { options } = await callVault(passkeyChallenge, { userId })
  return askPasskey(options, only)
}

const text = v.pipe(v.string(), v.regex(/^[\w-]+$/))
const named = v.object({ name: v.string(), displayName: v.string(), id: text })
/** `PublicKeyCredentialCreationOptionsJSON` as the vault sends it. @source WebAuthn Level 3 section 5.1.9 */
const creationOptions = v.object({
  challenge: text,
  rp: v.object({ id: v.string(), name: v.string() }),
  user: named,
  pubKeyCredParams: v.array(v.object({ type: v.literal('public-key'), alg: v.number() })),
  excludeCredentials: v.optional(v.array(v.object({ id: text })), []),
  timeout: v.optional(v.number()),
  extensions: v.object({ prf: v.object({ eval: v.object({ first: text }) }) }),
})

/** Returns whether the vault lets this browser register a passkey; if not, its link or a present passkey is needed. */
export async function mayCreatePasskey(
  { callVault }: Vault,
  { evidence, userId }: { userId: string; evidence?: PasskeyEvidence | undefined },
): Promise<boolean> {
  try {
    await callVault(passkeyOptions, { userId, ...(evidence && { evidence }) })
    return true
  } catch (error) {
    if (error instanceof FoyerError && error.code === 'recovery-evidence-required') return false
    throw error
  }
}

/**
 * Creates a passkey, registers it at the vault, and asks for its secret (32 bytes), which is the same wherever this
 * passkey is used on this site. An existing passkey is used as it is.
 * @throws {@link WeakPasskeyError}
 * @throws {@link FoyerError} `user-rejected` when the prompt was closed, and the vault's errors
 */
export async function createPasskey(
  vault: Vault,
  { userId }: { userId: string },
): Promise<UsedPasskey> {
  const { options } = await vault.callVault(passkeyOptions, { userId })
  const given = v.parse(creationOptions, options)
  const made = await navigator.credentials
    .create({
      publicKey: {
        challenge: decodeBase64Url(given.challenge),
        rp: given.rp,
        user: { ...given.user, id: decodeBase64Url(given.user.id) },
        pubKeyCredParams: given.pubKeyCredParams,
        excludeCredentials: given.excludeCredentials.map(({ id }) => ({
          type: 'public-key',
          id: decodeBase64Url(id),
        })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
        ...(given.timeout !== undefined && { timeout: given.timeout }),
        extensions: { prf: { eval: { first: decodeBase64Url(given.extensions.prf.eval.first) } } },
      },
    })
    .catch((cause: unknown) => {
      const name = cause instanceof DOMException ? cause.name : ''
      if (name === 'InvalidStateError') return 'known' as const
      if (name === 'NotSupportedError' || name === 'ConstraintError')
        throw new WeakPasskeyError('no such passkey here', { cause })
      throw new FoyerError('user-rejected', { cause })
    })
  if (made === 'known') return readPasskey(vault, { userId })
  if (!(made instanceof PublicKeyCredential)) throw new FoyerError('user-rejected')
  if (made.getClientExtensionResults().prf?.enabled !== true) throw new WeakPasskeyError('no PRF')
  await vault.callVault(passkeyRegister, { userId, registration: registrationOf(made) })
  // Most authenticators return the secret only at an assertion.
  return readPasskey(vault, { userId, only: made.id })
}

/**
 * Deletes the passkeys that no longer open the wallet from the vault, so that a new browser offers the right one.
 * @param keep - Id of the passkey to keep.
 * @throws {@link FoyerError} the vault's errors
 */
export async function forgetPasskeys(
  { callVault }: Vault,
  { keep, userId }: { userId: string; keep: string | undefined },
): Promise<void> {
  const { passkeys } = await callVault(passkeyList, { userId })
  for (const { id } of passkeys) if (id !== keep) await callVault(passkeyRemove, { userId, id })
}

function registrationOf(credential: PublicKeyCredential): PasskeyRegistration {
  const response = credential.response as AuthenticatorAttestationResponse
  return {
    ...credentialHead(credential),
    response: {
      clientDataJSON: encodeBuffer(response.clientDataJSON),
      attestationObject: encodeBuffer(response.attestationObject),
      transports: response.getTransports(),
    },
  }
}
