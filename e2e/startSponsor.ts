import { randomBytes } from 'node:crypto'
import { type Devnet, devnetPaymasterSigner } from '@foyer/devnet'
import { testLocation } from '@foyer/server/testDatabase'
import { sponsorDatabase, start } from '@foyer/sponsor'
import { generatePrivateKey } from 'viem/accounts'
import { fundSponsor, sponsorPolicy } from '../scripts/start/sponsorPolicy.ts'

/** Starts the sponsor with a paying account that has coins, and gives what the demo shop needs of it. */
export async function startSponsor(
  { chains }: Pick<Devnet, 'chains'>,
  { projectId, ...log }: Pick<start.Options, 'logDestination' | 'logLevel'> & { projectId: string },
) {
  const [token, serviceToken] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')]
  const sponsor = await start({
    ...{ port: 0, serviceToken, senderKeys: [generatePrivateKey()], ...log },
    paymasterKey: devnetPaymasterSigner.privateKey,
    policy: sponsorPolicy(chains, { merchantToken: token, projectId }),
    database: await testLocation(sponsorDatabase),
  })
  await fundSponsor(chains, sponsor.url)
  return { ...sponsor, facilitator: { url: sponsor.url, token }, serviceToken }
}
