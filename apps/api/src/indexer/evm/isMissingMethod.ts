import type { RawAnswer } from '../../rpc/rawCall.ts'

/** Returns whether an error means that the node does not offer a method; nodes report it in many ways. */
export function isMissingMethod(answer: RawAnswer): boolean {
  if ('result' in answer) return false
  const { code, message } = JSON.parse(answer.error) as { code?: unknown; message?: unknown }
  return (
    code === -32601 ||
    code === -32004 ||
    /\bmethod\b|not (?:supported|available|enabled)|unsupported|upgrade/i.test(String(message))
  )
}
