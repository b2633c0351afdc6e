import { WalletKit } from '@reown/walletkit'
import { Core } from '@walletconnect/core'
import { Buffer } from 'buffer/'
import type { PhoneConfig } from '../phoneConfig.ts'
import { phoneIcon } from '../phoneIcon.ts'

/** The reference wallet client. */
export type Kit = Awaited<ReturnType<typeof WalletKit.init>>
/** What a site and the wallet agreed on. */
export type Session = ReturnType<Kit['getActiveSessions']>[string]
export type Proposal = ReturnType<Kit['getPendingSessionProposals']>[number]
export type SessionRequest = ReturnType<Kit['getPendingSessionRequests']>[number]
/** A sign-in with one click. */
export type SignInRequest = ReturnType<
  Kit['engine']['signClient']['auth']['requests']['getAll']
>[number]
/** Who asks, in its own words. */
export type Peer = Session['peer']['metadata']

/**
 * Starts the reference client with everything off that calls home: the relay is all it speaks to.
 *
 * @throws Error of the client, for example when the browser keeps nothing.
 */
export async function openKit({ projectId, relayUrl }: PhoneConfig, origin: string): Promise<Kit> {
  // It reads the resources of a sign-in with Node's Buffer, which browsers do not have.
  Object.assign(globalThis, { Buffer })
  const core = new Core({ projectId, relayUrl, logger: 'silent', telemetryEnabled: false })
  // The lookups at verify.walletconnect.org and the note to pulse.walletconnect.org that the wallet was opened.
  Object.assign(core.verify, { isDevEnv: true })
  core.eventClient.init = async () => {}
  return WalletKit.init({
    // Its own type does not know exact optional properties.
    core: core as Parameters<typeof WalletKit.init>[0]['core'],
    metadata: {
      name: 'Foyer Phone Wallet',
      description: 'A phone wallet of the local networks, for development.',
      url: origin,
      // In itself: sites show no picture that is fetched without TLS.
      icons: [`data:image/svg+xml,${encodeURIComponent(phoneIcon())}`],
      redirect: { universal: origin },
    },
  })
}
