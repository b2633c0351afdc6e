import { decodeAscii } from '../account/SecretText.tsx'

/** A recovery code in seven groups of four, as it is shown and typed back. */
export const groupCode = (code: Uint8Array): string =>
  (decodeAscii(code).match(/.{1,4}/g) ?? []).join(' ')
