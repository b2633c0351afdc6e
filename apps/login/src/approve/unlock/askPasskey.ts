import { FoyerError } from '@foyer/protocol'
import { decodeBase64Url, type PasskeyAssertion } from '@foyer/protocol/custody'
import { credentialHead, encodeBuffer } from './credentialHead.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** `PublicKeyCredentialRequestOptionsJSON` as the vault sends it. @source WebAuthn Level 3 section 5.1.10 */
type RequestOptions = {
  challenge: string
  rpId?: string
  timeout?: number
  allowCredentials?: { id: string; transports?: AuthenticatorTransport[] }[]
  extensions: { prf: { eval: { first: string } } }
}

/**
 * Asks the browser for an assertion of the user's passkey with the PRF extension.
 * @param options - The vault's answer to `passkeyChallenge`.
 * @param only - Credential id of the only passkey to accept. @default those that the vault lists
 * @returns The PRF output, 32 bytes, which opens the recovery key, and the assertion, which proves the user's presence
 *   to the vault.
 * @throws FoyerError `user-rejected` when the prompt was closed, timed out or is not allowed; `recovery-failed` for a
 *   passkey without PRF
 * @source security 2.3 "Recovery key", 2.8
 */
export async function askPasskey(
  options: unknown,
  only?: string,
): Promise<{ secret: Bytes; assertion: PasskeyAssertion }> {
  // Not validated: the options are our own vault's, and malformed ones fail below.
  const given = options as RequestOptions
  const credential = await navigator.credentials
    .get({
      publicKey: {
        challenge: decodeBase64Url(given.challenge),
        ...(given.rpId !== undefined && { rpId: given.rpId }),
        ...(given.timeout !== undefined && { timeout: given.timeout }),
        allowCredentials: (only === undefined
          ? (given.allowCredentials ?? [])
          : [{ id: only, transports: undefined }]
        ).map(({ id, transports }) => ({
          type: 'public-key',
          id: decodeBase64Url(id),
          ...(transports && { transports }),
        })),
        userVerification: 'required',
        extensions: { prf: { eval: { first: decodeBase64Url(given.extensions.prf.eval.first) } } },
      },
    })
    .catch((cause: unknown) => {
      throw new FoyerError('user-rejected', { cause })
    })
  if (!(credential instanceof PublicKeyCredential)) throw new FoyerError('user-rejected')
  const first = credential.getClientExtensionResults().prf?.results?.first
  if (first === undefined)
    throw new FoyerError('recovery-failed', { details: 'This passkey has no PRF.' })
  const bytes = new Uint8Array(ArrayBuffer.isView(first) ? first.buffer : first)
  return { secret: bytes, assertion: assertionOf(credential) }
}

function assertionOf(credential: PublicKeyCredential): PasskeyAssertion {
  const response = credential.response as AuthenticatorAssertionResponse
  return {
    ...credentialHead(credential),
    response: {
      clientDataJSON: encodeBuffer(response.clientDataJSON),
      authenticatorData: encodeBuffer(response.authenticatorData),
      signature: encodeBuffer(response.signature),
      ...(response.userHandle && { userHandle: encodeBuffer(response.userHandle) }),
    },
  }
}
