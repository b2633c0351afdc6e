import { startIdentity } from '@foyer/devnet'
import { addressesOf } from './addresses.ts'
import type { RunPart } from './part.ts'

/** Stand-ins for Google and the other providers of social logins. */
export const run: RunPart = async (settings, ready) => {
  const { identity: url, login } = addressesOf(settings)
  const identity = await startIdentity({ port: settings.ports.identity, redirectOrigin: login })
  ready({ what: 'Identity providers', url })
  return identity
}
