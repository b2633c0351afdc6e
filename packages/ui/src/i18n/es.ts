import type { Messages } from './en.ts'
import { en } from './en.ts'

export const es: Messages = { ...en }
