import { applyTabEvent } from './applyTabEvent.ts'
import { reconnect } from './reconnect.ts'

/** What connects without a prompt, in one chunk: most visits need none of it. */
export const withoutPrompt = { applyTabEvent, reconnect }
