import type { PortName } from './settings.ts'

/** The parts, each in a separate process. */
export const partNames = [
  'devnet',
  'mail',
  'identity',
  'relay',
  'wallet',
  'phone',
  'site',
  'api',
  'vault',
  'login',
  'sponsor',
] as const
export type PartName = (typeof partNames)[number]

/** The settings that every part receives; each uses those it needs. */
export type PartSettings = {
  readonly ports: Readonly<Record<PortName, number>>
  readonly folder: string
}

/** A line for the user: what is ready, and its URL. */
export type ReadyLine = { readonly what: string; readonly url: string }

/** Starts one part. */
export type RunPart = (
  settings: PartSettings,
  ready: (line: ReadyLine) => void,
) => Promise<{
  stop: () => Promise<void> /** Settles when it stopped without being asked to. */
  ended?: Promise<void>
}>

/** Messages from a part's process to its parent. */
export type PartMessage =
  | { readonly kind: 'line'; readonly line: ReadyLine }
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly message: string }
