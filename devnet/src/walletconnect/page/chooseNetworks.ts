import { getBalance } from 'viem/actions'
import { accountRow, solanaAccountRow } from '../../wallet/approve/accountRow.ts'
import { shortAmount } from '../../wallet/approve/amounts.ts'
import { chainClient } from '../../wallet/approve/chainClient.ts'
import { element } from '../../wallet/approve/element.ts'
import { createSolanaRpc } from '../../wallet/approve/solana/solanaRpc.ts'
import type { PhoneConfig } from '../phoneConfig.ts'
import { addressesOf, type Family, networkName, signsOnly } from './networks.ts'
import type { Wish } from './readProposal.ts'

const namespaceNames: Readonly<Record<Family, string>> = { eip155: 'Ethereum', solana: 'Solana' }

/** Balance of an account on the namespace's local network; undefined if there is none. */
function balanceOf({ chains: [chain], solana }: PhoneConfig, family: Family, index: number) {
  if (family === 'eip155') {
    if (!chain) return undefined
    const address = addressesOf(family)[index] as `0x${string}`
    return getBalance(chainClient(chain, index), { address }).then(
      (wei) => `${shortAmount(wei, 18)} ${chain.symbol}`,
    )
  }
  if (!solana) return undefined
  return createSolanaRpc(solana.rpcUrl)
    .getLamports(addressesOf(family)[index]!)
    .then((lamports) => `${shortAmount(BigInt(lamports), 9)} SOL`)
}

function accountChoice(config: PhoneConfig, family: Family, index: number): HTMLElement {
  const balance = element('span', { class: 'balance' })
  balanceOf(config, family, index)?.then(
    (text) => balance.replaceChildren(text),
    // Balances are optional here: connecting works without the chain.
    () => balance.replaceChildren('no answer'),
  )
  const box = element('input', {
    type: 'checkbox',
    name: `${family}-account`,
    value: String(index),
    checked: index === 0,
  })
  const row = family === 'eip155' ? accountRow(index) : solanaAccountRow(index)
  return element('label', { class: 'choice' }, box, row, balance)
}

/** Asks for the networks and accounts of the requested namespaces. */
export function chooseNetworks(
  config: PhoneConfig,
  wishes: readonly Wish[],
): chooseNetworks.Choice {
  const anyServed = wishes.some(({ chains }) => chains.some(({ isServed }) => isServed))
  const boxes: HTMLInputElement[] = []
  const networks = element(
    'fieldset',
    { class: 'choices', 'data-needs-one': true },
    element('legend', {}, 'Networks'),
    ...wishes.flatMap(({ chains }) =>
      chains.map(({ chainId, isRequired, isServed }) => {
        const box = element('input', {
          type: 'checkbox',
          name: 'network',
          value: chainId,
          checked: isServed || isRequired || !anyServed,
          disabled: isRequired,
        })
        boxes.push(box)
        const aside = isRequired ? 'required' : isServed ? '' : signsOnly
        return element(
          'label',
          { class: 'choice low' },
          box,
          element('span', {}, networkName(config, chainId)),
          element('span', { class: 'balance' }, aside),
        )
      }),
    ),
  )
  const isWanted = ({ chains }: Wish) =>
    boxes.some((box) => box.checked && chains.some(({ chainId }) => chainId === box.value))
  const accounts = wishes.map((wish) => {
    const list = element(
      'fieldset',
      { class: 'choices few', 'data-needs-one': true },
      element('legend', {}, `${namespaceNames[wish.family]} accounts`),
      ...addressesOf(wish.family).map((_, index) => accountChoice(config, wish.family, index)),
    )
    const heading = element('h2', {}, `${namespaceNames[wish.family]} accounts`)
    const show = () => {
      list.hidden = !isWanted(wish)
      heading.hidden = list.hidden
    }
    networks.addEventListener('change', show)
    show()
    return { family: wish.family, heading, list }
  })
  return {
    body: [
      element('h2', {}, 'Networks'),
      networks,
      ...accounts.flatMap(({ heading, list }) => [heading, list]),
    ],
    read() {
      const addresses: Record<Family, string[]> = { eip155: [], solana: [] }
      for (const { family, list } of accounts)
        for (const box of Array.from(list.querySelectorAll('input')))
          if (box.checked) addresses[family].push(addressesOf(family)[Number(box.value)]!)
      const chains = new Set(boxes.filter(({ checked }) => checked).map(({ value }) => value))
      return { addresses, chains }
    },
  }
}

export declare namespace chooseNetworks {
  type Choice = {
    body: readonly HTMLElement[]
    /** The current selection. */
    read: () => {
      addresses: Readonly<Record<Family, readonly string[]>>
      /** CAIP-2 ids. */
      chains: ReadonlySet<string>
    }
  }
}
