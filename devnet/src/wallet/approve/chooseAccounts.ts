import { element } from './element.ts'
import type { Screen } from './screen.ts'

/** Asks which accounts the site may see. @returns (when run) Their indexes, the previously selected one first. */
export function chooseAccounts({ accounts, selected, accept }: chooseAccounts.Options): Screen {
  const before = selected.length > 0 ? selected : [0]
  const boxes: HTMLInputElement[] = []
  const rows = accounts.map((row, index) => {
    const box = element('input', { type: 'checkbox', checked: before.includes(index) })
    boxes.push(box)
    const balance = element('span', { class: 'balance' })
    row.balance?.then(
      (text) => balance.replaceChildren(text),
      // Balances are optional here: connecting works without the chain.
      () => balance.replaceChildren('no answer'),
    )
    return element('label', { class: 'choice' }, box, row.account, balance)
  })
  return {
    title: accept === 'Connect' ? 'Connect' : 'Choose accounts',
    wants: 'wants to see your accounts and suggest transactions',
    accept,
    body: [
      element('fieldset', { class: 'choices' }, element('legend', {}, 'Accounts'), ...rows),
      element('p', { class: 'note' }, 'The site can’t move anything without asking you again.'),
    ],
    async run() {
      const chosen = boxes.flatMap((box, index) => (box.checked ? [index] : []))
      // The previously selected account stays first.
      return [...before.filter((index) => chosen.includes(index)), ...chosen].filter(
        (index, at, all) => all.indexOf(index) === at,
      )
    },
  }
}

export declare namespace chooseAccounts {
  type Options = {
    /** By account index. */
    accounts: readonly {
      account: HTMLElement
      /** Its balance as text; undefined if no chain is reachable. */
      balance?: Promise<string> | undefined
    }[]
    /** Indexes of already permitted accounts. */
    selected: readonly number[]
    accept: 'Connect' | 'Approve'
  }
}
