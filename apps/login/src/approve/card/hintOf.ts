import type { GateView } from '../gate/watchGate.ts'
import { fill, words } from '../words.ts'

/** From this many seconds on, the remaining time is shown. */
const lastSeconds = 60

/** The requirement that is still missing, in one line; empty when all are met. */
export function hintOf({
  gate,
  left,
  tooMany,
}: {
  gate: GateView | undefined
  /** s until the request ends. */
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
