import { devnetAccounts } from '../../evm/accounts.ts'
import { accountRow } from '../../wallet/approve/accountRow.ts'
import { privateAccount } from '../../wallet/approve/chainClient.ts'
import { chooseSigner } from '../../wallet/approve/chooseSigner.ts'
import { element } from '../../wallet/approve/element.ts'
import type { PhoneConfig } from '../phoneConfig.ts'
import { walletMethods } from './capabilities.ts'
import { rejection } from './errorAnswer.ts'
import { isServed, networkName } from './networks.ts'
import type { Kit, SignInRequest } from './openKit.ts'
import { hostOf } from './peerCard.ts'
import { questionView } from './questionView.ts'
import { grantRecap } from './recap.ts'

/** Asks to sign in: one signature that also connects. */
export function signInView(
  { config, done, kit }: { config: PhoneConfig; kit: Kit; done: (words: string) => void },
  { authPayload, expiryTimestamp, id, requester }: SignInRequest,
): HTMLElement {
  const peer = requester.metadata
  const reached = authPayload.chains.filter((chainId) => isServed(config, chainId))
  const chains = reached.length > 0 ? reached : authPayload.chains
  const granted = {
    ...authPayload,
    chains,
    ...(authPayload.resources && {
      resources: grantRecap(authPayload.resources, { chains, methods: walletMethods.eip155 }),
    }),
  }
  // The did:pkh form of the first chain; the other chains are granted with it.
  const issuerOf = (index: number) => `${chains[0]}:${devnetAccounts[index]!.address}`
  const message = (index: number) =>
    kit.formatAuthMessage({ request: granted, iss: issuerOf(index) })
  const accounts = devnetAccounts.map(({ index }) => index)
  const { account, choice, text } = chooseSigner({ accounts, message, row: accountRow })
  const foreign = authPayload.domain !== hostOf(peer.url)
  return questionView({
    peer,
    network: chains.map((chainId) => networkName(config, chainId)).join(', '),
    expiresAt: expiryTimestamp * 1000,
    screen: {
      title: 'Sign in',
      wants: 'asks you to sign in, which connects it too',
      accept: 'Sign in',
      body: [
        ...(foreign
          ? [
              element(
                'p',
                { class: 'warning', role: 'alert' },
                `The message signs in to ${authPayload.domain}, but the request comes from ${hostOf(peer.url)}.`,
              ),
            ]
          : []),
        element('h2', {}, 'Account'),
        choice,
        element('h2', {}, 'Message'),
        text,
      ],
    },
    async reject() {
      await kit.rejectSessionAuthenticate({ id, reason: rejection })
      done('You declined the sign-in.')
    },
    async accept() {
      const { aud, domain, exp, iat, nbf, nonce, requestId, resources, statement, version } =
        granted
      const iss = issuerOf(account())
      const s = await privateAccount(account()).signMessage({ message: message(account()) })
      const optional = { exp, nbf, requestId, resources, statement }
      const given = Object.entries(optional).filter(([, value]) => value !== undefined)
      const p = {
        iss: `did:pkh:${iss}`,
        aud,
        domain,
        iat,
        nonce,
        version,
        ...Object.fromEntries(given),
      }
      const auths = [{ h: { t: 'caip122' as const }, p, s: { t: 'eip191' as const, s } }]
      await kit.approveSessionAuthenticate({ id, auths })
      done(`Signed in. Go back to ${peer.name}.`)
    },
  })
}
