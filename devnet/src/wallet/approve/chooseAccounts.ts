import { formatEther } from 'viem'
import { getBalance } from 'viem/actions'
import { devnetAccounts } from '../../evm/accounts.ts'
import type { WalletChain } from '../config.ts'
import { accountRow } from './accountRow.ts'
import { chainClient } from './chainClient.ts'
import { element } from './element.ts'
import type { Screen } from './screen.ts'

const amount = new Intl.NumberFormat('en', { maximumFractionDigits: 4 })

/** Asks which accounts the site may see (`eth_requestAccounts`, `wallet_requestPermissions`). */
export function chooseAccounts({ chain, selected, accept }: chooseAccounts.Options): Screen {
  const before = selected.length > 0 ? selected : [0]
  const client = chainClient(chain, 0)
  const boxes: HTMLInputElement[] = []
  const rows = devnetAccounts.map(({ index, address }) => {
    const box = element('input', { type: 'checkbox', checked: before.includes(index) })
    boxes.push(box)
    const balance = element('span', { class: 'balance' })
    getBalance(client, { address }).then(
      (wei) =>
        balance.replaceChildren(`${amount.format(Number(formatEther(wei)))} ${chain.symbol}`),
      // A balance is decoration here: connecting works without the chain.
      () => balance.replaceChildren('no answer'),
    )
    return element('label', { class: 'choice' }, box, accountRow(index), balance)
  })
  return {
    title: accept === 'Connect' ? 'Connect' : 'Choose accounts',
    wants: 'wants to see your accounts and suggest transactions',
    accept,
    body: [
      element('fieldset', { class: 'choices' }, element('legend', {}, 'Accounts'), ...rows),
      element('p', { class: 'note' }, 'It cannot move anything without asking you again.'),
    ],
    async run() {
      const chosen = boxes.flatMap((box, index) => (box.checked ? [index] : []))
      // The account that was selected stays first.
      return [...before.filter((index) => chosen.includes(index)), ...chosen].filter(
        (index, at, all) => all.indexOf(index) === at,
      )
    },
  }
}

export declare namespace chooseAccounts {
  type Options = {
    chain: WalletChain
    /** Indexes that are permitted already. */
    selected: readonly number[]
    accept: 'Connect' | 'Approve'
  }
}
