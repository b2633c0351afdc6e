import {
  currentChain,
  forgetCurrentChain,
  grantedChains,
  keepCurrentChain,
} from './currentChain.ts'
import { type Family, familyOf } from './networks.ts'
import type { Kit, Session } from './openKit.ts'

const addressOf = (account: string) => account.split(':').slice(2).join(':')

/** The addresses that a site has in a namespace, the selected one first. */
export const grantedAddresses = ({ namespaces }: Session, family: Family): readonly string[] => [
  ...new Set((namespaces[family]?.accounts ?? []).map(addressOf)),
]

const reread = (kit: Kit, { topic }: Session) => kit.getActiveSessions()[topic]

/** Adds a network to a session, with the accounts that the site already has. */
export async function addChain(kit: Kit, session: Session, chainId: string): Promise<void> {
  const family = familyOf(chainId)
  const before = family && session.namespaces[family]
  if (!family || !before || before.chains?.includes(chainId)) return
  const accounts = grantedAddresses(session, family).map((address) => `${chainId}:${address}`)
  await kit.updateSession({
    topic: session.topic,
    namespaces: {
      ...session.namespaces,
      [family]: {
        ...before,
        chains: [...(before.chains ?? []), chainId],
        accounts: [...before.accounts, ...accounts],
      },
    },
  })
}

/** Switches to another network of the session, and tells the site. */
export async function goToChain(kit: Kit, session: Session, chainId: string): Promise<void> {
  const family = familyOf(chainId)
  if (!family) return
  keepCurrentChain(session.topic, family, chainId)
  if (!session.namespaces[family]?.events.includes('chainChanged')) return
  const [, reference = ''] = chainId.split(':')
  const data = family === 'eip155' ? Number(reference) : reference
  const event = { name: 'chainChanged', data }
  await kit.emitSessionEvent({ topic: session.topic, chainId, event })
}

/** Selects an account, adds it to the session if necessary, and tells the site. */
export async function selectAccount(
  kit: Kit,
  session: Session,
  { address, family }: { address: string; family: Family },
): Promise<void> {
  const before = session.namespaces[family]
  if (!before) return
  const rest = grantedAddresses(session, family).filter((one) => one !== address)
  const accounts = grantedChains(session, family).flatMap((chainId) =>
    [address, ...rest].map((one) => `${chainId}:${one}`),
  )
  await kit.updateSession({
    topic: session.topic,
    namespaces: { ...session.namespaces, [family]: { ...before, accounts } },
  })
  const chainId = currentChain(reread(kit, session) ?? session, family)
  if (!chainId || !before.events.includes('accountsChanged')) return
  const event = { name: 'accountsChanged', data: [`${chainId}:${address}`] }
  await kit.emitSessionEvent({ topic: session.topic, chainId, event })
}

/** Ends a session, and tells the site. */
export async function endSession(kit: Kit, topic: string): Promise<void> {
  await kit.disconnectSession({ topic, reason: { code: 6000, message: 'User disconnected.' } })
  forgetCurrentChain(topic)
}
