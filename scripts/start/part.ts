import type { PortName } from './settings.ts'

/** The parts, each a process of its own. */
export const partNames = [
  'devnet',
  'mail',
  'relay',
  'wallet',
  'phone',
  'site',
  'api',
  'vault',
  'login',
] as const
export type PartName = (typeof partNames)[number]

/** What every part is told; each takes from it what concerns it. */
export type PartSettings = {
  readonly ports: Readonly<Record<PortName, number>>
  readonly folder: string
}

/** A line for the person who waits: what is ready, and where. */
export type ReadyLine = { readonly what: string; readonly url: string }

/** Starts one part. */
export type RunPart = (
  settings: PartSettings,
  ready: (line: ReadyLine) => void,
) => Promise<{
  stop: () => Promise<void> /** Settles when it ended by itself. */
  ended?: Promise<void>
}>

/** What a part's process says to the one that started it. */
export type PartMessage =
  | { readonly kind: 'line'; readonly line: ReadyLine }
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly message: string }
