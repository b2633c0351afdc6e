import { FoyerError } from '@foyer/protocol'

type Bytes = Uint8Array<ArrayBuffer>

/** Why a passkey did not come: what a person is told differs. */
export type PasskeyTrouble = 'missing' | 'weak' | 'closed' | 'known'

/** A passkey that could not be made or used. */
export class PasskeyError extends Error {
  override readonly name = 'PasskeyError'
  readonly trouble: PasskeyTrouble
  constructor(trouble: PasskeyTrouble, options?: ErrorOptions) {
    super(trouble, options)
    this.trouble = trouble
  }
}

/** Whether this browser can ask a passkey for a secret; undefined where it does not say. */
export async function canUsePasskey(): Promise<boolean | undefined> {
  if (typeof PublicKeyCredential === 'undefined') return false
  const { getClientCapabilities } = PublicKeyCredential as {
    getClientCapabilities?: () => Promise<Record<string, boolean>>
  }
  if (!getClientCapabilities) return undefined
  const capabilities = await getClientCapabilities.call(PublicKeyCredential)
  return capabilities['extension:prf']
}

/** What the secret of a passkey is asked with, for one user. @source security 2.3 "Recovery key" */
export async function prfSalt(userId: string): Promise<Bytes> {
  const text = new TextEncoder().encode(`foyer1:prf:${userId}`)
  return new Uint8Array(await crypto.subtle.digest('SHA-256', text))
}

/** A window of the browser: the person may close it, and a passkey may be there already. */
export async function askBrowser(
  run: () => Promise<Credential | null>,
): Promise<PublicKeyCredential> {
  try {
    const credential = await run()
    if (credential instanceof PublicKeyCredential) return credential
  } catch (cause) {
    const name = cause instanceof DOMException ? cause.name : ''
    if (name === 'NotAllowedError' || name === 'AbortError')
      throw new PasskeyError('closed', { cause })
    if (name === 'InvalidStateError') throw new PasskeyError('known', { cause })
    if (name === 'NotSupportedError' || name === 'ConstraintError')
      throw new PasskeyError('weak', { cause })
    throw new FoyerError('something-went-wrong', { cause, details: String(cause) })
  }
  throw new PasskeyError('closed')
}

/** The 32 bytes of the extension `prf`. @throws {@link PasskeyError} `weak` where the passkey gave none */
export function prfOutput(credential: PublicKeyCredential): Bytes {
  const first = credential.getClientExtensionResults().prf?.results?.first
  if (!first) throw new PasskeyError('weak')
  const view = ArrayBuffer.isView(first)
    ? new Uint8Array(first.buffer, first.byteOffset, first.byteLength)
    : new Uint8Array(first)
  const secret = Uint8Array.from(view)
  view.fill(0)
  return secret
}

/** COSE: ES256, EdDSA, RS256. @source WebAuthn Level 3 section 5.8.5 */
const algorithms = [-7, -8, -257]

/**
 * Makes a passkey and asks it for its secret: 32 bytes that it gives again to no other site, in every browser that has it.
 *
 * @param name - As the browser lists it.
 * @throws {@link PasskeyError}
 */
export async function createPasskey({
  name,
  userId,
}: {
  name: string
  userId: string
}): Promise<Bytes> {
  const { credentials } = navigator
  const first = await prfSalt(userId)
  const extensions = { prf: { eval: { first } } }
  const made = await askBrowser(() =>
    credentials.create({
      publicKey: {
        rp: { id: location.hostname, name: location.hostname },
        // A handle of its own: the one before stays on the authenticator until the new one is in force.
        user: { id: crypto.getRandomValues(new Uint8Array(32)), name, displayName: name },
        challenge: crypto.getRandomValues(new Uint8Array(32)),
        pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        extensions,
      },
    }),
  )
  const { prf } = made.getClientExtensionResults()
  if (prf?.results?.first) return prfOutput(made)
  if (prf?.enabled === false) throw new PasskeyError('weak')
  // Many give it only when they are used.
  return readPasskey({ userId, credentialId: made.rawId })
}

/**
 * Asks a passkey of this site for its secret.
 *
 * @throws {@link PasskeyError}
 */
export async function readPasskey({
  credentialId,
  userId,
}: {
  userId: string
  /** @default the one that the person picks */
  credentialId?: ArrayBuffer
}): Promise<Bytes> {
  const first = await prfSalt(userId)
  const used = await askBrowser(() =>
    navigator.credentials.get({
      publicKey: {
        rpId: location.hostname,
        challenge: crypto.getRandomValues(new Uint8Array(32)),
        userVerification: 'required',
        ...(credentialId && { allowCredentials: [{ type: 'public-key', id: credentialId }] }),
        extensions: { prf: { eval: { first } } },
      },
    }),
  )
  return prfOutput(used)
}
