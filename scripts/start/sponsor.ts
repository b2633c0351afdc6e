import { setTimeout as sleep } from 'node:timers/promises'
import { devnetPaymasterSigner } from '@foyer/devnet'
import { start } from '@foyer/sponsor'
import { addressesOf, demoProjectId } from './addresses.ts'
import { waitForDatabase } from './databases.ts'
import type { RunPart } from './part.ts'
import { readSecret } from './secrets.ts'
import { fundSponsor, paymasterKey, sponsorPolicy } from './sponsorPolicy.ts'

/** Interval of asking whether the chains run, ms. */
const lookMs = 200

/** The sponsor, with a paying account that the faucet has filled. */
export const run: RunPart = async ({ folder, ports }, ready) => {
  const { chains, sponsor: url } = addressesOf({ ports })
  const secret = (name: string) => readSecret(folder, 'sponsor', name)
  const sponsor = await start({
    port: ports.sponsor,
    database: { kind: 'folder', path: await waitForDatabase(folder, 'sponsor') },
    policy: sponsorPolicy(chains, {
      merchantToken: await secret('MERCHANT_TOKEN'),
      projectId: demoProjectId,
    }),
    senderKeys: [(await secret('SENDER_KEYS')) as `0x${string}`],
    paymasterKey: devnetPaymasterSigner.privateKey,
    serviceToken: await secret('SERVICE_TOKEN'),
    logLevel: 'warn',
  })
  // The chains start at the same time.
  while (!(await Promise.allSettled(chains.map(({ url }) => fetch(url)))).every(isDone))
    await sleep(lookMs)
  await fundSponsor(chains, sponsor.url)
  ready({ what: 'Sponsor: gas and payments (x402)', url })
  ready({ what: 'Paymaster (ERC-7677)', url: `${url}/paymaster/${paymasterKey}` })
  return sponsor
}

const isDone = ({ status }: PromiseSettledResult<unknown>) => status === 'fulfilled'
