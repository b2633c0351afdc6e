import { applyTabEvent } from './applyTabEvent.ts'
import { reconnect } from './reconnect.ts'

/** Connects without a prompt; a separate chunk, since most visits do not need it. */
export const withoutPrompt = { applyTabEvent, reconnect }
