import { startChallenge, startFarcaster, startIdentity } from '@foyer/devnet'
import { addressesOf } from './addresses.ts'
import type { RunPart } from './part.ts'

/** Stand-ins for Google and the other providers of social logins, for a Farcaster app, and for a challenge before mails. */
export const run: RunPart = async (settings, ready) => {
  const {
    chains,
    challenge: challengeUrl,
    farcaster: farcasterUrl,
    identity: url,
    login,
  } = addressesOf(settings)
  const identity = await startIdentity({ port: settings.ports.identity, redirectOrigin: login })
  ready({ what: 'Identity providers', url })
  const farcaster = await startFarcaster({
    port: settings.ports.farcaster,
    // Node may not resolve names below localhost.
    relayUrl: `http://127.0.0.1:${settings.ports.login}`,
    rpcUrl: chains[0]!.url,
  })
  ready({ what: 'Farcaster app', url: farcasterUrl })
  const challenge = await startChallenge({ port: settings.ports.challenge, loginOrigin: login })
  ready({ what: 'Challenge before many mails', url: challengeUrl })
  return {
    async stop() {
      await Promise.all([identity.stop(), farcaster.stop(), challenge.stop()])
    },
  }
}
