import type { GateView } from '../gate/watchGate.ts'
import { words } from '../words.ts'

/** Describes the requirement that is still unmet, in one line; empty when all are met. */
export function hintOf({
  gate,
  tooMany,
}: {
  gate: GateView | undefined
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
  return undefined
}
