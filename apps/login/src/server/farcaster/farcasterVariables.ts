import { bareUrl, secret } from '@foyer/server'
import { farcasterVariables as chainVariables, readFarcasterChain } from '@foyer/server/farcaster'
import * as v from 'valibot'
import type { FarcasterSettings } from './farcaster.ts'

/** Variables of the Farcaster login: the node turns it on; the relay is the public one, another, or this server. */
export const farcasterVariables = {
  ...chainVariables,
  FARCASTER_RELAY_URL: v.optional(
    bareUrl('https://relay.farcaster.xyz'),
    'https://relay.farcaster.xyz',
  ),
  FARCASTER_RELAY_KEY: v.optional(secret(32)),
  FARCASTER_CLIENT_URL: v.optional(bareUrl('https://app.example.com')),
}

/** @throws Error that names the variable that is missing */
export function readFarcaster(
  values: Parameters<typeof readFarcasterChain>[0] & {
    FARCASTER_RELAY_URL: string
    FARCASTER_RELAY_KEY?: string | undefined
    FARCASTER_CLIENT_URL?: string | undefined
  },
): FarcasterSettings | undefined {
  const chain = readFarcasterChain(values)
  const { FARCASTER_CLIENT_URL: clientUrl, FARCASTER_RELAY_KEY: key } = values
  if ((key === undefined) !== (clientUrl === undefined))
    throw new Error(
      'FARCASTER_RELAY_KEY and FARCASTER_CLIENT_URL belong together: set both, or none.',
    )
  if (chain === undefined) return undefined
  const isOwn = key !== undefined && clientUrl !== undefined
  return { chain, relay: isOwn ? { key, clientUrl } : { url: values.FARCASTER_RELAY_URL } }
}
