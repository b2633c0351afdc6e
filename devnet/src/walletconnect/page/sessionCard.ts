import { devnetAccounts } from '../../evm/accounts.ts'
import { solanaAccounts } from '../../solana/solanaAccounts.ts'
import { element } from '../../wallet/approve/element.ts'
import type { PhoneConfig } from '../phoneConfig.ts'
import { endSession, goToChain, grantedAddresses, selectAccount } from './changeSession.ts'
import { currentChain, grantedChains } from './currentChain.ts'
import { accountIndex, type Family, networkName } from './networks.ts'
import type { Kit, Session } from './openKit.ts'
import { peerCard } from './peerCard.ts'

/** Timeout for a site's answer to a ping, ms. */
const pingMs = 15_000

const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' })

/** Runs a control's action, and shows its result. */
export type Run = (act: () => Promise<string>) => void

function select(
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  { onChoose, value }: { value: string | undefined; onChoose: (value: string) => void },
): HTMLElement {
  const list = element(
    'select',
    { change: () => onChoose(list.value) },
    ...options.map(([key, text]) =>
      element('option', { value: key, selected: key === value }, text),
    ),
  )
  return element('label', { class: 'field' }, element('span', {}, label), list)
}

const accountNames: Readonly<Record<Family, readonly string[]>> = {
  eip155: devnetAccounts.map(({ index }) => `Account ${index}`),
  solana: solanaAccounts.map(({ index, name }) => `Account ${index}, ${name}`),
}
const short = (address: string) => `${address.slice(0, 6)}…${address.slice(-4)}`

function familyFields(
  { config, kit, run }: { config: PhoneConfig; kit: Kit; run: Run },
  session: Session,
  family: Family,
): HTMLElement[] {
  const chains = grantedChains(session, family)
  const [address = ''] = grantedAddresses(session, family)
  const own = family === 'eip155' ? devnetAccounts : solanaAccounts
  const name = family === 'eip155' ? 'Ethereum' : 'Solana'
  const go = (chainId: string) =>
    run(async () => {
      await goToChain(kit, session, chainId)
      return `Switched to ${networkName(config, chainId)}.`
    })
  const choose = (index: string) =>
    run(async () => {
      await selectAccount(kit, session, { family, address: own[Number(index)]!.address })
      return `${accountNames[family][Number(index)]} is selected.`
    })
  const networks = select(
    `${name} network`,
    chains.map((chainId) => [chainId, networkName(config, chainId)]),
    { value: currentChain(session, family), onChoose: go },
  )
  return [
    ...(chains.length > 1 ? [networks] : []),
    select(
      `${name} account`,
      own.map((account, index) => [
        String(index),
        `${accountNames[family][index]} · ${short(account.address)}`,
      ]),
      { value: String(accountIndex(family, address)), onChoose: choose },
    ),
  ]
}

/** Draws a connected site with its controls. */
export function sessionCard(
  parameters: { config: PhoneConfig; kit: Kit; run: Run },
  session: Session,
): HTMLElement {
  const { kit, run } = parameters
  const { expiry, namespaces, peer, topic } = session
  const { name } = peer.metadata
  const families = (['eip155', 'solana'] as const).filter((family) => namespaces[family])
  const ping = async () => {
    const late = new Promise<never>((_, reject) =>
      setTimeout(() => reject(new Error(`${name} did not answer in ${pingMs / 1000} s.`)), pingMs),
    )
    await Promise.race([kit.engine.signClient.ping({ topic }), late])
    return `${name} is there.`
  }
  const button = (text: string, act: () => Promise<string>) =>
    element('button', { type: 'button', class: 'quiet', click: () => run(act) }, text)
  return element(
    'article',
    { class: 'session' },
    peerCard(peer.metadata),
    ...families.flatMap((family) => familyFields(parameters, session, family)),
    element('p', { class: 'note' }, `Connected until ${day.format(expiry * 1000)}.`),
    element(
      'div',
      { class: 'actions' },
      button('Ping', ping),
      button('Extend', async () => {
        await kit.extendSession({ topic })
        return `${name} stays connected for a week.`
      }),
      button('Disconnect', async () => {
        await endSession(kit, topic)
        return `Disconnected from ${name}.`
      }),
    ),
  )
}
