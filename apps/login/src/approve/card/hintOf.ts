import type { GateView } from '../gate/watchGate.ts'
import { fill, words } from '../words.ts'

/** The remaining time is shown when it is at most this, in seconds. */
const lastSeconds = 60

/** Describes the requirement that is still unmet, in one line; empty when all are met. */
export function hintOf({
  gate,
  left,
  tooMany,
}: {
  gate: GateView | undefined
  /** Time until the request expires, in seconds. */
  left: number
  tooMany: boolean
}): string | undefined {
  if (tooMany) return words.tooMany
  if (gate?.why === 'size') return gate.late ? words.small : undefined
  if (gate?.why === 'unseen') return gate.late ? words.covered : undefined
  if (gate?.why === 'unfocused') return words.unfocused
  if (gate?.unread) return words.scroll
  if (gate?.refused === 'absent') return words.move
  if (gate?.refused === 'short') return gate.half ? undefined : words.longer
  if (gate?.refused === 'settling') return words.wait
  if (left > lastSeconds) return undefined
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`
  return fill(words.expires, { time })
}
