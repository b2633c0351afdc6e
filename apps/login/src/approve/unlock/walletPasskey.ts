import { FoyerError } from '@foyer/protocol'
import { decodeBase64Url, encodeBase64Url, walletHandle, walletSalt } from '@foyer/protocol/custody'

type Bytes = Uint8Array<ArrayBuffer>

/** A passkey that opens a wallet by itself, as it was used: its PRF output (32 bytes) goes to the key worker only. */
export type WalletPasskey = {
  mode: 'passkey'
  secret: Bytes
  /** Credential id, base64url. */
  id: string
  /** It opens the wallet's envelope and is not its source; undefined if the browser does not say. */
  isAdded?: boolean | undefined
}

/** Thrown for a passkey or browser without the PRF extension, which derives a secret. */
export class WeakPasskeyError extends Error {
  override readonly name = 'WeakPasskeyError'
}

/** Length of the user handle, in bytes: other passkeys of this origin have 16. */
const handleBytes = 33
/** Time that the user may take, in ms. */
const timeout = 300_000

const prfOf = async () => ({ prf: { eval: { first: await walletSalt() } } })

/**
 * Asks for a passkey that opens a wallet by itself. Its challenge is of no server: only the secret counts, which exists for
 * this origin alone.
 *
 * @param only - Credential id of the only passkey to accept. @default any that the browser offers
 * @throws {@link WeakPasskeyError}
 * @throws FoyerError `user-rejected` when the prompt was closed; `resource-not-found` for a passkey of an email wallet
 */
export async function askWalletPasskey(only?: string): Promise<WalletPasskey> {
  const credential = await navigator.credentials
    .get({
      publicKey: {
        challenge: crypto.getRandomValues(new Uint8Array(32)),
        allowCredentials:
          only === undefined ? [] : [{ type: 'public-key', id: decodeBase64Url(only) }],
        userVerification: 'required',
        timeout,
        extensions: await prfOf(),
      },
    })
    .catch((cause: unknown) => {
      throw new FoyerError('user-rejected', { cause })
    })
  if (!(credential instanceof PublicKeyCredential)) throw new FoyerError('user-rejected')
  const { userHandle } = credential.response as AuthenticatorAssertionResponse
  return { ...secretOf(credential), isAdded: readHandle(userHandle) }
}

/**
 * Creates a passkey for a wallet, on a top-level page of the login origin. Asks a second time for its secret where the
 * authenticator gives it only then.
 *
 * @param options.isAdded - For a wallet that exists. @default false: the wallet is derived from it
 * @param options.known - Credential ids of the wallet's passkeys, which are not created again.
 * @throws {@link WeakPasskeyError}
 * @throws FoyerError `user-rejected` when the prompt was closed
 */
export async function createWalletPasskey({
  isAdded = false,
  known = [],
}: {
  isAdded?: boolean
  known?: readonly string[]
} = {}): Promise<WalletPasskey> {
  const handle = crypto.getRandomValues(new Uint8Array(handleBytes))
  handle[0] = isAdded ? walletHandle.added : walletHandle.source
  const name = `Wallet, ${new Date().toLocaleDateString()}`
  const made = await navigator.credentials
    .create({
      publicKey: {
        challenge: crypto.getRandomValues(new Uint8Array(32)),
        rp: { name: location.hostname },
        user: { id: handle, name, displayName: name },
        // EdDSA, ES256, RS256. @source https://www.iana.org/assignments/cose/cose.xhtml#algorithms
        pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: 'public-key', alg })),
        excludeCredentials: known.map((id) => ({ type: 'public-key', id: decodeBase64Url(id) })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        attestation: 'none',
        timeout,
        extensions: await prfOf(),
      },
    })
    .catch((cause: unknown) => {
      const name = cause instanceof DOMException ? cause.name : ''
      if (name === 'NotSupportedError' || name === 'ConstraintError')
        throw new WeakPasskeyError('no such passkey here', { cause })
      if (name === 'InvalidStateError') throw new FoyerError('request-invalid', { cause })
      throw new FoyerError('user-rejected', { cause })
    })
  if (!(made instanceof PublicKeyCredential)) throw new FoyerError('user-rejected')
  const { prf } = made.getClientExtensionResults()
  if (prf?.results?.first) return { ...secretOf(made), isAdded }
  if (prf?.enabled !== true) throw new WeakPasskeyError('no PRF')
  return { ...(await askWalletPasskey(made.id)), isAdded }
}

/** Returns whether this browser knows passkeys with PRF; undefined if it does not say. */
export async function knowsWalletPasskeys(): Promise<boolean | undefined> {
  if (typeof PublicKeyCredential === 'undefined') return false
  const { getClientCapabilities } = PublicKeyCredential as {
    getClientCapabilities?: () => Promise<Record<string, boolean>>
  }
  if (!getClientCapabilities) return undefined
  const capabilities = await getClientCapabilities.call(PublicKeyCredential)
  return capabilities['extension:prf']
}

function readHandle(buffer: ArrayBuffer | null): boolean | undefined {
  if (buffer === null) return undefined
  const handle = new Uint8Array(buffer)
  const isOurs = handle.length === handleBytes
  if (isOurs && handle[0] === walletHandle.source) return false
  if (isOurs && handle[0] === walletHandle.added) return true
  throw new FoyerError('resource-not-found', {
    details: 'This passkey belongs to an email wallet.',
  })
}

function secretOf(credential: PublicKeyCredential): Omit<WalletPasskey, 'isAdded'> {
  const first = credential.getClientExtensionResults().prf?.results?.first
  if (first === undefined) throw new WeakPasskeyError('no PRF')
  const secret = Uint8Array.from(
    ArrayBuffer.isView(first)
      ? new Uint8Array(first.buffer, first.byteOffset, first.byteLength)
      : new Uint8Array(first),
  )
  return { mode: 'passkey', secret, id: encodeBase64Url(new Uint8Array(credential.rawId)) }
}
