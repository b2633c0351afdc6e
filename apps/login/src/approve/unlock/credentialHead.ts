import { encodeBase64Url, type PasskeyAssertion } from '@foyer/protocol/custody'

export const encodeBuffer = (buffer: ArrayBuffer): string => encodeBase64Url(new Uint8Array(buffer))

/**
 * Encodes the common fields of registrations and assertions as JSON. Does not use `toJSON()`, which may include the PRF
 * output, a secret that must not be sent.
 */
export function credentialHead({
  authenticatorAttachment,
  id,
  rawId,
}: PublicKeyCredential): Omit<PasskeyAssertion, 'response'> {
  return {
    id,
    rawId: encodeBuffer(rawId),
    type: 'public-key',
    ...((authenticatorAttachment === 'platform' ||
      authenticatorAttachment === 'cross-platform') && {
      authenticatorAttachment,
    }),
    clientExtensionResults: {},
  }
}
