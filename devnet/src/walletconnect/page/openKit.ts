import { WalletKit } from '@reown/walletkit'
import { Core } from '@walletconnect/core'
import { Buffer } from 'buffer/'
import { catchUnawaitedChecks } from '../catchUnawaitedChecks.ts'
import type { PhoneConfig } from '../phoneConfig.ts'
import { phoneIcon } from '../phoneIcon.ts'

/** The reference wallet client. */
export type Kit = Awaited<ReturnType<typeof WalletKit.init>>
/** A session between a site and the wallet. */
export type Session = ReturnType<Kit['getActiveSessions']>[string]
export type Proposal = ReturnType<Kit['getPendingSessionProposals']>[number]
export type SessionRequest = ReturnType<Kit['getPendingSessionRequests']>[number]
/** A one-click authentication request. */
export type SignInRequest = ReturnType<
  Kit['engine']['signClient']['auth']['requests']['getAll']
>[number]
/** The site's metadata, unverified. */
export type Peer = Session['peer']['metadata']

/**
 * Starts the reference client with all its calls to outside servers switched off, except the relay.
 *
 * @throws Error of the client, for example if the browser blocks storage.
 */
export async function openKit({ projectId, relayUrl }: PhoneConfig, origin: string): Promise<Kit> {
  // It decodes the resources of a sign-in with Node's Buffer, which browsers lack.
  Object.assign(globalThis, { Buffer })
  const core = new Core({ projectId, relayUrl, logger: 'silent', telemetryEnabled: false })
  // Switch off the lookups at verify.walletconnect.org and the telemetry to pulse.walletconnect.org.
  Object.assign(core.verify, { isDevEnv: true })
  core.eventClient.init = async () => {}
  const kit = await WalletKit.init({
    // Its type does not support exact optional properties.
    core: core as Parameters<typeof WalletKit.init>[0]['core'],
    metadata: {
      name: 'Foyer Phone Wallet',
      description: 'A phone wallet of the local networks, for development.',
      url: origin,
      // An embedded image, because sites show no image without TLS.
      icons: [`data:image/svg+xml,${encodeURIComponent(phoneIcon())}`],
      redirect: { universal: origin },
    },
  })
  catchUnawaitedChecks(kit.engine.signClient)
  return kit
}
