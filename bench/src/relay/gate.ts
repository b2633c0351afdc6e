import { type Server, spawnRelay } from './spawnServer.ts'

/** One figure and whether it passes. Undefined: it could not be measured here. */
export type Gate = { readonly passed: boolean | undefined; readonly text: string }

export const ms = (value: number) => `${value.toFixed(1)} ms`
export const mb = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`

/** Measures a relay of its own. */
export async function withRelay(run: (relay: Server) => Promise<Gate>): Promise<Gate> {
  const relay = await spawnRelay()
  try {
    return await run(relay)
  } finally {
    await relay.end()
  }
}
