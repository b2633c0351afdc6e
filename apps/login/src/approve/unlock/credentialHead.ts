import { encodeBase64Url, type PasskeyAssertion } from '@foyer/protocol'

export const encodeBuffer = (buffer: ArrayBuffer): string => encodeBase64Url(new Uint8Array(buffer))

/**
 * What registrations and assertions have in common as JSON. Not `toJSON()`: that may hold the output of PRF, which stays
 * here.
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
