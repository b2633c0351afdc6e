import { equalBytes } from '@foyer/protocol/custody'
import { decodeRecoveryCode } from '../worker/wallet/recoveryCode.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Parses a typed recovery code to ASCII bytes for the key worker; undefined when it is incomplete or mistyped. */
export function readTypedCode(text: string): Bytes | undefined {
  const typed = Uint8Array.from(text, (letter) => Math.min(letter.charCodeAt(0), 0xff))
  const secret = openCode(typed)
  secret?.fill(0)
  if (!secret) return undefined
  return typed.filter((letter) => letter !== 0x20 && letter !== 0x2d)
}

/** Returns whether two codes decode to the same secret; a code can be typed in several ways. */
export function isSameCode(typed: Bytes, shown: Bytes): boolean {
  const [one, other] = [openCode(typed), openCode(shown)]
  const isSame = one !== undefined && other !== undefined && equalBytes(one, other)
  one?.fill(0)
  other?.fill(0)
  return isSame
}

function openCode(code: Bytes): Bytes | undefined {
  try {
    return decodeRecoveryCode(code)
  } catch {
    return undefined
  }
}
