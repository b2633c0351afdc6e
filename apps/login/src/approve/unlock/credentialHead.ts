import { encodeBase64Url, type PasskeyAssertion } from '@foyer/protocol/custody'

export const encodeBuffer = (buffer: ArrayBuffer): string => encodeBase64Url(new Uint8Array(buffer))

/**
 * Common JSON of registrations and assertions. Does not use `toJSON()`, which may contain the PRF output, a secret that
 * stays here.
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
